/** All games: a picture, a name, how it is played, how far one is. */

import { counted, el, icon } from "./dom.js";
import { pictureOf } from "./pictures.js";
import { keptOf } from "./session.js";

const FEW = 4; // games up to which their pictures are large
const MANY = 12; // games from which on a search helps

export async function gamesView(app) {
  const games = await app.games();
  const list = el("ul", { className: games.length <= FEW ? "games few" : "games" }, games.map((game) => tile(app, game)));
  const none = el("p", { className: "muted", hidden: true }, "No game has such a name.");
  const search = el("input", {
    type: "search",
    placeholder: "Find a game",
    "aria-label": "Find a game",
    oninput() {
      const words = search.value.toLowerCase().split(/\s+/);
      let left = 0;
      games.forEach((game, at) => {
        const text = `${game.title} ${game.game_id} ${(game.tags ?? []).join(" ")}`.toLowerCase();
        const fits = words.every((word) => text.includes(word));
        list.children[at].hidden = !fits;
        left += fits;
      });
      none.hidden = left > 0;
    },
  });
  const head = el("div", { className: "head" }, el("h1", {}, games.length === 1 ? "1 game" : `${games.length} games`), games.length > MANY && search);
  const empty = el("div", { className: "empty" }, icon("games"), el("h1", {}, "No games here"), el("p", {}, "The server was started without any."));
  return { root: el("div", { className: "page" }, games.length ? [head, list, none] : empty) };
}

function tile(app, game) {
  const kept = keptOf(game.game_id);
  const mine = kept && kept.cardId === app.cards.id ? kept.standing : null;
  const done = mine ? (100 * mine.levels) / Math.max(1, mine.winLevels) : 0;
  const bar = el("div", { className: "bar", "aria-hidden": "true" }, el("div", {}));
  bar.firstChild.style.width = `${done}%`;
  const levels = mine ? `${mine.levels} of ${counted(game.levels, "level")}` : counted(game.levels, "level");
  return el(
    "li",
    {},
    el(
      "a",
      { href: `#/play/${game.game_id}`, className: mine?.state === "WIN" ? "tile is-won" : "tile" },
      pictureOf(game.game_id),
      el("div", { className: "tile-text" },
        el("h2", {}, game.title),
        el("div", { className: "row spread" },
          el("span", { className: "muted" }, levels, game.set && game.set !== "public" ? ` · ${game.set}` : ""),
          el("span", { className: "kinds", title: kinds(game).join(", ") }, kinds(game).map(icon))),
        mine && bar),
    ),
  );
}

/** How a game is played, as icons. */
function kinds({ actions }) {
  const found = [];
  if (actions.some((action) => action <= 4)) found.push("move");
  if (actions.includes(5)) found.push("act");
  if (actions.includes(6)) found.push("click");
  if (actions.includes(7)) found.push("undo");
  return found;
}
