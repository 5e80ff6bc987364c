// A printable form of bytes that is read back as the same bytes, for files that people review.
import { characterLength } from "../bytes/utf8.ts";
import { isPrintable } from "./printable.ts";

/** Characters that a backslash before them makes ordinary ones. */
const MARKED = "\\\\#<|=>";

/** An escape, or a backslash that begins none. The text is Latin-1: a character for each byte. */
const ESCAPE = new RegExp(`\\\\(?:x([0-9A-Fa-f]{2})|([${MARKED}])|$)|\\\\`, "g");

/**
 * Writes bytes as text of printable characters. A backslash becomes two, and each byte that is not printable UTF-8
 * becomes an escape, `\x1b`.
 */
export function escaped(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let at = 0, end = 0; at < buffer.length; at = end) {
    const length = characterLength(buffer, at);
    end = at + Math.max(length, 1);
    const character = buffer.toString("utf8", at, end);
    if (character === "\\") text += "\\\\";
    else if (length > 0 && isPrintable(character)) text += character;
    else for (const byte of buffer.subarray(at, end)) text += `\\x${byte.toString(16).padStart(2, "0")}`;
  }
  return text;
}

/**
 * Reads what `escaped` wrote, as Latin-1 text, and returns the bytes as Latin-1 text; undefined for a backslash that
 * begins no escape. A backslash may also stand before `#`, `<`, `|`, `=` and `>`, and at the end, where it means
 * nothing.
 */
export function unescaped(latin1: string): string | undefined {
  let isSound = true;
  const text = latin1.replace(ESCAPE, (found, code?: string, marked?: string, at = 0) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (marked === undefined && at + found.length < latin1.length) isSound = false;
    return marked ?? "";
  });
  return isSound ? text : undefined;
}
