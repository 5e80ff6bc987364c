// What JSON strings say.

const BACKSLASH = 0x5c;
const SMALL_U = 0x75;

/** The byte that each letter after a backslash stands for. */
const MEANINGS = new Uint8Array(256);
for (const [letter, meaning] of ['""', "\\\\", "//", "b\b", "f\f", "n\n", "r\r", "t\t"].map((pair) =>
  Buffer.from(pair),
))
  MEANINGS[letter!] = meaning!;

/**
 * Decodes the content of a valid JSON string into UTF-8 at the beginning of `target`, which must be as long. Bytes that
 * are not UTF-8 stay as they are. Returns the length, or -1 if an escape is half of a surrogate pair, which no UTF-8
 * can say.
 */
export function decodeString(bytes: Uint8Array, from: number, to: number, target: Buffer): number {
  let length = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte !== BACKSLASH) {
      target[length++] = byte;
      continue;
    }
    const letter = bytes[++at]!;
    if (letter !== SMALL_U) {
      target[length++] = MEANINGS[letter]!;
      continue;
    }
    let code = hexAt(bytes, at + 1);
    at += 4;
    if (isHigh(code) && at + 6 < to && bytes[at + 1] === BACKSLASH && bytes[at + 2] === SMALL_U) {
      const low = hexAt(bytes, at + 3);
      if (!isLow(low)) return -1;
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      at += 6;
    } else if (isHigh(code) || isLow(code)) {
      return -1;
    }
    length += target.write(String.fromCodePoint(code), length);
  }
  return length;
}

function hexAt(bytes: Uint8Array, at: number): number {
  return Number.parseInt(String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!), 16);
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
