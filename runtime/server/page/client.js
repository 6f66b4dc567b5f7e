/**
 * The server as functions: JSON in, JSON out, with the player's own key or whatever else says who is asking.
 *
 * What cannot reach the server is tried again until it does, and whoever listens to `onconnection` is told. What the
 * server refuses is a `Refused`. An action carries its turn, the number of answers that were seen before it: a server
 * that has already carried it out answers again what it answered then, so an action is neither lost nor done twice.
 */

import { keep, recall } from "./storage.js";

/** The server understood and said no. */
export class Refused extends Error {
  constructor(status, { error, message }) {
    super(message ?? `the server answered ${status}`);
    this.status = status;
    this.code = error ?? "";
  }
}

const PATIENCE = 10_000; // milliseconds for one try
const WAITS = [300, 600, 1200, 2500]; // milliseconds before the next try; the last one again and again
const TOO_FAST = 429;
const AWAY = new Set([502, 503, 504]); // somebody answers in the server's place
const SOON = 5; // seconds after which it is worth to try again without asking

export class Client {
  /** Whether the last try reached the server. */
  connected = true;
  onconnection = () => {};

  /** `who`: the headers of every request. */
  constructor(who) {
    this.who = who;
  }

  get(path) {
    return this.#until(path, { method: "GET" });
  }

  /** `turn`: of a session; without it nothing protects what is done from being done again after a lost answer. */
  post(path, body, turn = null) {
    const headers = { "Content-Type": "application/json" };
    if (turn !== null) headers["X-Arcg-Turn"] = String(turn);
    return this.#until(path, { method: "POST", body: JSON.stringify(body), headers });
  }

  async #until(path, request) {
    for (let tries = 0; ; tries++) {
      const wait = WAITS[Math.min(tries, WAITS.length - 1)];
      try {
        const response = await fetch(path, {
          ...request,
          headers: { ...request.headers, ...this.who },
          cache: "no-store",
          signal: AbortSignal.timeout(PATIENCE),
        });
        const document = await response.json().catch(() => ({}));
        const later = response.status === TOO_FAST && Number(response.headers.get("Retry-After") ?? 1) <= SOON;
        const away = AWAY.has(response.status) && !document.error;
        this.#tell(!away);
        if (response.ok) return document;
        if (!later && !away) throw new Refused(response.status, document);
      } catch (error) {
        if (error instanceof Refused) throw error;
        this.#tell(false);
      }
      await pause(wait);
    }
  }

  #tell(connected) {
    if (connected === this.connected) return;
    this.connected = connected;
    this.onconnection(connected);
  }
}

/** The key of this browser, made at its first visit. */
export function ownKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = recall("arcg.key") ?? Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  keep("arcg.key", key);
  return key;
}

/** Wait, but not longer than until the machine has a network again. */
function pause(milliseconds) {
  return new Promise((resolve) => {
    const done = () => { clearTimeout(timer); removeEventListener("online", done); resolve(); };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
  });
}
