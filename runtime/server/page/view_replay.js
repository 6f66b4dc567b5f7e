/** One session played back: a scrubber over its turns and their frames, at any speed, step by step. */

import { button, el, icon } from "./dom.js";
import { ACTIONS } from "./pad.js";
import { fromHex } from "./picture.js";
import { Stage } from "./stage.js";

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
const REST = 250; // milliseconds that the last frame of a turn stays longer, at speed 1

export async function replayView(app, guid) {
  const recording = await app.client.get(`/api/arcg/recordings/${encodeURIComponent(guid)}`);
  if (!recording.turns.some((turn) => turn.frames.length)) throw new Error("Nothing was recorded of this session.");
  return new Replay(await app.game(recording.game_id), recording);
}

class Replay {
  constructor(game, { game_id: gameId, turns }) {
    this.turns = turns;
    this.fps = game?.fps ?? 5;
    this.name = game?.title ?? gameId;
    this.spots = turns.flatMap((turn, at) => turn.frames.map((_, frame) => ({ turn: at, frame })));
    this.firsts = new Map();
    this.spots.forEach((spot, at) => { if (!spot.frame) this.firsts.set(spot.turn, at); });
    this.at = 0;
    this.speed = 1;
    this.timer = null;
    this.stage = new Stage("The game as it was played");
    this.did = el("div", { className: "did" });
    this.where = el("div", { className: "where", "aria-live": "off" });
    this.strip = el("canvas", { className: "strip", height: 12, "aria-hidden": "true" });
    this.slider = el("input", {
      type: "range", min: 0, max: this.spots.length - 1, step: 1, value: 0, "aria-label": "Frame of the session",
      oninput: () => { this.pause(); this.go(Number(this.slider.value)); },
    });
    this.toggle = button("play", "play", () => (this.timer ? this.pause() : this.play()), { kind: "strong round", hint: "space" });
    const pace = el("select", { "aria-label": "Speed", onchange: () => { this.speed = Number(pace.value); } }, SPEEDS.map((speed) => el("option", { value: speed, selected: speed === 1 }, `${speed}×`)));
    const controls = el("div", { className: "row controls" },
      button("first", "turn before", () => this.turn(-1), { hint: "turn before (←)" }),
      button("back", "frame before", () => this.step(-1), { hint: "frame before (,)" }),
      this.toggle,
      button("next", "next frame", () => this.step(1), { hint: "next frame (.)" }),
      button("last", "next turn", () => this.turn(1), { hint: "next turn (→)" }),
      pace);
    const scrubber = el("div", { className: "scrubber" }, this.strip, this.slider);
    this.title = [el("h1", {}, this.name), el("span", { className: "muted" }, "replay")];
    this.root = el("div", { className: "play replay" }, this.stage.root, el("div", { className: "under" }, el("div", { className: "row spread" }, this.did, this.where), scrubber, controls));
    addEventListener("keydown", this.keydown);
    this.sizes = new ResizeObserver(() => this.drawStrip());
    this.sizes.observe(this.strip);
    this.go(0);
  }

  shown() {
    this.stage.fit();
  }

  close() {
    this.pause();
    this.sizes.disconnect();
    removeEventListener("keydown", this.keydown);
    this.stage.close();
  }

  go(at) {
    this.at = Math.min(this.spots.length - 1, Math.max(0, at));
    const { turn, frame } = this.spots[this.at];
    const { action, x, y, state, levels_completed: levels, frames } = this.turns[turn];
    this.stage.show(fromHex(frames[frame]));
    this.stage.point(action === 6 && x >= 0 ? { x, y } : null);
    const last = frame === frames.length - 1;
    this.stage.board.classList.toggle("is-won", last && state === "WIN");
    this.stage.board.classList.toggle("is-over", last && state === "GAME_OVER");
    const { name, icon: sign } = ACTIONS[action];
    this.did.replaceChildren(icon(turn ? sign : "play"), el("span", {}, turn ? (action === 6 ? `${name} ${x}, ${y}` : name) : "begin"));
    this.where.textContent = `level ${Math.min(levels + 1, this.most)} · turn ${turn} / ${this.turns.length - 1}` + (frames.length > 1 ? ` · frame ${frame + 1} / ${frames.length}` : "");
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", this.where.textContent);
  }

  get most() {
    return this.turns.reduce((most, turn) => Math.max(most, turn.levels_completed + (turn.state === "WIN" ? 0 : 1)), 1);
  }

  step(by) {
    this.pause();
    this.go(this.at + by);
  }

  /** To the last frame of the turn before, or of the next one: what each turn led to. */
  turn(by) {
    this.pause();
    let turn = this.spots[this.at].turn + by;
    while (turn > 0 && turn < this.turns.length - 1 && !this.firsts.has(turn)) turn += by;
    const first = this.firsts.get(turn);
    if (first !== undefined) this.go(first + this.turns[turn].frames.length - 1);
  }

  play() {
    if (this.at === this.spots.length - 1) this.go(0);
    this.#button(true);
    const next = () => {
      this.go(this.at + 1);
      if (this.at === this.spots.length - 1) return this.pause();
      this.timer = setTimeout(next, this.#rest());
    };
    this.timer = setTimeout(next, this.#rest());
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.#button(false);
  }

  #rest() {
    const { turn, frame } = this.spots[this.at];
    const last = frame === this.turns[turn].frames.length - 1;
    return (1000 / this.fps + (last ? REST : 0)) / this.speed;
  }

  #button(playing) {
    this.toggle.replaceChildren(icon(playing ? "pause" : "play"));
    this.toggle.setAttribute("aria-label", playing ? "pause" : "play");
  }

  /** What happened when: levels won, resets, the end of the game. */
  drawStrip() {
    const dots = window.devicePixelRatio || 1;
    const wide = (this.strip.width = Math.max(1, Math.round(this.strip.clientWidth * dots)));
    const high = (this.strip.height = Math.round(12 * dots));
    const context = this.strip.getContext("2d");
    const colours = getComputedStyle(this.strip);
    const [good, bad, warn, line] = ["--good", "--bad", "--warn", "--line"].map((name) => colours.getPropertyValue(name));
    const place = (at) => (at / Math.max(1, this.spots.length - 1)) * (wide - 2 * dots);
    context.fillStyle = line;
    context.fillRect(0, high / 2 - dots / 2, wide, dots);
    for (const [turn, at] of this.firsts) {
      const { action, state, levels_completed: levels } = this.turns[turn];
      const before = turn ? this.turns[turn - 1] : null;
      if (!before) continue;
      const won = levels > before.levels_completed;
      const lost = state === "GAME_OVER" && before.state !== state;
      if (!won && !lost && action !== 0) continue;
      context.fillStyle = won ? good : lost ? bad : warn;
      context.fillRect(place(at + this.turns[turn].frames.length - 1), 0, 2 * dots, high);
    }
  }

  keydown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches?.("select")) return;
    if (event.target.matches?.("button, a") && [" ", "Enter"].includes(event.key)) return;
    const does = {
      " ": () => (this.timer ? this.pause() : this.play()),
      ArrowLeft: () => this.turn(-1), ArrowRight: () => this.turn(1),
      ",": () => this.step(-1), ".": () => this.step(1),
      Home: () => { this.pause(); this.go(0); }, End: () => { this.pause(); this.go(this.spots.length - 1); },
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  };
}
