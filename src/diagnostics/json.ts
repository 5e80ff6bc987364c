import { isUtf8 } from "node:buffer";
import { escaped, textPieces } from "./printable.ts";

/** A text that has no character that a terminal would obey, as nearly all texts of logs. */
const PRINTABLE = /^[ -~]*$/;

/** For each byte 1 if it stands in a string of JSON as it is: printable ASCII but the quote and the backslash. */
export const JSON_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && byte <= 0x7e && byte !== 0x22 && byte !== 0x5c),
);

/** Whether the bytes stand in a string of JSON as they are. */
export function isJsonPlain(bytes: Uint8Array, from = 0, to = bytes.length): boolean {
  for (let i = from; i < to; i++) if (JSON_PLAIN[bytes[i]!] === 0) return false;
  return true;
}

/** A text as a string of JSON, in which nothing is left that a terminal would obey. */
export function jsonString(text: string): string {
  const json = JSON.stringify(text);
  return PRINTABLE.test(text) ? json : escaped(json);
}

/** What stands between the quotes for bytes of any length, in pieces; a replacement character for what is not UTF-8. */
export function* jsonPieces(bytes: Buffer): Generator<string> {
  for (const piece of textPieces(bytes)) yield jsonString(piece.toString()).slice(1, -1);
}

/** Bytes that come in pieces, in base64. */
export function* base64Pieces(pieces: Iterable<Buffer>): Generator<string> {
  // Three bytes make four characters: fewer wait for those of the next piece.
  let rest = Buffer.alloc(0);
  for (const piece of pieces) {
    for (const part of textPieces(piece)) {
      const bytes = Buffer.concat([rest, part]);
      const whole = bytes.length - (bytes.length % 3);
      yield bytes.toString("base64", 0, whole);
      rest = bytes.subarray(whole);
    }
  }
  yield rest.toString("base64");
}

/**
 * Bytes of a log as a member of a JSON object, in pieces. Of bytes that are not UTF-8 the text shows the replacement
 * character, and a second member, `NAME_base64`, has the bytes themselves. The name is written as it is.
 */
export function* jsonBytes(name: string, bytes: Buffer): Generator<string> {
  yield `"${name}": "`;
  yield* jsonPieces(bytes);
  if (!isUtf8(bytes)) {
    yield `", "${name}_base64": "`;
    yield* base64Pieces([bytes]);
  }
  yield '"';
}
