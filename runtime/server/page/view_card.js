/** The scorecard: every game on it, level by level. */

import { ask, button, counted, el, icon } from "./dom.js";
import { pictureOf } from "./pictures.js";

export async function cardView(app) {
  const root = el("div", { className: "page" });
  const games = new Map((await app.games()).map((game) => [game.game_id, game]));
  const card = await app.cards.read();
  const finish = button("won", "finish", async () => {
    const sure = await ask({ title: "Finish this scorecard?", text: "Its games end, and its score stays as it is. The next game you play begins a new one.", yes: "Finish", no: "Go on playing" });
    if (sure) root.replaceChildren(...shown(await app.cards.close(), games, null, true));
  }, { text: "Finish" });
  root.replaceChildren(...shown(card, games, finish, false));
  return { root, name: "Scorecard" };
}

function shown(card, games, finish, finished) {
  if (card === "hidden") {
    const text = "In a competition it is shown when it is finished.";
    return [el("div", { className: "empty" }, icon("card"), el("h1", {}, "Your scorecard is open"), el("p", {}, text), finish)];
  }
  if (!card?.environments?.length) {
    return [el("div", { className: "empty" }, icon("card"), el("h1", {}, "Nothing on the scorecard"), el("p", {}, "Play a game, and it is here."), el("p", {}, el("a", { href: "#/" }, "All games")))];
  }
  const all = card.environments.reduce((sum, game) => sum + levelsOf(game, games.get(game.id)), 0);
  const levels = `${card.total_levels_completed} of ${all}`;
  const head = el("div", { className: "head" }, el("h1", {}, finished ? "Finished scorecard" : "Scorecard"), finish);
  const facts = el("dl", { className: "facts" }, fact("score", points(card.score), "big"), fact("levels won", levels), fact("actions", card.total_actions.toLocaleString("en")));
  return [head, facts, ...card.environments.map((game) => section(game, games.get(game.id)))];
}

/** How many levels a game has; the card itself knows it of games with baselines only. */
function levelsOf(game, known) {
  return known?.levels ?? game.level_count;
}

function fact(name, value, kind = "") {
  return el("div", { className: kind }, el("dt", {}, name), el("dd", {}, value));
}

function points(score) {
  return score === undefined || score === null ? "–" : score.toFixed(1);
}

function section(game, known) {
  const best = game.runs.reduce((a, b) => (b.score > a.score || (b.score === a.score && b.levels_completed > a.levels_completed) ? b : a));
  const title = el("a", { href: `#/play/${game.id}` }, known?.title ?? game.id);
  const scored = !best.message;
  const summary = [
    el("span", {}, `${game.levels_completed} of ${counted(levelsOf(game, known), "level")}`),
    el("span", {}, counted(game.actions, "action")),
    game.runs.length > 1 && el("span", { title: "The best one counts" }, `${game.runs.length} attempts`),
  ];
  return el("section", { className: "game-card" },
    el("div", { className: "game-head" }, pictureOf(game.id), el("div", {}, el("h2", {}, title), el("div", { className: "row muted" }, summary)), el("div", { className: "score", title: scored ? "score" : best.message }, scored ? points(game.score) : "–")),
    table(best, known, scored),
    !scored && el("p", { className: "muted small" }, "No score: nobody has said how many actions a person needs for these levels."));
}

/** The levels of a run: actions beside those that a person needs, as bars. */
function table(run, known, scored) {
  const actions = run.level_actions ?? [];
  const baselines = (run.level_baseline_actions ?? []).filter((baseline) => baseline > 0); // -1: none is known
  const most = Math.max(1, ...actions, ...baselines);
  const rows = Array.from({ length: Math.max(actions.length, baselines.length, known?.levels ?? 0) }, (_, at) => {
    const done = at < run.levels_completed;
    const spent = actions[at] ?? 0;
    const bar = el("div", { className: done ? "meter done" : "meter" }, el("div", {}));
    bar.firstChild.style.width = `${(100 * spent) / most}%`;
    if (baselines[at]) {
      const mark = el("i", { title: `a person: ${baselines[at]}` });
      mark.style.left = `${(100 * baselines[at]) / most}%`;
      bar.append(mark);
    }
    const sign = done ? el("span", { className: "good", role: "img", "aria-label": "won" }, icon("won")) : el("span", { role: "img", "aria-label": "not won" });
    return el("tr", { className: done || spent ? "" : "untouched" }, el("th", { scope: "row" }, String(at + 1)), el("td", {}, sign), el("td", { className: "number" }, spent ? String(spent) : "–"), baselines.length ? el("td", { className: "number muted" }, String(baselines[at] ?? "")) : null, el("td", { className: "wide" }, bar), el("td", { className: "number" }, done && scored && run.level_scores?.length ? points(run.level_scores[at]) : ""));
  });
  const heads = ["level", "", "actions", ...(baselines.length ? ["person"] : []), "", scored ? "score" : ""].map((text) => el("th", { scope: "col" }, text));
  return el("div", { className: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, heads)), el("tbody", {}, rows)));
}
