/**
 * The player: a game's picture, its input and its animation, on any source of answers.
 *
 * A source has `standing` (see `session.js`), `frame`, the last picture, and `act(action, x, y)`, which resolves to
 * the frames of the answer. The player asks for one action at a time. What is pressed meanwhile waits in a queue and
 * cuts the animation short; what was pressed before a level ended is not played in the next one, and a press that only
 * skips the end of a level is no action.
 *
 * A RESET that would throw the whole game away is asked about first, at the moment when it would be sent.
 */

import { ask, button, el } from "./dom.js";
import { Hold, meaning } from "./keys.js";
import { Pad } from "./pad.js";
import { SIZE } from "./picture.js";
import { pointing } from "./pointing.js";
import { Stage } from "./stage.js";

const RESET = 0;
const CLICK = 6;
const LONGEST_QUEUE = 8;
const SLOW = 250; // milliseconds after which waiting for an answer is shown
const STEPS = { 1: [0, -1], 2: [0, 1], 3: [-1, 0], 4: [1, 0] };

export class Player {
  #queue = [];
  #busy = false;
  #skipping = false;
  #cursor = null;

  /**
   * @param source where answers come from
   * @param options.fps frames of a turn in a second
   * @param options.onanswer called after every answer with its action, when `standing` is new
   * @param options.ontrouble called with the error if the source refuses an action
   * @param options.endings (state) => buttons below the sign of a game that is won or over, beside RESET
   * @param options.confirm () => Promise<boolean>: whether to begin the whole game again
   * @param options.again whether a game that is won can be begun again
   */
  constructor(source, { fps = 5, onanswer = () => {}, ontrouble = () => {}, endings = () => [], confirm = confirmWhole, again = true } = {}) {
    Object.assign(this, { source, fps, onanswer, ontrouble, endings, confirm, again });
    this.enabled = true;
    this.stage = new Stage("The game");
    this.pad = new Pad((action, by) => this.#down(action, by), (by) => this.hold.up(by));
    this.hold = new Hold(() => !this.#busy && !this.stage.playing && !this.#queue.length, (action) => this.press(action));
    this.place = el("span", { className: "place", "aria-hidden": "true" });
    this.said = el("div", { className: "unseen", role: "status", "aria-live": "polite" });
    this.root = el("div", { className: "player" }, this.stage.root, el("div", { className: "under" }, this.pad.root, this.place), this.said);
    this.#unpoint = pointing(this.stage, (action) => this.#offers(action) && this.source.standing.state === "NOT_FINISHED", (action, pixel) => this.press(action, pixel?.x, pixel?.y));
    const point = this.stage.point.bind(this.stage);
    this.stage.point = (pixel) => { point(pixel); this.place.textContent = pixel ? `${pixel.x}, ${pixel.y}` : ""; };
    addEventListener("keydown", this.#keydown);
    addEventListener("keyup", this.#keyup);
    addEventListener("blur", this.#letGo);
    this.begin(source.opening ?? [source.frame]);
    if (source.pending) this.#again(source.pending);
  }

  #unpoint;

  close() {
    this.closed = true;
    this.#queue = [];
    this.hold.up();
    this.#unpoint();
    this.stage.close();
    removeEventListener("keydown", this.#keydown);
    removeEventListener("keyup", this.#keyup);
    removeEventListener("blur", this.#letGo);
    this.root.remove();
  }

  /** Show where the source stands, after these frames. */
  begin(frames) {
    this.#queue = [];
    this.stage.sign(null);
    this.stage.play(frames, this.fps).then(() => this.#settled());
    this.#offer();
  }

  /** Nothing more is played: a sign over the last picture, with buttons. */
  halt(sign, buttons) {
    this.halted = true;
    this.enabled = false;
    this.#queue = [];
    this.hold.up();
    this.stage.finish();
    this.stage.sign(sign, buttons);
  }

  /** An action by key, button, mouse or finger; whether it was taken. */
  press(action, x = -1, y = -1) {
    if (!this.enabled || this.closed) return this.#no();
    if (action === CLICK && !this.#offers(CLICK)) return false;
    if (this.#skipping) { // the end of a level is being shown
      this.stage.finish();
      return false;
    }
    const { state } = this.source.standing;
    if (state === "WIN" && !this.again) return false;
    if (action !== RESET && state !== "NOT_FINISHED") return this.#no();
    if (action !== RESET && !this.#offers(action)) return this.#no();
    if (this.#queue.length >= LONGEST_QUEUE) return this.#no();
    this.#queue.push({ action, x, y });
    if (action === CLICK) this.stage.ripple({ x, y });
    this.#work();
    return true;
  }

  #offer() {
    if (this.pad.offer(this.source.standing.offered)) this.hold.up(); // what was held is not there any more
    this.root.classList.toggle("clickable", this.#offers(CLICK));
  }

  #offers(action) {
    return this.source.standing.offered.includes(action);
  }

  #no() {
    this.stage.flash("no");
    return false;
  }

  async #work() {
    if (this.#busy) return;
    this.#working(true);
    try {
      while (this.#queue.length && !this.closed) {
        const { action, x, y } = this.#queue.shift();
        if (action === RESET && !(await this.#mayReset())) continue;
        await this.#ask(action, x, y);
      }
    } finally {
      this.#working(false);
    }
  }

  #working(busy) {
    this.#busy = busy;
    this.root.setAttribute("aria-busy", String(busy));
  }

  async #ask(action, x, y) {
    const before = this.source.standing;
    const slow = setTimeout(() => this.root.classList.add("waiting"), SLOW);
    let frames;
    try {
      frames = await this.source.act(action, x, y);
    } catch (error) {
      this.#queue = [];
      this.hold.up();
      if (!this.closed) this.ontrouble(error);
      return;
    } finally {
      clearTimeout(slow);
      this.root.classList.remove("waiting");
    }
    if (!this.closed) this.#take(action, before, frames);
  }

  #take(action, before, frames) {
    const now = this.source.standing;
    const ended = action !== RESET && (now.levels !== before.levels || now.state !== before.state);
    if (ended) {
      this.#queue = [];
      this.hold.up();
    }
    this.stage.sign(null);
    this.#offer();
    this.onanswer(action);
    if (now.levels > before.levels) this.stage.flash("good");
    if (!frames.length) return;
    if (this.#queue.length) this.stage.play([frames.at(-1)], this.fps);
    else {
      this.#skipping = ended && frames.length > 1;
      this.stage.play(frames, this.fps, now.levels > before.levels && now.state === "NOT_FINISHED").then(() => this.#settled());
    }
  }

  /** Everything of the last answer has been seen. */
  #settled() {
    this.#skipping = false;
    if (this.closed || this.halted) return;
    const { state, levels, winLevels } = this.source.standing;
    if (state === "NOT_FINISHED") {
      this.#say(`level ${levels + 1} of ${winLevels}`);
      return;
    }
    const won = state === "WIN";
    this.#say(won ? "won" : "game over");
    const again = button("reset", won ? "play again" : "try the level again", () => this.press(RESET), { kind: "round", hint: "R" });
    this.stage.sign(won ? "won" : "over", [won && !this.again ? [] : again, this.endings(state)].flat());
  }

  #say(text) {
    if (this.said.textContent !== text) this.said.textContent = text;
  }

  async #mayReset() {
    const { state, count, levels, began } = this.source.standing;
    if (state === "WIN" || count > 0) return true;
    if (levels === began) return this.#no(); // the game is as it would be
    this.hold.up();
    return this.confirm();
  }

  /** An action that was on its way when the page was left. */
  async #again({ action, x, y }) {
    this.#working(true);
    await this.#ask(action, x, y);
    this.#working(false);
    this.#work();
  }

  #down(action, by) {
    if (this.press(action)) this.hold.down(action, by);
  }

  #keydown = (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, select, textarea")) return;
    if (event.target.closest?.("button, a") && [" ", "Enter"].includes(event.key)) return;
    const action = meaning(event);
    if (this.#moveCursor(event, action)) return event.preventDefault();
    if (action === null) return;
    event.preventDefault(); // nothing scrolls
    if (event.repeat) return;
    const ended = this.source.standing.state !== "NOT_FINISHED";
    this.pad.press(action, true);
    this.#down(ended && action === 5 ? RESET : action, event.code);
  };

  #keyup = (event) => {
    const action = meaning(event);
    if (action !== null) this.pad.press(action, false);
    this.hold.up(event.code);
  };

  #letGo = () => this.hold.up();

  /** A mouse of keys: the arrows (with Shift, where they mean something else) move the aim, Enter clicks. */
  #moveCursor(event, action) {
    if (!this.#offers(CLICK) || this.source.standing.state !== "NOT_FINISHED") return false;
    if (event.key === "Enter") {
      if (this.#cursor && !event.repeat) this.press(CLICK, this.#cursor.x, this.#cursor.y);
      return this.#cursor !== null;
    }
    const step = STEPS[action];
    if (!step || !(event.shiftKey || ![1, 2, 3, 4].some((direction) => this.#offers(direction)))) return false;
    const [x, y] = this.#cursor ? [this.#cursor.x, this.#cursor.y] : [SIZE / 2, SIZE / 2];
    const far = event.repeat ? 2 : 1;
    const inside = (at) => Math.min(SIZE - 1, Math.max(0, at));
    this.#cursor = { x: inside(x + far * step[0]), y: inside(y + far * step[1]) };
    this.stage.point(this.#cursor);
    return true;
  }
}

function confirmWhole() {
  return ask({
    title: "Start the whole game again?",
    text: "Nothing has been played on this level yet, so a reset goes back to level 1. The levels you have won would have to be won again.",
    yes: "Start again",
    no: "Keep playing",
  });
}
