import { NEWLINE } from "../../text/bytes/ascii.ts";

/** Replaces an id in an output. Line breaks of outputs are doubled, so no output has this text otherwise. */
export const ID_MARK = "\n=";

/** Replaces the number of an alias in an output. */
export const NUMBER_MARK = "\n#";

/** Writes a text with each line break doubled at `target[at]`, and returns the end. */
export function writeDoubled(text: Uint8Array, target: Uint8Array, at: number): number {
  let to = at;
  for (const byte of text) {
    target[to++] = byte;
    if (byte === NEWLINE) target[to++] = byte;
  }
  return to;
}

/** The text that `writeDoubled` wrote. */
export function withoutDoubled(bytes: Buffer): Buffer {
  if (!bytes.includes(NEWLINE)) return bytes;
  const text = Buffer.allocUnsafe(bytes.length);
  let to = 0;
  for (let from = 0; from < bytes.length; from++) {
    text[to++] = bytes[from]!;
    if (bytes[from] === NEWLINE) from++;
  }
  return text.subarray(0, to);
}

/** The number of line breaks in a text. */
export function countLineBreaks(text: Uint8Array): number {
  let count = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

const MARK_START = NUMBER_MARK.charCodeAt(0);
const NUMBER_SIGN = NUMBER_MARK.charCodeAt(1);

/** Where the next number belongs. Marks of ids, and doubled line breaks, begin with the same byte and are as long. */
export function nextNumberMark(bare: Buffer, from: number): number {
  let mark = bare.indexOf(MARK_START, from);
  while (mark !== -1 && bare[mark + 1] !== NUMBER_SIGN) mark = bare.indexOf(MARK_START, mark + NUMBER_MARK.length);
  if (mark === -1) throw new Error("a key lacks the mark of a number: see `mayChangeNumber` of the transforms");
  return mark;
}
