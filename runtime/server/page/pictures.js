/** Small pictures of levels, as the server draws them; a plain square where it gives none. */

import { el } from "./dom.js";

export function pictureOf(gameId, level = 0) {
  const src = `api/arcg/games/${encodeURIComponent(gameId)}/picture?level=${level}`;
  return el("img", {
    className: "thumb", alt: "", loading: "lazy", decoding: "async", width: 64, height: 64, src,
    onerror: (event) => event.target.classList.add("missing"),
  });
}
