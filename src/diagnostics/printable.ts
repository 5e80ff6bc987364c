import { isUtf8 } from "node:buffer";

/** Texts cannot be as long as Buffers: bytes become text in pieces of this size. */
export const PIECE_BYTES = 1024 * 1024;

/**
 * What a terminal would obey or hide instead of showing it: control characters, lone surrogates, line and paragraph
 * separators, and the marks that turn the direction of text or have no width.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060\ufeff]/gu;

const SHORT: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** The text with every such character written as an escape (`\n`, `\x1b`, `\u202e`): safe to write to a terminal. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0);
    return SHORT.get(character) ?? (code < 0x100 ? `\\x${hex(code, 2)}` : unicodeEscape(character));
  });
}

/** Bytes of a log as printable text, in pieces. A tab stays; a byte that is not UTF-8 is written as an escape, `\xe9`. */
export function* printableBytes(bytes: Buffer): Generator<string> {
  for (const piece of textPieces(bytes)) {
    const text = isUtf8(piece) ? piece.toString() : withEscapedBytes(piece);
    yield text.split("\t").map(printable).join("\t");
  }
}

/** The text of bytes that are not all UTF-8. */
function withEscapedBytes(bytes: Buffer): string {
  let text = "";
  for (let i = 0; i < bytes.length; ) {
    const length = characterLength(bytes, i);
    text += length === 0 ? `\\x${hex(bytes[i]!, 2)}` : bytes.toString("utf8", i, i + length);
    i += Math.max(length, 1);
  }
  return text;
}

/** How many bytes the character takes that begins at a place, 0 if none does. */
function characterLength(bytes: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  }
  return 0;
}

/** As `printable`, for a text of JSON: each such character in the form that JSON has for all, so that it means the same. */
export function escaped(json: string): string {
  return json.replace(UNPRINTABLE, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${hex(character.charCodeAt(0), 4)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

/** The bytes in pieces, cut between two characters where they are UTF-8. */
export function* textPieces(bytes: Buffer): Generator<Buffer> {
  for (let from = 0, to: number; from < bytes.length; from = to) {
    to = from + PIECE_BYTES;
    while (to < bytes.length && to > from && isContinuation(bytes[to]!)) to--;
    if (to === from) to = from + PIECE_BYTES;
    yield bytes.subarray(from, to);
  }
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
