/** The page: which view is shown, what all views share, and what hangs over them. */

import { Cards } from "./cards.js";
import { Client, ownKey } from "./client.js";
import { button, el, icon, lostBanner } from "./dom.js";
import { keep, recall } from "./storage.js";
import { cardView } from "./view_card.js";
import { gamesView } from "./view_games.js";
import { playView } from "./view_play.js";
import { replayView } from "./view_replay.js";
import { replaysView } from "./view_replays.js";

const VIEWS = { "": gamesView, play: playView, card: cardView, replays: replaysView, replay: replayView };
const LINKS = [["", "Games", "games"], ["card", "Scorecard", "card"], ["replays", "Replays", "film"]];

const HEARTBEAT = 10_000; // milliseconds

class App {
  #shown = null;
  #looking = false;

  async start() {
    this.client = new Client({ "X-API-Key": ownKey() });
    this.client.onconnection = (connected) => this.#connection(connected);
    this.#theme(recall("arcg.theme"));
    this.main = el("main", { id: "main", tabIndex: -1 });
    this.links = LINKS.map(([name, text, sign]) => el("a", { href: `#/${name}`, "data-view": name }, icon(sign), el("span", {}, text)));
    this.title = el("div", { className: "title" });
    const logo = el("a", { href: "#/", className: "logo", title: "All games" }, el("img", { src: "page/icon.svg", alt: "arcg", width: 28, height: 28 }));
    const theme = button("sun", "light or dark", () => this.#theme(this.#dark() ? "light" : "dark"), { kind: "quiet theme" });
    this.header = el("header", {}, logo, this.title, el("nav", { "aria-label": "Views" }, this.links), theme);
    this.banner = lostBanner();
    document.body.append(this.header, this.banner, this.main);
    addEventListener("hashchange", () => this.#route());
    addEventListener("offline", () => this.#look());
    setInterval(() => this.#look(), HEARTBEAT);
    this.settings = await this.client.get("/api/arcg/settings");
    this.cards = new Cards(this.client, Boolean(this.settings.competition));
    await this.#route();
  }

  /** The games that are served; asked once. */
  async games() {
    this.known ??= await this.client.get("/api/arcg/games");
    return this.known;
  }

  async game(id) {
    return (await this.games()).find((game) => game.game_id === id || game.game_id.split("-")[0] === id) ?? null;
  }

  /** Say something that goes away by itself. */
  tell(text, kind = "") {
    document.querySelector(".toast")?.remove();
    const toast = el("div", { className: `toast ${kind}`, role: "status" }, text);
    document.body.append(toast);
    setTimeout(() => toast.remove(), 5000);
  }

  /** Show the present view anew. */
  reload() {
    return this.#route();
  }

  async #route() {
    const [name, ...rest] = location.hash.replace(/^#\/?/, "").split("/");
    this.#shown?.close?.();
    const mine = (this.#shown = {});
    for (const link of this.links) link.toggleAttribute("aria-current", link.dataset.view === name);
    document.body.dataset.view = name || "games";
    document.title = "arcg";
    this.title.replaceChildren();
    this.main.replaceChildren(el("div", { className: "loading", "aria-label": "loading" }));
    let made;
    try {
      made = await (Object.hasOwn(VIEWS, name) ? VIEWS[name] : gamesView)(this, ...rest.map(decodeURIComponent));
    } catch (error) {
      made = { root: el("div", { className: "empty" }, icon("over"), el("h1", {}, "That did not work"), el("p", {}, error.message), el("p", {}, el("a", { href: "#/" }, "All games"))) };
    }
    if (this.#shown !== mine) return made.close?.(); // another view was asked for meanwhile
    this.#shown = made;
    made.connection?.(this.client.connected);
    this.main.replaceChildren(made.root);
    this.title.replaceChildren(...(made.title ?? []));
    if (made.name) document.title = `${made.name} - arcg`;
    made.shown?.();
    scrollTo(0, 0);
  }

  #connection(connected) {
    this.banner.hidden = connected;
    this.#shown?.connection?.(connected);
  }

  /** Whether the server is still there; asked also when nobody plays, so that nobody plays into the void. */
  async #look() {
    if (this.#looking || document.hidden) return;
    this.#looking = true;
    await this.client.get("/api/healthcheck").catch(() => {}); // a refusal is an answer too
    this.#looking = false;
  }

  #dark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  #theme(chosen) {
    if (!chosen) return;
    document.documentElement.dataset.theme = chosen;
    keep("arcg.theme", chosen);
  }
}

new App().start();
