/** The player's scorecard: one is open for the games that are played on this page, until it is finished. */

import { keep, recall } from "./storage.js";

const NAME = "arcg.card";

export class Cards {
  constructor(client, competition) {
    Object.assign(this, { client, competition });
  }

  /** The id of the open card, or null. */
  get id() {
    return recall(NAME);
  }

  /** The id of the open card; opened where there is none. */
  async open() {
    if (!this.id) {
      const body = { tags: ["human"], ...(this.competition ? { competition_mode: true } : {}) };
      keep(NAME, (await this.client.post("/api/scorecard/open", body)).card_id);
    }
    return this.id;
  }

  /** What the open card says now; null where there is none, "hidden" in a competition. */
  async read() {
    if (!this.id) return null;
    if (this.competition) return "hidden";
    try {
      return await this.client.get(`/api/scorecard/${this.id}`);
    } catch (refused) {
      if (refused.status !== 404) throw refused;
      this.lose(); // closed by the server
      return null;
    }
  }

  /** Finish the card; what it says for good. */
  async close() {
    const card = await this.client.post("/api/scorecard/close", { card_id: this.id });
    this.lose();
    return card;
  }

  /** The server knows the card no more. */
  lose() {
    keep(NAME, null);
  }
}
