/** The testers' page: consent, then game after game, once each, with nothing said about how they are played. */

import { ask, button, el, icon, levelDots, lostBanner } from "./dom.js";
import { Client } from "./client.js";
import { Player } from "./player.js";
import { Sitting } from "./sitting.js";
import { keep, recall } from "./storage.js";

const TOKEN = "arcg.tester";
const MINUTE = 60_000;
const GRACE = 1000; // milliseconds after a limit, so that the server's clock has reached it too

class Page {
  async start() {
    this.banner = lostBanner();
    this.main = el("main");
    document.body.append(this.banner, this.main);
    this.#as(recall(TOKEN));
    this.study = await this.client.get("/api/test/study");
    await this.#next();
  }

  /** Ask as the tester with this secret; null: as nobody yet. */
  #as(token) {
    keep(TOKEN, token);
    this.token = token;
    this.client = new Client(token ? { "X-Tester": token } : {});
    this.client.onconnection = (connected) => {
      this.banner.hidden = connected;
      if (this.player && !this.player.halted) this.player.enabled = connected;
    };
  }

  #show(view, ...parts) {
    document.body.dataset.view = view;
    this.main.replaceChildren(...parts);
  }

  /** Whatever comes next for this tester. */
  async #next() {
    if (!this.token) return this.#consent();
    let games;
    try {
      ({ games } = await this.client.get("/api/test/progress"));
    } catch (refused) {
      if (refused.status !== 401) throw refused;
      this.#as(null); // another study
      return this.#consent();
    }
    const left = games.find(({ state }) => state !== "done");
    if (!left) return this.#show("lobby", el("div", { className: "lobby" }, icon("won"), el("h1", {}, "Thank you!")));
    if (left.state === "running") return this.#play(left.game);
    const done = games.filter(({ state }) => state === "done").length;
    const begin = button("play", "begin", () => this.#play(left.game), { kind: "strong huge" });
    this.#show("lobby", el("div", { className: "lobby" }, games.length > 1 ? levelDots({ all: games.length, done, won: false }) : null, begin));
    begin.focus();
  }

  #consent() {
    const paragraphs = this.study.consent.split(/\n\s*\n/).map((text) => el("p", {}, text.trim()));
    const agree = el("button", { type: "button", className: "button strong", onclick: async () => {
      agree.disabled = true;
      const { token } = await this.client.post("/api/test/tester", { consent: true });
      this.#as(token);
      await this.#next();
    } }, "I agree");
    this.#show("consent", el("div", { className: "paper" }, paragraphs, agree));
  }

  async #play(game) {
    let sitting;
    try {
      sitting = await Sitting.begin(this.client, game);
    } catch (refused) {
      if (refused.code !== "PLAYED") throw refused;
      return this.#next();
    }
    const player = new Player(sitting, {
      fps: sitting.fps,
      again: false,
      onanswer: () => this.#told(sitting),
      ontrouble: (error) => this.#trouble(sitting, error),
      endings: (state) => (state === "WIN" ? [this.#onward()] : []),
      confirm: async () => { player.stage.flash("no"); return false; },
    });
    this.player = player;
    this.levels = el("div", { className: "progress" });
    const stop = button("over", "stop this game", () => this.#stop(sitting), { kind: "quiet", text: "Stop" });
    this.gentle = el("div", { className: "gentle", role: "status", hidden: true },
      el("span", {}, "You have played for a while. Go on as long as you like, or stop."),
      el("button", { type: "button", className: "button", onclick: () => { this.gentle.remove(); } }, "Go on"));
    this.#show("play", el("div", { className: "play" }, el("header", {}, this.levels, stop), this.gentle, player.root));
    player.stage.fit();
    const { soft_minutes: soft, hard_minutes: hard } = this.study;
    this.timers = [[soft, () => { this.gentle.hidden = false; }], [hard, () => this.#look(sitting)]]
      .map(([minutes, then]) => setTimeout(then, Math.max(0, minutes * MINUTE - sitting.seconds * 1000) + GRACE));
    this.#told(sitting);
  }

  /** The last answer, beside the picture. */
  #told(sitting) {
    const { levels, winLevels, state } = sitting.standing;
    this.levels.replaceChildren(levelDots({ all: winLevels, done: levels, won: state === "WIN" }));
    if (sitting.soft) this.gentle.hidden = false;
    if (sitting.over && state !== "WIN") this.#timeIsUp();
  }

  #onward() {
    return button("next", "go on", () => this.#leave(), { kind: "round" });
  }

  async #trouble(sitting, error) {
    if (error.code === "FULL_RESET" || error.code === "GAME_OVER") return this.player.stage.flash("no");
    if (error.code === "TIME" || error.code === "PLAYED") return this.#timeIsUp();
    if (error.code === "TURN") return this.#look(sitting); // played on in another window
    return this.#leave();
  }

  /** See where the server says that the game stands. */
  async #look(sitting) {
    try {
      await sitting.again();
      this.player.begin(sitting.opening);
      this.#told(sitting);
    } catch (refused) {
      if (refused.code !== "PLAYED") throw refused;
      if (sitting.standing.state !== "WIN") this.#timeIsUp();
    }
  }

  /** Nothing more is taken; the last picture stays until the tester goes on. */
  #timeIsUp() {
    this.player.halt("time", [this.#onward()]);
  }

  async #stop(sitting) {
    const sure = await ask({ title: "Stop this game?", text: "It can be played once only.", yes: "Stop", no: "Keep playing" });
    if (!sure) return;
    await sitting.end();
    await this.#leave();
  }

  async #leave() {
    this.timers.forEach(clearTimeout);
    this.player.close();
    this.player = null;
    await this.#next();
  }
}

new Page().start();
