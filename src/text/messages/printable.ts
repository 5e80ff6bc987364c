import { characterLength, isContinuation, isUtf8 } from "../bytes/utf8.ts";

/** Bytes are converted to text in pieces of this size, because a string cannot be as long as a Buffer. */
export const PIECE_BYTES = 1024 * 1024;

/**
 * Characters that a terminal would interpret or hide: control characters, lone surrogates, separators of lines, and
 * format characters. The joiner and the non-joiner are needed by emoji and several scripts.
 */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}]/gu;

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Makes a text safe for a terminal: unprintable characters become escapes: `\n`, `\x1b`, `\u202e`, `\u{e0001}`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    return SHORT_ESCAPES.get(character) ?? escapeOf(character.codePointAt(0)!);
  });
}

export function isPrintable(text: string): boolean {
  return printable(text) === text;
}

/** Yields bytes of a log as printable text. Keeps tabs. A byte that is not UTF-8 becomes an escape, `\xe9`. */
export function* printableBytes(bytes: Buffer): Generator<string> {
  for (const piece of textPieces(bytes)) {
    const text = isUtf8(piece) ? piece.toString() : withEscapedBytes(piece);
    yield text.split("\t").map(printable).join("\t");
  }
}

/** Bytes of a short part of a log as printable text, as `printableBytes` yields them. */
export function printableText(bytes: Buffer): string {
  return [...printableBytes(bytes)].join("");
}

/** Converts bytes to text. Each byte that is not UTF-8 becomes an escape. */
function withEscapedBytes(bytes: Buffer): string {
  let text = "";
  for (const [character, own] of charactersOf(bytes)) text += character ?? `\\x${hex(own[0]!, 2)}`;
  return text;
}

/** The characters of bytes, each with its bytes; undefined for a byte that is not UTF-8. */
function* charactersOf(bytes: Buffer): Generator<[character: string | undefined, own: Buffer]> {
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    const length = characterLength(bytes, at);
    end = at + Math.max(length, 1);
    yield [length === 0 ? undefined : bytes.toString("utf8", at, end), bytes.subarray(at, end)];
  }
}

function escapeOf(code: number): string {
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\u{${hex(code, 5)}}`;
}

/** As `printable`, for a JSON text, which keeps its meaning: all escapes have the form `\u001b`. */
export function escapedJson(json: string): string {
  return json.replace(UNPRINTABLE, (character) =>
    character
      .split("")
      .map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`)
      .join(""),
  );
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

/** Yields the bytes in pieces. Does not split a UTF-8 character. */
export function* textPieces(bytes: Buffer): Generator<Buffer> {
  for (let from = 0, to: number; from < bytes.length; from = to) {
    to = from + PIECE_BYTES;
    while (to < bytes.length && to > from && isContinuation(bytes[to]!)) to--;
    if (to === from) to = from + PIECE_BYTES;
    yield bytes.subarray(from, to);
  }
}

// The functions below write bytes in a printable form from which the same bytes can be read again, for files that
// people review.

/** Characters that a backslash before them makes ordinary ones. */
const MARKED = "\\\\#<|=>";

/** An escape, or a backslash that begins none. The text is Latin-1: a character for each byte. */
const ESCAPE = new RegExp(`\\\\(?:x([0-9A-Fa-f]{2})|([${MARKED}])|$)|\\\\`, "g");

/** Writes bytes as printable text: a backslash becomes two, and a byte that is not printable UTF-8 `\x1b`. */
export function escaped(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (const [character, own] of charactersOf(buffer)) {
    if (character === "\\") text += "\\\\";
    else if (character !== undefined && isPrintable(character)) text += character;
    else for (const byte of own) text += `\\x${hex(byte, 2)}`;
  }
  return text;
}

/**
 * Reads what `escaped` wrote; both texts are Latin-1. Returns the offset of a backslash that begins no escape. One may
 * also stand before `#`, `<`, `|`, `=` and `>`, and at the end, where it means nothing.
 */
export function unescaped(latin1: string): string | number {
  let wrong: number | undefined;
  const text = latin1.replace(ESCAPE, (found, code?: string, marked?: string, at = 0) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (marked === undefined && at + found.length < latin1.length) wrong ??= at;
    return marked ?? "";
  });
  return wrong ?? text;
}
