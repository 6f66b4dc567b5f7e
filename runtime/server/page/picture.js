/** Frames as data and as pictures: a frame is a Uint8Array of 4096 colours, row by row. */

import { PALETTE } from "./palette.js";

export const SIZE = 64;

const RGB = PALETTE.map((hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)));
const WORDS = new Uint32Array(16);
const LITTLE = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
RGB.forEach(([red, green, blue], colour) => {
  WORDS[colour] = LITTLE ? (255 << 24) | (blue << 16) | (green << 8) | red : (red << 24) | (green << 16) | (blue << 8) | 255;
});

/** A frame from rows of numbers, as the official API sends it. */
export function fromRows(rows) {
  const frame = new Uint8Array(SIZE * SIZE);
  rows.forEach((row, y) => frame.set(row, y * SIZE));
  return frame;
}

/** A frame from 4096 hexadecimal digits, as recordings hold it. */
export function fromHex(text) {
  const frame = new Uint8Array(SIZE * SIZE);
  for (let at = 0; at < frame.length; at++) frame[at] = parseInt(text[at], 16);
  return frame;
}

/** The frame as 4096 hexadecimal digits. */
export function toHex(frame) {
  let text = "";
  for (const colour of frame) text += colour.toString(16);
  return text;
}

/** Draw the frame on a canvas of 64 x 64. */
export function paint(canvas, frame) {
  const context = canvas.getContext("2d", { alpha: false });
  const image = context.createImageData(SIZE, SIZE);
  const words = new Uint32Array(image.data.buffer);
  for (let at = 0; at < words.length; at++) words[at] = WORDS[frame[at]];
  context.putImageData(image, 0, 0);
}
