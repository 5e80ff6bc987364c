// Values in a text, and the text between them.

import { MASK_INDEX, VaryingParts } from "./varying-parts.ts";

/** A value, or the text between values. */
export interface Piece {
  readonly isValue: boolean;
  readonly isNumber: boolean;
  readonly text: string;
}

const parts = new VaryingParts();
/** Masks show these, as they may be versions. */
const DOTTED_NUMBERS = /(?<![^;|,])(\d+(?:\.\d+){2,})(?=[;|,])/;

/** Cuts a text at times, addresses, versions, numbers and the like. */
export function valuePieces(value: string): Piece[] {
  const bytes = Buffer.from(value, "latin1");
  const found: Piece[] = [];
  let at = 0;
  const add = (to: number, isValue: boolean): void => {
    const text = value.slice(at, to);
    const isNumber = isValue && parts.mask === MASK_INDEX.n;
    const pieces = isValue
      ? [{ isValue, isNumber, text }]
      : text.split(DOTTED_NUMBERS).map((piece, i) => ({ isValue: i % 2 === 1, isNumber: false, text: piece }));
    found.push(...pieces.filter((piece) => piece.text !== ""));
    at = to;
  };
  parts.begin(bytes, 0, bytes.length);
  while (parts.next()) {
    add(parts.from, false);
    add(parts.to, true);
  }
  add(value.length, false);
  return found;
}
