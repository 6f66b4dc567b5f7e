/** Elements and icons: how all views make what they show. Text goes in as text, never as HTML. */

const MOST_DOTS = 14; // more levels than this are told in numbers
const SVG = "http://www.w3.org/2000/svg";

/** An element with properties, `on...` listeners, `data-`, `aria-` and `role` attributes, and children; null children are left out. */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** What each icon is drawn with, in a square of 24: strokes, or areas after a "!". */
const ICONS = {
  up: "M12 19V5M5 12l7-7 7 7",
  down: "M12 5v14M5 12l7 7 7-7",
  left: "M19 12H5M12 5l-7 7 7 7",
  right: "M5 12h14M12 5l7 7-7 7",
  move: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  act: "!M12 5a7 7 0 1 1 0 14a7 7 0 0 1 0-14z",
  click: "!M5 3l14 8.5-6 1.3 3.4 6.3-2.6 1.4-3.4-6.4L6 18.400z",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  reset: "M20 12a8 8 0 1 1-2.600-5.900M20 3v5h-5",
  games: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
  levels: "M3 20h5v-5h5v-5h5V5h3",
  back: "M15 5l-7 7 7 7",
  won: "M4 12.500l5.500 5.500L20 6.500",
  over: "M6 6l12 12M18 6L6 18",
  play: "!M7 4.500l13 7.500-13 7.500z",
  pause: "!M6 5h4v14H6zM14 5h4v14h-4z",
  next: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M6 5v14",
  last: "M6 5l7 7-7 7M18 5v14",
  sun: "M12 8a4 4 0 1 1 0 8a4 4 0 0 1 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600L19 19M5 19l1.400-1.400M17.600 6.400L19 5",
  moon: "M20 14.500A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500z",
  lost: "M3 3l18 18M2 9.500a15 15 0 0 1 5-3M22 9.500a15 15 0 0 0-10.500-4M6 13a9 9 0 0 1 4-2.300M18 13a9 9 0 0 0-2-1.400M12 19h.010",
  time: "M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM12 7v5l3.500 2",
  card: "M5 20V11M12 20V4M19 20v-6",
  film: "M3 5h18v14H3zM8 5v14M16 5v14M3 12h5M16 12h5",
};

/** An icon by its name; it is decoration, whoever shows it says what it means. */
export function icon(name) {
  const filled = ICONS[name].startsWith("!");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", filled ? "icon filled" : "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name].replace("!", ""));
  svg.append(path);
  return svg;
}

/** A button with an icon: `label` is read out and shown as a hint, `text` stands beside the icon. */
export function button(name, label, onclick, { text = "", kind = "", hint = label } = {}) {
  return el("button", { type: "button", className: `button ${kind}`, title: hint, "aria-label": label, onclick }, icon(name), text && el("span", {}, text));
}

/** Ask with a window over the page; true if the answer is `yes`. The harmless answer has the focus, Escape gives it. */
export function ask({ title, text, yes, no }) {
  return new Promise((resolve) => {
    const keep = el("button", { type: "button", className: "button strong", autofocus: true, onclick: () => dialog.close() }, no);
    const go = el("button", { type: "button", className: "button danger", onclick: () => dialog.close("yes") }, yes);
    const dialog = el("dialog", { className: "ask" }, el("h2", {}, title), text && el("p", {}, text), el("div", { className: "row end" }, go, keep));
    dialog.addEventListener("close", () => { dialog.remove(); resolve(dialog.returnValue === "yes"); });
    document.body.append(dialog);
    dialog.showModal();
    keep.focus();
  });
}

/** What says that the server cannot be reached. */
export function lostBanner() {
  return el("div", { className: "banner", role: "alert", hidden: true }, icon("lost"), el("span", {}, "Connection lost. Trying again; your last move is kept."));
}

/** The levels of a game as dots, those done and the present one; in numbers where there are many. `first`: of a practice. */
export function levelDots({ all, done, won, first = 0 }) {
  const now = Math.min(done, all - 1);
  const text = won ? `all ${all} levels won` : `level ${now + 1} of ${all}`;
  if (all > MOST_DOTS) return el("div", { className: "levels", title: text }, won ? `${all} / ${all}` : `${now + 1} / ${all}`);
  const sort = (at) => (at < first ? "skipped" : at < done ? "done" : at === now ? "now" : "");
  const dots = Array.from({ length: all }, (_, at) => el("i", { className: `dot ${sort(at)}` }));
  return el("div", { className: "levels", title: text }, el("span", { className: "dots", role: "img", "aria-label": text }, dots));
}

/** "1 action", "2 actions". */
export function counted(number, word) {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}
