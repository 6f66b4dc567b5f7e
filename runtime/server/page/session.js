/**
 * One game in play on the server, as the player needs it: where it stands, and `act`.
 *
 * A session outlives its window: where it stands and the action on its way are kept by the browser, and a page that
 * comes back carries on there. Another window with the same game is told by the browser's `storage` event.
 */

import { fromHex, fromRows, toHex } from "./picture.js";
import { keep, recall } from "./storage.js";

const NAMES = ["RESET", "ACTION1", "ACTION2", "ACTION3", "ACTION4", "ACTION5", "ACTION6", "ACTION7"];

/**
 * Where a game stands after an answer; `before` is null at the beginning.
 *
 * `count`: actions since the level was begun or begun again; at 0 a RESET begins the whole game again. `spent`: actions
 * on this level as scores count them, RESETs too. `began`: levels that were completed at the beginning, in practice.
 */
export function standing(before, answer) {
  const reset = answer.action_input.id === 0;
  const fresh = !before || answer.full_reset || answer.levels_completed < before.levels;
  const moved = !fresh && answer.levels_completed !== before.levels;
  return {
    state: answer.state,
    levels: answer.levels_completed,
    winLevels: answer.win_levels,
    began: before ? before.began : answer.levels_completed,
    offered: answer.available_actions,
    count: fresh || moved || reset ? 0 : before.count + 1,
    spent: fresh || moved ? 0 : before.spent + 1,
  };
}

export class Session {
  /** `stored`: where the browser keeps it, or null. */
  constructor(client, { gameId, guid, stored = null }) {
    Object.assign(this, { client, gameId, guid, stored });
    this.standing = null;
    this.frame = null;
    this.turn = 0;
    this.pending = null;
  }

  /** A new session on a scorecard. */
  static async open(client, gameId, cardId) {
    const answer = await client.post("/api/cmd/RESET", { game_id: gameId, card_id: cardId });
    const session = new Session(client, { gameId: answer.game_id, guid: answer.guid, stored: place(gameId) });
    session.cardId = cardId;
    session.opening = session.#take(answer);
    return session;
  }

  /** A new session that begins at `level`, counted from 0, on no scorecard. */
  static async practice(client, gameId, level) {
    const answer = await client.post("/api/arcg/practice", { game_id: gameId, level });
    const session = new Session(client, { gameId: answer.game_id, guid: answer.guid });
    session.opening = session.#take(answer);
    return session;
  }

  /** The session on this card that the browser has kept, or null. */
  static kept(client, gameId, cardId) {
    const kept = read(place(gameId));
    if (!kept || kept.cardId !== cardId) return null;
    const session = new Session(client, { gameId: kept.gameId, guid: kept.guid, stored: place(gameId) });
    session.#recall(kept);
    return session;
  }

  /** Carry out an action; the frames of the answer. `standing` is new when they come. */
  async act(action, x = -1, y = -1) {
    this.pending = { action, x, y };
    this.#keep();
    const body = { game_id: this.gameId, guid: this.guid, ...(action === 6 ? { x, y } : {}) };
    try {
      return this.#take(await this.client.post(`/api/cmd/${NAMES[action]}`, body, this.turn));
    } catch (refused) {
      this.pending = null;
      this.#keep();
      throw refused;
    }
  }

  /** Take over what another window has done; whether there was anything. */
  refresh() {
    const kept = this.stored && read(this.stored);
    if (!kept || kept.guid !== this.guid || kept.turn <= this.turn) return false;
    this.#recall(kept);
    return true;
  }

  /** Not to be carried on: the server knows it no more. */
  forget() {
    if (this.stored) keep(this.stored, null);
    this.stored = null;
  }

  #take(answer) {
    const frames = answer.frame.map(fromRows);
    this.standing = standing(this.standing, answer);
    if (frames.length) this.frame = frames.at(-1);
    this.turn += 1;
    this.pending = null;
    this.#keep();
    return frames;
  }

  #keep() {
    if (!this.stored) return;
    const { gameId, guid, cardId, standing: stands, turn, pending } = this;
    const kept = { gameId, guid, cardId, standing: stands, turn, pending, frame: toHex(this.frame) };
    keep(this.stored, kept);
  }

  #recall(kept) {
    this.cardId = kept.cardId;
    this.standing = kept.standing;
    this.turn = kept.turn;
    this.pending = kept.pending;
    this.frame = fromHex(kept.frame);
    this.opening = [this.frame];
  }
}

/** What the browser has kept of a game, for lists: its standing and card, or null. */
export function keptOf(gameId) {
  return read(place(gameId));
}

function place(gameId) {
  return `arcg.play.${gameId}`;
}

function read(name) {
  const kept = recall(name);
  return kept?.guid && kept.standing && kept.frame?.length === 4096 ? kept : null;
}
