// Values in a text, and the text between them.

import { MASK_INDEX, VaryingParts } from "./varying-parts.ts";

/** A value, or the text between values. */
export interface Piece {
  readonly isValue: boolean;
  readonly isNumber: boolean;
  readonly text: string;
}

const parts = new VaryingParts();

/** Cuts a text at times, addresses, numbers and the like. */
export function valuePieces(value: string): Piece[] {
  const bytes = Buffer.from(value, "latin1");
  const found: Piece[] = [];
  let at = 0;
  const add = (to: number, isValue: boolean): void => {
    if (to > at) found.push({ isValue, isNumber: isValue && parts.mask === MASK_INDEX.n, text: value.slice(at, to) });
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
