/**
 * From the keyboard to actions, and what is held down.
 *
 * The keys are those of `arcg play`. A held direction or undo goes on by itself, at a pace of its own and only when the
 * last turn has been shown: what the operating system repeats is never heard.
 */

const MEANING = {
  arrowup: 1, w: 1, arrowdown: 2, s: 2, arrowleft: 3, a: 3, arrowright: 4, d: 4,
  " ": 5, f: 5, z: 7, u: 7, backspace: 7, r: 0,
};
const REPEATING = new Set([1, 2, 3, 4, 7]);
const DELAY = 260; // milliseconds before a held key goes on
const PACE = 110; // milliseconds between its actions, at least

/** The action that a key means, or null. A letter of another alphabet counts as the key's place. */
export function meaning(event) {
  if (event.altKey || event.metaKey) return null;
  const key = event.key.toLowerCase();
  if (event.ctrlKey) return key === "z" ? 7 : null;
  const placed = event.code.startsWith("Key") ? event.code.slice(3).toLowerCase() : "";
  return MEANING[key] ?? (/^[a-z]$/.test(key) ? null : MEANING[placed] ?? null);
}

/** A key or button that is held down. `again` is asked to do the action once more and may decline. */
export class Hold {
  #held = null;

  constructor(ready, again) {
    Object.assign(this, { ready, again });
  }

  down(action, what) {
    if (!REPEATING.has(action)) return;
    const held = { what, action, due: performance.now() + DELAY };
    this.#held = held;
    const tick = (now) => {
      if (this.#held !== held) return;
      if (now >= held.due && this.ready()) {
        held.due = now + PACE;
        this.again(action);
      }
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  /** Let go of a key or button, or of whatever is held. */
  up(what = this.#held?.what) {
    if (this.#held?.what === what) this.#held = null;
  }
}
