const ESCAPE = 0x1b;
const BELL = 0x07;
const BACKSLASH = 0x5c;
const CONTROL_SEQUENCE = 0x5b;
/** After an escape, these begin a control string, which a terminal does not show: APC, DCS, OSC, PM and SOS. */
const STRING_INTRODUCERS: ReadonlySet<number> = new Set([0x5f, 0x50, 0x5d, 0x5e, 0x58]);

/**
 * Removes escape sequences for terminals, such as colours, cursor movements, titles and links (ECMA-48, in the 7-bit
 * form). Of an incomplete sequence, only the first bytes are removed. Returns the same Buffer if there are no
 * sequences. Takes time linear in the length.
 */
export function stripAnsi(bytes: Buffer): Buffer {
  if (!bytes.includes(ESCAPE)) return bytes;
  const kept = Buffer.allocUnsafe(bytes.length);
  return kept.subarray(0, writeStripped(bytes, 0, bytes.length, kept, 0));
}

/** Writes what `stripAnsi` keeps of `source` from `from` up to `to` at `target[at]`, and returns the end. */
export function writeStripped(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
  let end = at;
  // If no string ends after one place, none ends after a later place. So a failed search need not be repeated.
  let mayFindStringEnd = true;
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
    } else if (STRING_INTRODUCERS.has(introducer)) {
      const after: number = mayFindStringEnd ? stringEnd(source, i + 2, to) : -1;
      mayFindStringEnd = after !== -1;
      i = mayFindStringEnd ? after : i + 2;
    } else {
      i = escapeEnd(source, i + 1, to);
    }
  }
  return end;
}

/** The place after a control sequence: its parameters, intermediates and final byte, as far as they are there. */
function sequenceEnd(bytes: Uint8Array, at: number, to: number): number {
  const intermediates = runEnd(bytes, at, to, 0x30, 0x3f);
  const final = runEnd(bytes, intermediates, to, 0x20, 0x2f);
  return final < to && isBetween(bytes[final]!, 0x40, 0x7e) ? final + 1 : final;
}

/** The place after the intermediates and the final byte; `at`, so that only the escape is removed, if there is none. */
function escapeEnd(bytes: Uint8Array, at: number, to: number): number {
  const final = runEnd(bytes, at, to, 0x20, 0x2f);
  return final < to && isBetween(bytes[final]!, 0x30, 0x7e) ? final + 1 : at;
}

/** The place after BEL or ESC \, or at any other ESC, which ends the string too; -1 if there is none. */
function stringEnd(bytes: Uint8Array, at: number, to: number): number {
  for (let i = at; i < to; i++) {
    if (bytes[i] === BELL) return i + 1;
    if (bytes[i] === ESCAPE) return i + 1 < to && bytes[i + 1] === BACKSLASH ? i + 2 : i;
  }
  return -1;
}

/** The first place from `at` on whose byte is not between `min` and `max`. */
function runEnd(bytes: Uint8Array, at: number, to: number, min: number, max: number): number {
  let i = at;
  while (i < to && isBetween(bytes[i]!, min, max)) i++;
  return i;
}

function isBetween(byte: number, min: number, max: number): boolean {
  return byte >= min && byte <= max;
}
