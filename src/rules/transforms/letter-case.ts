import { isUtf8 } from "../../text/bytes/utf8.ts";
import { PIECE_BYTES, textPieces } from "../../text/messages/printable.ts";
import type { FieldText } from "./field-text.ts";

const UPPER_A = 0x41;
const LOWER_A = 0x61;
const LETTER_COUNT = 26;
/** The bit by which the two cases of an ASCII letter differ. */
const CASE_BIT = 0x20;
const LAST_ASCII = 0x7f;

export function toLowercase(text: FieldText): void {
  changeCase(text, UPPER_A, lowercase);
}

export function toUppercase(text: FieldText): void {
  changeCase(text, LOWER_A, uppercase);
}

// Not written where they are used: that would allocate a function for each text.

function lowercase(text: string): string {
  return text.toLowerCase();
}

function uppercase(text: string): string {
  return text.toUpperCase();
}

/** Changes the letters of one case, but only in ASCII if the text is not UTF-8. `first` is the case's A. */
function changeCase(text: FieldText, first: number, change: (part: string) => string): void {
  const { bytes, from, to } = text;
  const at = text.reserve(to - from);
  const { buffer } = text;
  let highest = 0;
  for (let i = from, j = at; i < to; i++, j++) {
    const byte = bytes[i]!;
    buffer[j] = byte >= first && byte < first + LETTER_COUNT ? byte ^ CASE_BIT : byte;
    if (byte > highest) highest = byte;
  }
  // For letters beyond ASCII only the methods of strings can help.
  if (highest > LAST_ASCII && isUtf8(bytes.subarray(from, to)))
    text.use({ bytes: withCase(bytes.subarray(from, to), change), words: undefined });
  else text.useWritten(at, at + to - from);
}

/** Changes the letters of a text in UTF-8. */
function withCase(text: Buffer, change: (part: string) => string): Buffer {
  const changed = (piece: Buffer) => Buffer.from(change(piece.toString()));
  // A capture may be longer than the longest string.
  return text.length <= PIECE_BYTES ? changed(text) : Buffer.concat(Array.from(textPieces(text), changed));
}
