/**
 * The picture of a game at the largest size that is whole: every pixel of the game is a square of whole screen pixels.
 *
 * Knows which pixel is under a point, shows the pixel that a click would hit, where one has hit, and what a finger
 * covers; plays the frames of a turn one after the other. Used by the player and by the replays.
 */

import { el, icon } from "./dom.js";
import { SIZE, paint } from "./picture.js";

const SETTLE = 700; // milliseconds that the last picture of a won or lost level stays before the next level
const LOUPE = 11; // pixels of the game across the loupe, odd

export class Stage {
  #film = null;

  constructor(label) {
    this.canvas = el("canvas", { className: "picture", width: SIZE, height: SIZE, role: "img", "aria-label": label });
    this.aim = el("div", { className: "aim", hidden: true });
    this.hit = el("div", { className: "hit", hidden: true });
    this.loupe = el("canvas", { className: "loupe", width: LOUPE, height: LOUPE, hidden: true });
    this.over = el("div", { className: "over", hidden: true });
    this.board = el("div", { className: "board" }, this.canvas, this.aim, this.hit, this.over, this.loupe);
    this.root = el("div", { className: "stage" }, this.board);
    this.frame = new Uint8Array(SIZE * SIZE).fill(5);
    this.scale = 1;
    this.#sizes = new ResizeObserver(() => this.fit());
    this.#sizes.observe(this.root);
    this.show(this.frame);
  }

  #sizes;

  close() {
    this.#sizes.disconnect();
    this.#film = null;
  }

  /** As large as the space allows. */
  fit() {
    const dots = window.devicePixelRatio || 1;
    const space = Math.min(this.root.clientWidth, this.root.clientHeight);
    this.scale = Math.max(1, Math.floor((space * dots) / SIZE)) / dots;
    const side = `${this.scale * SIZE}px`;
    this.board.style.width = side;
    this.board.style.height = side;
  }

  show(frame) {
    this.frame = frame;
    paint(this.canvas, frame);
    if (!this.loupe.hidden) this.magnify(this.#aimed);
  }

  /** Show frames one after the other; resolves when the last one is there. `ending`: the last begins a new level. */
  play(frames, fps, ending = false) {
    this.finish();
    this.show(frames[0]);
    if (frames.length === 1) return Promise.resolve();
    return new Promise((resolve) => {
      const film = { frames, at: 0, resolve };
      let due = performance.now() + 1000 / fps;
      const tick = (now) => {
        if (this.#film !== film) return;
        if (now >= due - 4) {
          film.at += 1;
          this.show(frames[film.at]);
          if (film.at === frames.length - 1) return this.#end(resolve);
          const settles = ending && film.at === frames.length - 2;
          due = Math.max(due, now - 100) + (settles ? Math.max(SETTLE, 1000 / fps) : 1000 / fps);
        }
        requestAnimationFrame(tick);
      };
      if (ending && frames.length === 2) due = performance.now() + Math.max(SETTLE, 1000 / fps);
      this.#film = film;
      this.board.dataset.playing = "yes";
      requestAnimationFrame(tick);
    });
  }

  get playing() {
    return this.#film !== null;
  }

  /** Skip to the last frame of the turn; whether there was anything to skip. */
  finish() {
    if (!this.#film) return false;
    const { frames, resolve } = this.#film;
    this.show(frames.at(-1));
    this.#end(resolve);
    return true;
  }

  #end(resolve) {
    this.#film = null;
    delete this.board.dataset.playing;
    resolve();
  }

  /** The pixel under a point of the window, or null outside the picture. */
  pixelAt(clientX, clientY, { clamp = false } = {}) {
    const box = this.canvas.getBoundingClientRect();
    let x = Math.floor(((clientX - box.left) * SIZE) / box.width);
    let y = Math.floor(((clientY - box.top) * SIZE) / box.height);
    if (clamp) [x, y] = [x, y].map((at) => Math.min(SIZE - 1, Math.max(0, at)));
    return x >= 0 && y >= 0 && x < SIZE && y < SIZE ? { x, y } : null;
  }

  #aimed = null;

  /** Mark the pixel that a click would hit; null: none. */
  point(pixel) {
    this.#aimed = pixel;
    this.aim.hidden = !pixel;
    if (pixel) this.#place(this.aim, pixel);
  }

  /** The loupe above a pixel; null: none. */
  magnify(pixel) {
    this.loupe.hidden = !pixel;
    if (!pixel) return;
    const half = (LOUPE - 1) / 2;
    const context = this.loupe.getContext("2d", { alpha: false });
    context.imageSmoothingEnabled = false;
    context.fillStyle = "#0008";
    context.fillRect(0, 0, LOUPE, LOUPE);
    context.drawImage(this.canvas, half - pixel.x, half - pixel.y);
    const above = pixel.y * this.scale > 150;
    this.loupe.classList.toggle("below", !above);
    this.loupe.style.left = `${(pixel.x + 0.5) * this.scale}px`;
    this.loupe.style.top = `${(pixel.y + 0.5) * this.scale}px`;
  }

  /** Show that a click has hit this pixel. */
  ripple(pixel) {
    this.hit.hidden = true;
    void this.hit.offsetWidth; // begins the animation again
    this.#place(this.hit, pixel);
    this.hit.hidden = false;
  }

  #place(mark, { x, y }) {
    mark.style.left = `${(x * 100) / SIZE}%`;
    mark.style.top = `${(y * 100) / SIZE}%`;
  }

  /** A sign over the picture: "won", "over", or null; `buttons` below it. */
  sign(name, buttons = []) {
    if (name) this.point(null);
    this.board.classList.toggle("is-won", name === "won");
    this.board.classList.toggle("is-over", name === "over");
    this.over.hidden = !name;
    this.over.replaceChildren(...(name ? [el("div", { className: "sign" }, icon(name)), el("div", { className: "row" }, buttons)] : []));
  }

  /** The frame of the picture lights up for a moment: "good" when a level is won, "no" for what cannot be done. */
  flash(kind) {
    const name = `flash-${kind}`;
    this.board.classList.remove("flash-good", "flash-no");
    void this.board.offsetWidth;
    this.board.classList.add(name);
  }
}
