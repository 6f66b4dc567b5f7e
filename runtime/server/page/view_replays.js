/** Own sessions that can be looked at again, the newest first. */

import { counted, el, icon } from "./dom.js";
import { pictureOf } from "./pictures.js";

export async function replaysView(app) {
  const [games, found] = await Promise.all([app.games(), app.client.get("/api/arcg/recordings")]);
  const titles = new Map(games.map((game) => [game.game_id, game.title]));
  const newest = found.filter((item) => item.recorded !== false).sort((a, b) => String(b.started).localeCompare(String(a.started)));
  if (!newest.length) {
    return { name: "Replays", root: el("div", { className: "page" }, el("div", { className: "empty" }, icon("film"), el("h1", {}, "Nothing to look back on"), el("p", {}, app.settings.recording === false ? "This server does not record what is played." : "What you play is recorded and can be seen again here."), el("p", {}, el("a", { href: "#/" }, "All games")))) };
  }
  const rows = newest.map((item) =>
    el("li", {},
      el("a", { href: `#/replay/${item.guid}`, className: "replay-row" },
        pictureOf(item.game_id),
        el("div", {}, el("h2", {}, titles.get(item.game_id) ?? item.game_id), el("span", { className: "muted" }, when(item.started))),
        el("span", { className: "muted counts" }, `${item.levels_completed} / ${item.win_levels} levels`, el("br"), counted(item.actions, "action")),
        outcome(item.state))));
  return { name: "Replays", root: el("div", { className: "page" }, el("div", { className: "head" }, el("h1", {}, "Replays")), el("ul", { className: "replays" }, rows)) };
}

function outcome(state) {
  if (state === "WIN") return el("span", { className: "good", role: "img", "aria-label": "won" }, icon("won"));
  if (state === "GAME_OVER") return el("span", { className: "bad", role: "img", "aria-label": "game over" }, icon("over"));
  return el("span", { className: "muted", role: "img", "aria-label": "not finished" }, icon("next"));
}

function when(text) {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? "" : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
