// The heat map, what is told of a pair, and tables that can be sorted. The data stand in the page.
const data = JSON.parse(document.getElementById("data").textContent);
const { names, files, order, pairs, rules, texts, verdicts, closest } = data;
const count = names.length;
const heat = document.getElementById("heat"), canvas = heat.querySelector("canvas");
const marker = heat.querySelector(".marker"), panel = document.getElementById("pair");
const size = Math.max(3, Math.min(18, Math.floor(760 / count)));
const labelled = size >= 11;
let margin = 0, chosen = closest.map(game => order.indexOf(game)), pinned = false;

function number(a, b) {
  const [low, high] = a < b ? [a, b] : [b, a];
  return low * (2 * count - low - 1) / 2 + high - low - 1;
}

function make(tag, text, kind) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

// ---------------------------------------------------------------- colours

function ends() {
  const style = getComputedStyle(document.documentElement);
  return ["--far", "--mid", "--near"].map(name => style.getPropertyValue(name).trim().split(/\s+/).map(Number));
}

function colour(novelty, [far, mid, near]) {
  const nearness = Math.pow(1 - novelty, 0.6); // most pairs are far apart: there the scale is spread
  const [from, to, part] = nearness < 0.5 ? [far, mid, nearness * 2] : [mid, near, nearness * 2 - 1];
  return `rgb(${from.map((value, at) => Math.round(value + (to[at] - value) * part)).join(" ")})`;
}

function draw() {
  const context = canvas.getContext("2d"), scale = window.devicePixelRatio || 1, palette = ends();
  const ink = getComputedStyle(document.body).color, font = `${Math.min(12, size - 1)}px system-ui, sans-serif`;
  context.font = font;
  margin = labelled ? Math.min(220, 6 + Math.ceil(Math.max(...names.map(name => context.measureText(name).width)))) : 0;
  const side = margin + size * count;
  canvas.width = canvas.height = side * scale;
  canvas.style.width = canvas.style.height = `${side}px`;
  context.scale(scale, scale);
  const gap = size > 5 ? 1 : 0;
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++) {
      const [a, b] = [order[row], order[column]];
      context.fillStyle = a === b ? colour(0, palette) : colour(pairs[number(a, b)][0] / 1000, palette);
      context.fillRect(margin + column * size, margin + row * size, size - gap, size - gap);
    }
  if (labelled) {
    context.font = font;
    context.fillStyle = ink;
    context.textBaseline = "middle";
    for (let place = 0; place < count; place++) {
      const at = margin + place * size + size / 2, name = names[order[place]];
      context.textAlign = "right";
      context.fillText(name, margin - 4, at, margin - 4);
      context.save();
      context.translate(at, margin - 4);
      context.rotate(-Math.PI / 2);
      context.textAlign = "left";
      context.fillText(name, 0, 0, margin - 4);
      context.restore();
    }
  }
  const ramp = document.getElementById("ramp");
  ramp.replaceChildren(make("span", "same"), ...[0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 1].map(novelty => {
    const box = make("i");
    box.style.background = colour(novelty, palette);
    box.title = novelty.toFixed(2);
    return box;
  }), make("span", "nothing in common"));
  mark();
}

function mark() {
  marker.hidden = false;
  const edge = Math.max(size, 5);
  marker.style.cssText += `;left:${margin + chosen[1] * size}px;top:${margin + chosen[0] * size}px;` +
    `width:${edge}px;height:${edge}px`;
}

// ---------------------------------------------------------------- one pair

function excerpt(game, line, what) {
  const box = make("div");
  box.append(make("small", `${files[game]}${line === null ? "" : ":" + line} ${what}`));
  const text = texts[game][line];
  if (text) box.append(make("pre", text));
  return box;
}

function tell() {
  const [a, b] = [order[chosen[0]], order[chosen[1]]];
  mark();
  panel.replaceChildren();
  if (a === b) {
    panel.append(make("h3", names[a]), make("p", "The same game: choose two different ones."));
    return;
  }
  const place = number(a, b), [novelty, containment, shared, joint, verdict, coded] = pairs[place];
  panel.append(make("h3", `${names[a]} and ${names[b]}`));
  const list = make("dl"), word = verdicts[verdict];
  for (const [name, text, kind] of [
    ["verdict", word, `verdict ${word.split(" ").pop() === "judge" ? "short" : word}`],
    ["novelty", (novelty / 1000).toFixed(3)], ["containment", (containment / 1000).toFixed(3)],
    ["together", `${joint} bits`], ["shared", `${shared} bits`],
  ]) list.append(make("dt", name), make("dd", text, kind));
  panel.append(list);
  const found = rules[place] || [];
  panel.append(make("h3", found.length ? "Shared rules" : coded ? "No shared rules to speak of" : "Nothing in common at a glance: not coded"));
  const box = make("div", undefined, "rules");
  for (const [bits, one, whatOne, other, whatOther] of found) {
    const rule = make("div", undefined, "rule"), low = excerpt(Math.min(a, b), one, whatOne);
    const high = excerpt(Math.max(a, b), other, whatOther);
    rule.append(make("small", `${bits} bits saved`), ...(a < b ? [low, high] : [high, low]));
    box.append(rule);
  }
  if (found.length) {
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", "Shared rules");
    panel.append(box);
  }
}

function choose(row, column) {
  const within = value => Math.max(0, Math.min(count - 1, value));
  const next = [within(row), within(column)];
  if (next[0] === chosen[0] && next[1] === chosen[1]) return;
  chosen = next;
  tell();
}

function under(event) {
  const box = canvas.getBoundingClientRect();
  return [event.clientY - box.top, event.clientX - box.left].map(at => Math.floor((at - margin) / size));
}

canvas.addEventListener("mousemove", event => {
  const [row, column] = under(event);
  if (!pinned && row >= 0 && column >= 0) choose(row, column);
});
canvas.addEventListener("click", event => {
  const [row, column] = under(event);
  if (row < 0 || column < 0) return;
  pinned = !(pinned && row === chosen[0] && column === chosen[1]);
  choose(row, column);
});
canvas.addEventListener("keydown", event => {
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  if (event.key === "Escape") pinned = false;
  if (!step) return;
  event.preventDefault();
  pinned = true;
  choose(chosen[0] + step[0], chosen[1] + step[1]);
});
for (const button of document.querySelectorAll("button[data-pair]"))
  button.addEventListener("click", () => {
    const [a, b] = button.dataset.pair.split(" ").map(Number);
    pinned = true;
    chosen = [order.indexOf(a), order.indexOf(b)];
    tell();
    document.getElementById("map").scrollIntoView({ behavior: "smooth" });
    canvas.focus({ preventScroll: true });
  });

// ---------------------------------------------------------------- tables

for (const button of document.querySelectorAll("th button"))
  button.addEventListener("click", () => {
    const head = button.parentElement, table = head.closest("table"), body = table.tBodies[0];
    const up = head.getAttribute("aria-sort") !== "ascending", at = head.cellIndex;
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const value = row => row.cells[at].dataset.value ?? row.cells[at].textContent;
    const compare = (one, other) => value(one).localeCompare(value(other), "en", { numeric: true });
    body.append(...[...body.rows].sort((one, other) => up ? compare(one, other) : compare(other, one)));
  });

draw();
tell();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
