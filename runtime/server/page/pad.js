/** The pad: a button for every offered action, large under thumbs, small as a reminder of the keys beside a mouse. */

import { el, icon } from "./dom.js";

export const ACTIONS = {
  0: { name: "reset", icon: "reset", key: "R" },
  1: { name: "up", icon: "up", key: "↑" },
  2: { name: "down", icon: "down", key: "↓" },
  3: { name: "left", icon: "left", key: "←" },
  4: { name: "right", icon: "right", key: "→" },
  5: { name: "act", icon: "act", key: "space" },
  6: { name: "click", icon: "click", key: "mouse" },
  7: { name: "undo", icon: "undo", key: "Z" },
};

export class Pad {
  #shown = "";

  /** `down(action, button)`, `up(button)`: what a button does when it is pressed and let go. */
  constructor(down, up) {
    Object.assign(this, { down, up });
    this.cross = el("div", { className: "cross" });
    this.others = el("div", { className: "others" });
    this.root = el("div", { className: "pad", role: "group", "aria-label": "Actions" }, this.cross, this.others);
  }

  /** Show these actions, and RESET; whether they are others than before. */
  offer(actions) {
    const wanted = [...actions].sort().join();
    if (wanted === this.#shown) return false;
    this.#shown = wanted;
    this.buttons = new Map();
    const directions = actions.filter((action) => action >= 1 && action <= 4);
    this.cross.hidden = !directions.length;
    this.cross.replaceChildren(...directions.map((action) => this.#button(action)));
    const others = [5, 7].filter((action) => actions.includes(action));
    const pointing = actions.includes(6) ? [el("div", { className: "tip", title: "Click or tap the picture", role: "img", "aria-label": "Click or tap the picture" }, icon("click"))] : [];
    this.others.replaceChildren(...pointing, ...others.map((action) => this.#button(action)), this.#button(0));
    return true;
  }

  #button(action) {
    const { name, icon: sign, key } = ACTIONS[action];
    const release = () => { made.classList.remove("is-down"); this.up(made); };
    const made = el(
      "button",
      {
        type: "button",
        className: `key ${name}`,
        title: `${name} (${key})`,
        "aria-label": name,
        onpointerdown: (event) => {
          if (event.button !== 0) return;
          event.preventDefault(); // the focus stays with the game
          made.setPointerCapture(event.pointerId);
          made.classList.add("is-down");
          this.down(action, made);
        },
        onpointerup: release,
        onpointercancel: release,
        oncontextmenu: (event) => event.preventDefault(),
        onclick: (event) => { if (event.detail === 0) { this.down(action, made); this.up(made); } }, // by keyboard
      },
      icon(sign),
      el("span", { className: "cap" }, key),
    );
    this.buttons.set(action, made);
    return made;
  }

  /** Show on the pad that a key was pressed or let go. */
  press(action, down) {
    this.buttons?.get(action)?.classList.toggle("is-down", down);
  }
}
