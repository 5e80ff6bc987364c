import { BACKSLASH, byteAt, isDigit, isInWord, OPENING_BRACKET, SMALL_M } from "./ascii.ts";

export const ESCAPE = 0x1b;
const SEMICOLON = 0x3b;
const BELL = 0x07;
/** After an escape, these begin a control string, which a terminal does not show: APC, DCS, OSC, PM and SOS. */
const STRING_INTRODUCERS: ReadonlySet<number> = new Set([0x5f, 0x50, 0x5d, 0x5e, 0x58]);

/**
 * Finds where escape sequences for terminals end: colours, cursor movements, titles, links and others of ECMA-48 in the
 * 7-bit form. Of an incomplete sequence, only the first bytes count. Takes time linear in the length of the text, if it
 * is asked from left to right.
 */
export class EscapeSequences {
  private bytes: Uint8Array = new Uint8Array();
  private to = 0;
  /** If no string ends after one escape, none ends after a later one. So a failed search is not repeated. */
  private mayFindStringEnd = true;

  /** Begins with another text, which ends before `to`. */
  begin(bytes: Uint8Array, to: number): void {
    this.bytes = bytes;
    this.to = to;
    this.mayFindStringEnd = true;
  }

  /** The offset after the sequence that begins with the escape at `at`. */
  endOf(at: number): number {
    const introducer = byteAt(this.bytes, at + 1, this.to);
    if (STRING_INTRODUCERS.has(introducer)) return this.stringEnd(at + 2);
    // Parameters, which only control sequences have, then intermediates and the final byte, if they are there.
    const isControl = introducer === OPENING_BRACKET;
    const from = isControl ? at + 2 : at + 1;
    const final = this.runEnd(isControl ? this.runEnd(from, 0x30, 0x3f) : from, 0x20, 0x2f);
    const isFinal = this.runEnd(final, isControl ? 0x40 : 0x30, 0x7e) > final;
    return isFinal ? final + 1 : isControl ? final : from;
  }

  /** The offset after BEL or ESC \, or of any other ESC, which ends the string too; `at` if the string does not end. */
  private stringEnd(at: number): number {
    const { bytes, to } = this;
    for (let i = at; this.mayFindStringEnd && i < to; i++) {
      if (bytes[i] === BELL) return i + 1;
      if (bytes[i] === ESCAPE) return i + 1 < to && bytes[i + 1] === BACKSLASH ? i + 2 : i;
    }
    this.mayFindStringEnd = false;
    return at;
  }

  /** The first offset from `at` on whose byte is not between `min` and `max`. */
  private runEnd(at: number, min: number, max: number): number {
    let i = at;
    while (i < this.to && this.bytes[i]! >= min && this.bytes[i]! <= max) i++;
    return i;
  }
}

const sequences = new EscapeSequences();

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
  sequences.begin(source, to);
  for (let i = from; i < to; ) {
    const byte = source[i]!;
    if (byte === ESCAPE) i = sequences.endOf(i);
    else {
      target[end++] = byte;
      i++;
    }
  }
  return end;
}

/**
 * The end of the colour whose escape was lost, as in `[1;31m`, that begins with the bracket at `at`; -1 for none. One
 * without a number is the end of colours, unless a word begins so, as in `[main]`.
 */
export function colourEnd(bytes: Uint8Array, at: number, end: number): number {
  let i = at + 1;
  while (i < end && (isDigit(bytes[i]!) || bytes[i] === SEMICOLON)) i++;
  if (i === end || bytes[i] !== SMALL_M) return -1;
  return i === at + 1 && i + 1 < end && isInWord(bytes[i + 1]!) ? -1 : i + 1;
}
