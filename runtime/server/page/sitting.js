/**
 * One game that a tester plays: a source of answers for the player, on the addresses of `arcg calibrate`.
 *
 * Every action has its number. The action on its way is kept by the browser, so that a page that comes back sends it
 * again if it did not arrive; the server plays a number once.
 */

import { fromRows } from "./picture.js";
import { standing } from "./session.js";
import { keep, recall } from "./storage.js";

const MOVE = "arcg.tester.move";

export class Sitting {
  /** Begin the game, or go on with it. */
  static async begin(client, game) {
    const sitting = new Sitting(client, game);
    await sitting.again();
    const move = recall(MOVE);
    if (move?.session === sitting.session && move.turn === sitting.turn + 1) sitting.pending = move;
    return sitting;
  }

  constructor(client, game) {
    Object.assign(this, { client, game, standing: null, pending: null });
  }

  /** Where the server says that the game stands. */
  async again() {
    const view = await this.client.post("/api/test/begin", { game: this.game });
    this.standing = null;
    this.opening = this.#take(view, 0);
    if (view.turn) this.standing.count = 1; // how many it were on this level the server knows, and refuses a RESET too many
    return view;
  }

  async act(action, x = -1, y = -1) {
    const move = { session: this.session, turn: this.turn + 1, action, ...(action === 6 ? { x, y } : {}) };
    keep(MOVE, move);
    try {
      return this.#take(await this.client.post("/api/test/act", move), action);
    } finally {
      keep(MOVE, null);
    }
  }

  /** The tester stops. */
  end() {
    return this.client.post("/api/test/end", { session: this.session });
  }

  #take(view, action) {
    const frames = view.frame.map(fromRows);
    this.standing = standing(this.standing, { ...view, action_input: { id: action }, full_reset: false });
    this.pending = null;
    this.frame = frames.at(-1) ?? this.frame;
    const { session, turn, fps, seconds, soft, over } = view;
    Object.assign(this, { session, turn, fps, seconds, soft, over });
    return frames;
  }
}
