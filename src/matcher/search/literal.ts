import type { Line } from "../line/line.ts";
import { PlaceSet } from "../line/place-set.ts";
import { forEachOccurrence } from "./occurrences.ts";

/** Longest step of a search; keeps the shift table in bytes. */
const MAX_SHIFT = 255;

/** A byte that is no nearer than this is found faster by a call of the runtime. */
const NEAR = 64;

/** A literal of so few bytes may be compared as often as one likes: that costs no more than any other step. */
const SHORT = 8;

/** Partial matches may cost this many reads more than the line is long. */
const PATIENCE = 64;

/**
 * A literal text made ready to be looked for in the current line, again and again and by all rules that have it.
 *
 * What partial matches cost is counted, as it is quadratic for a long literal on a hostile line. When it is as much as
 * the line is long, the line is read once, and all places are known from then on. So all questions together that are about
 * different parts of a line take time linear in the line.
 */
export class Literal {
  readonly bytes: Uint8Array;
  readonly length: number;
  private readonly line: Line;
  /** For a byte under the literal's last place: how far the literal may move on without missing a place. */
  private shift: Uint8Array | undefined;
  /** All places in the line, if they are known. */
  private known: PlaceSet | undefined;
  /** The line that `patience` is for. */
  private serial = -1;
  private patience = 0;

  constructor(line: Line, bytes: Uint8Array) {
    this.line = line;
    this.bytes = bytes;
    this.length = bytes.length;
  }

  /** Whether the literal stands at `place`; the caller knows that the line reaches so far. */
  standsAt(bytes: Uint8Array, place: number): boolean {
    const { bytes: literal, length } = this;
    if (length > SHORT && this.isPatienceSpent()) return this.known!.has(place);
    let i = 0;
    while (i < length && bytes[place + i] === literal[i]) i++;
    if (length > SHORT) this.spend(bytes, i);
    return i === length;
  }

  /**
   * The first place from `from` to `last`, both included, at which the literal stands, or -1; the caller knows that the
   * line reaches so far. By Horspool's search (1980), which skips most bytes of ordinary text.
   */
  find(bytes: Uint8Array, from: number, last: number): number {
    const { bytes: literal, length } = this;
    if (length === 1) return this.findByte(bytes, from, last);
    if (length > SHORT && this.isPatienceSpent()) return this.findKnown(from, last);
    this.shift ??= shiftsOf(literal);
    const { shift } = this;
    const tail = length - 1;
    const final = literal[tail]!;
    for (let at = from; at <= last; ) {
      const byte = bytes[at + tail]!;
      if (byte === final) {
        let i = 0;
        while (i < tail && bytes[at + i] === literal[i]) i++;
        const isSpent = length > SHORT && this.spend(bytes, i);
        if (i === tail) return at;
        if (isSpent) return this.findKnown(at + 1, last);
      }
      at += shift[byte]!;
    }
    return -1;
  }

  private findByte(bytes: Uint8Array, from: number, last: number): number {
    const byte = this.bytes[0]!;
    const near = Math.min(last, from + NEAR);
    for (let at = from; at <= near; at++) {
      if (bytes[at] === byte) return at;
    }
    // Only up to `last`: the bytes may go on for long after it.
    const further = near >= last ? -1 : bytes.subarray(near + 1, last + 1).indexOf(byte);
    return further === -1 ? -1 : near + 1 + further;
  }

  private findKnown(from: number, last: number): number {
    let place = from;
    while (place <= last && !this.known!.has(place)) place++;
    return place <= last ? place : -1;
  }

  private isPatienceSpent(): boolean {
    const { line } = this;
    if (this.serial !== line.serial) {
      this.serial = line.serial;
      this.patience = line.end - line.start + PATIENCE;
    }
    return this.patience < 0;
  }

  /** Counts reads; true once they are too many, and all places are known. */
  private spend(bytes: Uint8Array, reads: number): boolean {
    this.patience -= reads;
    if (this.patience >= 0) return false;
    const { line } = this;
    this.known ??= new PlaceSet(line);
    const { known } = this;
    forEachOccurrence(this.bytes, bytes, line.start, line.end, (place) => known.add(place));
    return true;
  }
}

function shiftsOf(literal: Uint8Array): Uint8Array {
  const shift = new Uint8Array(256).fill(Math.min(literal.length, MAX_SHIFT));
  for (let i = 0; i < literal.length - 1; i++) {
    shift[literal[i]!] = Math.min(literal.length - 1 - i, MAX_SHIFT);
  }
  return shift;
}

/** Literals, each made once: rules have many in common, and what is read for every line should be little. */
export class Literals {
  private readonly line: Line;
  private readonly made = new Map<string, Literal>();
  private readonly latin1 = new TextDecoder("latin1");

  constructor(line: Line) {
    this.line = line;
  }

  of(bytes: Uint8Array): Literal {
    const key = this.latin1.decode(bytes);
    const literal = this.made.get(key) ?? new Literal(this.line, bytes);
    this.made.set(key, literal);
    return literal;
  }
}
