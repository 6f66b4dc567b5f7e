/** A game in play: on the scorecard, or as practice from any level. */

import { ask, button, counted, el, icon, levelDots } from "./dom.js";
import { pictureOf } from "./pictures.js";
import { Player } from "./player.js";
import { Session } from "./session.js";

/** `level`: where to begin a practice, counted from 1; without it the game is played on the scorecard. */
export async function playView(app, gameId, level) {
  const game = await app.game(gameId);
  if (!game) throw new Error("There is no such game on this server.");
  const first = level ? Number(level) - 1 : null;
  const session = first === null ? await scored(app, game) : await Session.practice(app.client, game.game_id, first);
  return new Play(app, game, session, first);
}

async function scored(app, game) {
  const kept = app.cards.id && Session.kept(app.client, game.game_id, app.cards.id);
  if (kept) return kept;
  try {
    return await Session.open(app.client, game.game_id, await app.cards.open());
  } catch (refused) {
    if (refused.status !== 400) throw refused;
    app.cards.lose(); // it may be the card that the server knows no more
    return Session.open(app.client, game.game_id, await app.cards.open());
  }
}

class Play {
  constructor(app, game, session, first) {
    Object.assign(this, { app, game, session, first });
    this.name = game.title;
    this.levels = el("div", { className: "progress" });
    this.spent = el("span", { className: "spent" });
    const select = button("levels", "levels", () => this.#select(), { kind: "quiet select-level", hint: "Play any level as practice", text: "Levels" });
    this.title = [el("h1", {}, game.title), this.levels, this.spent, game.level_select ? select : null].filter(Boolean);
    this.player = new Player(session, {
      fps: game.fps,
      onanswer: () => this.#told(),
      ontrouble: (error) => this.#trouble(error),
      endings: (state) => this.#endings(state),
      ...(app.cards.competition ? { confirm: () => this.#noWhole() } : {}),
    });
    const practice = first === null ? null : this.#practiceBar();
    this.root = el("div", { className: practice ? "play practice" : "play" }, practice, this.player.root);
    this.stored = (event) => {
      if (event.key === session.stored && session.refresh()) { this.player.begin([session.frame]); this.#told(); }
    };
    addEventListener("storage", this.stored);
    this.#told();
  }

  shown() {
    this.player.stage.fit();
  }

  close() {
    removeEventListener("storage", this.stored);
    this.player.close();
  }

  connection(connected) {
    this.player.enabled = connected;
  }

  #practiceBar() {
    return el("div", { className: "practice-bar" }, el("strong", {}, "Practice"), el("span", {}, `from level ${this.first + 1}, not scored`), el("a", { href: `#/play/${this.game.game_id}` }, "back to the scored game"));
  }

  /** The header: which level, how many actions. */
  #told() {
    const { levels, state, spent } = this.session.standing;
    this.levels.replaceChildren(levelDots({ all: this.game.levels, done: levels, won: state === "WIN", first: this.first ?? 0 }));
    this.spent.textContent = state === "WIN" ? "" : counted(spent, "action");
    this.spent.title = "on this level";
  }

  #endings(state) {
    if (state !== "WIN") return [];
    const card = el("a", { className: "button round", href: "#/card", title: "Scorecard", "aria-label": "Scorecard" }, icon("card"));
    return this.first === null ? [card] : [];
  }

  async #trouble(error) {
    if (error.status === 409) { // another window was quicker
      this.session.refresh();
      this.player.begin([this.session.frame]);
      this.#told();
      this.app.tell("This game goes on in another window; here is where it stands.");
      return;
    }
    const gone = error.status === 400 && error.code === "SERVER_ERROR";
    if (!gone) return this.app.tell(error.message, "bad");
    this.player.enabled = false;
    const again = await ask({
      title: "This session has ended",
      text: "The server does not know it any more: it was idle for too long, or the server was started anew. A new game begins at level " + `${(this.first ?? 0) + 1}.`,
      yes: "New game",
      no: "Look at it a little longer",
    });
    this.session.forget();
    if (again) this.app.reload();
  }

  async #noWhole() {
    this.app.tell("In a competition a game cannot be started again.");
    return false;
  }

  /** Pictures of all levels; any of them can be practised. */
  #select() {
    const done = this.session.standing.levels;
    const choose = (at) => {
      dialog.close();
      const hash = `#/play/${this.game.game_id}/${at + 1}`;
      if (location.hash === hash) this.app.reload();
      else location.hash = hash;
    };
    const tiles = Array.from({ length: this.game.levels }, (_, at) =>
      el("button", { type: "button", className: at === done ? "level now" : "level", "aria-label": `practise level ${at + 1}`, onclick: () => choose(at) }, pictureOf(this.game.game_id, at), el("span", {}, String(at + 1))));
    const close = button("over", "close", () => dialog.close(), { kind: "quiet" });
    const dialog = el("dialog", { className: "select" },
      el("div", { className: "row spread" }, el("h2", {}, "Practise a level"), close),
      el("p", { className: "muted" }, "Practice is not scored. The game on your scorecard waits as it is."),
      el("div", { className: "level-grid" }, tiles));
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
    document.body.append(dialog);
    dialog.showModal();
    tiles[Math.min(done, tiles.length - 1)].focus();
  }
}
