const ESCAPE = 0x1b;
const BELL = 0x07;
const BACKSLASH = 0x5c;
const CONTROL_SEQUENCE = 0x5b;
/** What begins a string that a terminal keeps for itself, up to its end: APC, DCS, OSC, PM, SOS. */
const STRINGS: ReadonlySet<number> = new Set([0x5f, 0x50, 0x5d, 0x5e, 0x58]);

/**
 * The bytes without the sequences by which a terminal is told of colours, the cursor, titles and links (ECMA-48, in their
 * 7-bit form); the same Buffer if there are none. Of one that does not come to its end only the first bytes go. Takes time
 * linear in the bytes.
 */
export function stripAnsi(bytes: Buffer): Buffer {
  if (!bytes.includes(ESCAPE)) return bytes;
  const kept = Buffer.allocUnsafe(bytes.length);
  return kept.subarray(0, writeStripped(bytes, 0, bytes.length, kept, 0));
}

/** Writes to `target[at]` what `stripAnsi` keeps of `source[from]` to `source[to]`; returns where it ends. */
export function writeStripped(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
  let end = at;
  // Where no string ends from here on, none does from a later place.
  let stringsEnd = true;
  for (let i = from; i < to; ) {
    const byte = source[i]!;
    if (byte !== ESCAPE) {
      target[end++] = byte;
      i++;
      continue;
    }
    const introducer = i + 1 < to ? source[i + 1]! : -1;
    if (introducer === CONTROL_SEQUENCE) {
      i = sequenceEnd(source, i + 2, to);
    } else if (STRINGS.has(introducer)) {
      const after: number = stringsEnd ? stringEnd(source, i + 2, to) : -1;
      stringsEnd = after !== -1;
      i = stringsEnd ? after : i + 2;
    } else {
      i = escapeEnd(source, i + 1, to);
    }
  }
  return end;
}

/** The place after parameters, intermediates and the final byte. */
function sequenceEnd(bytes: Uint8Array, at: number, to: number): number {
  const intermediates = runEnd(bytes, at, to, 0x30, 0x3f);
  const final = runEnd(bytes, intermediates, to, 0x20, 0x2f);
  return final < to && isBetween(bytes[final]!, 0x40, 0x7e) ? final + 1 : final;
}

/** The place after intermediates and the final byte; where none follows, only the escape goes. */
function escapeEnd(bytes: Uint8Array, at: number, to: number): number {
  const final = runEnd(bytes, at, to, 0x20, 0x2f);
  return final < to && isBetween(bytes[final]!, 0x30, 0x7e) ? final + 1 : at;
}

/** The place after BEL or ESC \, or at another ESC, which breaks the string off; -1 without. */
function stringEnd(bytes: Uint8Array, at: number, to: number): number {
  for (let i = at; i < to; i++) {
    if (bytes[i] === BELL) return i + 1;
    if (bytes[i] === ESCAPE) return i + 1 < to && bytes[i + 1] === BACKSLASH ? i + 2 : i;
  }
  return -1;
}

/** The first place from `at` on whose byte is not between these two. */
function runEnd(bytes: Uint8Array, at: number, to: number, least: number, most: number): number {
  let i = at;
  while (i < to && isBetween(bytes[i]!, least, most)) i++;
  return i;
}

function isBetween(byte: number, least: number, most: number): boolean {
  return byte >= least && byte <= most;
}
