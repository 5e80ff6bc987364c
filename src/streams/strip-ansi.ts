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
  let from = bytes.indexOf(ESCAPE);
  if (from === -1) return bytes;
  const kept: Buffer[] = [bytes.subarray(0, from)];
  // Where no string ends from here on, none does from a later place.
  let stringsEnd = true;
  while (from !== -1) {
    const introducer = bytes[from + 1];
    let after = from + 1;
    if (introducer === CONTROL_SEQUENCE) {
      after = sequenceEnd(bytes, from + 2);
    } else if (introducer !== undefined && STRINGS.has(introducer)) {
      const end: number = stringsEnd ? stringEnd(bytes, from + 2) : -1;
      stringsEnd = end !== -1;
      after = end === -1 ? from + 2 : end;
    } else if (introducer !== undefined) {
      after = escapeEnd(bytes, from + 1);
    }
    from = bytes.indexOf(ESCAPE, after);
    kept.push(bytes.subarray(after, from === -1 ? bytes.length : from));
  }
  return Buffer.concat(kept);
}

/** The place after parameters, intermediates and the final byte. */
function sequenceEnd(bytes: Buffer, at: number): number {
  let i = at;
  while (isBetween(bytes[i], 0x30, 0x3f)) i++;
  while (isBetween(bytes[i], 0x20, 0x2f)) i++;
  return isBetween(bytes[i], 0x40, 0x7e) ? i + 1 : i;
}

/** The place after intermediates and the final byte; where none follows, only the escape goes. */
function escapeEnd(bytes: Buffer, at: number): number {
  let i = at;
  while (isBetween(bytes[i], 0x20, 0x2f)) i++;
  return isBetween(bytes[i], 0x30, 0x7e) ? i + 1 : at;
}

/** The place after BEL or ESC \, or at another ESC, which breaks the string off; -1 without. */
function stringEnd(bytes: Buffer, at: number): number {
  for (let i = at; i < bytes.length; i++) {
    if (bytes[i] === BELL) return i + 1;
    if (bytes[i] === ESCAPE) return bytes[i + 1] === BACKSLASH ? i + 2 : i;
  }
  return -1;
}

function isBetween(byte: number | undefined, least: number, most: number): boolean {
  return byte !== undefined && byte >= least && byte <= most;
}
