/** What the browser keeps between visits; where it keeps nothing, for as long as the page is open. */

const memory = new Map();

/** The value kept under a name, or null. */
export function recall(name) {
  try {
    const text = localStorage.getItem(name);
    return text === null ? memory.get(name) ?? null : JSON.parse(text);
  } catch {
    return memory.get(name) ?? null;
  }
}

/** Keep a value; null forgets it. */
export function keep(name, value) {
  memory.set(name, value);
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // full or forbidden: the memory has it
  }
}
