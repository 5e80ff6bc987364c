import type { Line } from "../line/line.ts";
import { PlaceSet } from "../line/line-memory.ts";
import { forEachOccurrence } from "./occurrences.ts";

/** The longest step of a search, so that shifts fit in a byte. */
const MAX_SHIFT = 255;

/** How many shifts a literal has. Bytes that agree in their lower bits share one, the least, which costs a step at most. */
const SHIFTS = 256;

/** Beyond this distance, `indexOf` of the runtime finds a byte faster than a loop. */
const NATIVE_SEARCH_DISTANCE = 64;

/** Comparing a literal this short costs no more than any other step, so it is not counted. */
const MAX_UNCOUNTED_LENGTH = 8;

/** How many more reads than the line has bytes may go into partial matches. */
const PATIENCE = 64;

/**
 * A literal text, prepared for repeated searches in the current line. All rules with the same literal share it.
 *
 * Partial matches are quadratic for a long literal on a hostile line, so their reads are counted. Once they exceed the
 * length of the line, one pass finds all places, and later searches look them up. So searches in different parts of a line
 * take time linear in the line altogether.
 */
export class Literal {
  readonly bytes: Uint8Array;
  readonly length: number;
  private readonly store: LiteralStore;
  /** A copy of the bytes in a store of many literals' bytes, and where it begins there. Right before it are the shifts. */
  private stored: Uint8Array = NOT_STORED;
  private at = 0;
  /** All places in the line, once they are known. */
  private known: PlaceSet | undefined;
  /** The line that `patience` belongs to. */
  private serial = -1;
  private patience = 0;

  constructor(store: LiteralStore, bytes: Uint8Array) {
    this.store = store;
    this.bytes = bytes;
    this.length = bytes.length;
  }

  /** Whether the literal is at `place`. The caller ensures that the line is long enough. */
  standsAt(bytes: Uint8Array, place: number): boolean {
    const { length } = this;
    if (this.stored === NOT_STORED) this.prepare();
    if (length > MAX_UNCOUNTED_LENGTH && this.isPatienceSpent()) return this.known!.has(place);
    const { stored, at: begin } = this;
    let i = 0;
    while (i < length && bytes[place + i] === stored[begin + i]) i++;
    if (length > MAX_UNCOUNTED_LENGTH) this.spend(bytes, i);
    return i === length;
  }

  /**
   * The first place of the literal from `from` to `last` inclusive, or -1. The caller ensures that the line is long enough.
   * Horspool's search (1980), which skips most bytes of ordinary text.
   */
  find(bytes: Uint8Array, from: number, last: number): number {
    const { length } = this;
    if (this.stored === NOT_STORED) this.prepare();
    if (length === 1) return this.findByte(bytes, from, last);
    if (length > MAX_UNCOUNTED_LENGTH && this.isPatienceSpent()) return this.findKnown(from, last);
    const { stored, at: begin } = this;
    const tail = length - 1;
    const final = stored[begin + tail]!;
    for (let at = from; at <= last; ) {
      const byte = bytes[at + tail]!;
      if (byte === final) {
        let i = 0;
        while (i < tail && bytes[at + i] === stored[begin + i]) i++;
        const isSpent = length > MAX_UNCOUNTED_LENGTH && this.spend(bytes, i);
        if (i === tail) return at;
        if (isSpent) return this.findKnown(at + 1, last);
      }
      at += stored[begin - SHIFTS + (byte & (SHIFTS - 1))]!;
    }
    return -1;
  }

  private findByte(bytes: Uint8Array, from: number, last: number): number {
    const byte = this.stored[this.at]!;
    const near = Math.min(last, from + NATIVE_SEARCH_DISTANCE);
    for (let at = from; at <= near; at++) {
      if (bytes[at] === byte) return at;
    }
    // Only up to `last`: the buffer may go on for long after it.
    const further = near >= last ? -1 : bytes.subarray(near + 1, last + 1).indexOf(byte);
    return further === -1 ? -1 : near + 1 + further;
  }

  private findKnown(from: number, last: number): number {
    let place = from;
    while (place <= last && !this.known!.has(place)) place++;
    return place <= last ? place : -1;
  }

  private prepare(): void {
    const { store, bytes, length } = this;
    const shifts = store.reserve(SHIFTS + length);
    const stored = store.bytes;
    stored.fill(Math.min(length, MAX_SHIFT), shifts, shifts + SHIFTS);
    for (let i = 0; i < length - 1; i++) {
      stored[shifts + (bytes[i]! & (SHIFTS - 1))] = Math.min(length - 1 - i, MAX_SHIFT);
    }
    stored.set(bytes, shifts + SHIFTS);
    this.stored = stored;
    this.at = shifts + SHIFTS;
  }

  private isPatienceSpent(): boolean {
    const { line } = this.store;
    if (this.serial !== line.serial) {
      this.serial = line.serial;
      this.patience = line.end - line.start + PATIENCE;
    }
    return this.patience < 0;
  }

  /** Counts reads. Once there are too many, finds all places and returns true. */
  private spend(bytes: Uint8Array, reads: number): boolean {
    this.patience -= reads;
    if (this.patience >= 0) return false;
    const { line } = this.store;
    this.known ??= new PlaceSet(line);
    const { known } = this;
    forEachOccurrence(this.bytes, bytes, line.start, line.end, (place) => known.add(place));
    return true;
  }
}

const NOT_STORED = new Uint8Array(0);

/** The bytes of a store. Longer literals have one of their own. */
const STORE_SIZE = 1 << 14;

/** Keeps the bytes of many literals close together, in the order in which they are first used: caches hold more of them. */
class LiteralStore {
  readonly line: Line;
  bytes = NOT_STORED;
  private used = 0;

  constructor(line: Line) {
    this.line = line;
  }

  /** Reserves bytes, all zero, and returns where they begin in `bytes`. */
  reserve(length: number): number {
    if (this.used + length > this.bytes.length) {
      this.bytes = new Uint8Array(Math.max(length, STORE_SIZE));
      this.used = 0;
    }
    const from = this.used;
    this.used += length;
    return from;
  }
}

/** Creates one `Literal` for each distinct text, which all rules share. */
export class Literals {
  private readonly store: LiteralStore;
  private readonly made = new Map<string, Literal>();
  private readonly latin1 = new TextDecoder("latin1");

  constructor(line: Line) {
    this.store = new LiteralStore(line);
  }

  of(bytes: Uint8Array): Literal {
    const key = this.latin1.decode(bytes);
    const literal = this.made.get(key) ?? new Literal(this.store, bytes);
    this.made.set(key, literal);
    return literal;
  }
}
