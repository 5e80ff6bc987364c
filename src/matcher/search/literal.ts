import { viewOf, WORD_BYTES, wordView } from "../../bytes/machine-words.ts";
import type { Line } from "../line/line.ts";
import { PlaceSet } from "../line/line-memory.ts";
import { forEachOccurrence } from "./occurrences.ts";

/** The longest step of a search, so that shifts fit in a byte. */
const MAX_SHIFT = 255;

/** Every literal has a shift for each byte. */
const SHIFTS = 256;

/** Beyond this distance, `indexOf` of the runtime finds a byte faster than a loop. */
const NATIVE_SEARCH_DISTANCE = 64;

/** Comparing a literal this short costs no more than any other step, so it is not counted. */
const MAX_UNCOUNTED_LENGTH = 16;

/** How many more reads than the line has bytes may go into partial matches. */
const PATIENCE = 64;

/**
 * A literal text, prepared for repeated searches in the current line. All rules with the same literal share it.
 *
 * Partial matches are quadratic for a long literal on a hostile line, so their reads are counted. Once they exceed the
 * length of the line, one pass finds all places, and later searches look them up. So searches in different parts of a
 * line take time linear in the line altogether.
 */
export class Literal {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** The bytes once more, from `begin` on in a store that holds those of other literals too. */
  private readonly stored: DataView;
  private readonly begin: number;
  /** In the same store, by the byte under the literal's last one: how far it may move on without missing a place. */
  private readonly shifts: number;
  private readonly word: number;
  private readonly mask: number;
  private readonly line: Line;
  /** The line that `patience` belongs to. */
  private serial = -1;
  private patience = 0;
  /** All places in the line, once they are known. */
  private known: PlaceSet | undefined;

  constructor(line: Line, bytes: Uint8Array, store: LiteralStore) {
    const { length } = bytes;
    this.line = line;
    this.bytes = bytes;
    this.length = length;
    this.shifts = store.reserve(SHIFTS + length);
    this.begin = this.shifts + SHIFTS;
    this.stored = store.words;
    store.bytes.fill(Math.min(length, MAX_SHIFT), this.shifts, this.begin);
    for (let i = 0; i < length - 1; i++) store.bytes[this.shifts + bytes[i]!] = Math.min(length - 1 - i, MAX_SHIFT);
    store.bytes.set(bytes, this.begin);
    let [word, mask] = [0, 0];
    for (let i = 0; i < length && i < 4; i++) { word |= bytes[i]! << (8 * i); mask |= 0xff << (8 * i); }
    this.word = word;
    this.mask = mask;
  }

  /** Whether the literal is at `place`. The caller ensures that the line is long enough. */
  standsAt(bytes: Uint8Array, place: number): boolean {
    if (this.isPatienceSpent()) return this.known!.has(place);
    const matched = this.matchedAt(bytes, place);
    if (matched > MAX_UNCOUNTED_LENGTH) this.spend(bytes, matched);
    return matched === this.length;
  }

  /** How many bytes of the literal at least are at a place; all only if it stands there. */
  private matchedAt(bytes: Uint8Array, place: number): number {
    const { stored, begin, length } = this;
    const words = wordView(bytes);
    const last = length - WORD_BYTES;
    let i = 0;
    if (last < 0) {
      if (place + WORD_BYTES <= bytes.length) return ((words.getInt32(place, true) ^ this.word) & this.mask) === 0 ? length : 0;
      while (i < length && words.getUint8(place + i) === stored.getUint8(begin + i)) i++;
      return i;
    }
    while (i < last && words.getInt32(place + i, true) === stored.getInt32(begin + i, true)) i += WORD_BYTES;
    if (i < last) return i;
    // The last word may overlap the one before it: a second loop over single bytes would cost more.
    return words.getInt32(place + last, true) === stored.getInt32(begin + last, true) ? length : last;
  }

  /**
   * The first place of the literal from `from` to `last` inclusive, or -1. The caller ensures that the line is long
   * enough. Horspool's search (1980), which skips most bytes of ordinary text.
   */
  find(bytes: Uint8Array, from: number, last: number): number {
    const { stored, begin, length } = this;
    if (length === 1) return this.findByte(bytes, from, last);
    if (this.isPatienceSpent()) return this.findKnown(from, last);
    const { shifts } = this;
    const tail = length - 1;
    const final = stored.getUint8(begin + tail);
    for (let at = from; at <= last; ) {
      const byte = bytes[at + tail]!;
      if (byte === final) {
        const matched = this.matchedAt(bytes, at);
        const isSpent = matched > MAX_UNCOUNTED_LENGTH && this.spend(bytes, matched);
        if (matched === length) return at;
        if (isSpent) return this.findKnown(at + 1, last);
      }
      at += stored.getUint8(shifts + byte);
    }
    return -1;
  }

  private findByte(bytes: Uint8Array, from: number, last: number): number {
    const byte = this.bytes[0]!;
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

  private isPatienceSpent(): boolean {
    return this.patience < 0 && this.serial === this.line.serial;
  }

  /** Counts reads. Once there are too many, finds all places and returns true. */
  private spend(bytes: Uint8Array, reads: number): boolean {
    const { line } = this;
    if (this.serial !== line.serial) {
      this.serial = line.serial;
      this.patience = line.end - line.start + PATIENCE;
    }
    this.patience -= reads;
    if (this.patience >= 0) return false;
    this.known ??= new PlaceSet(line);
    const { known } = this;
    forEachOccurrence(this.bytes, bytes, line.start, line.end, (place) => known.add(place));
    return true;
  }
}

/** The size of a block of a store. */
const BLOCK_SIZE = 1 << 14;

/** Keeps the bytes of many literals close together, since processors read memory in lines. */
class LiteralStore {
  /** The block in which bytes were reserved last. */
  bytes: Uint8Array = new Uint8Array(0);
  words = viewOf(this.bytes);
  private used = 0;

  /** Reserves bytes, all zero, and returns where they begin in `bytes`. */
  reserve(length: number): number {
    if (this.used + length > this.bytes.length) {
      this.bytes = new Uint8Array(Math.max(length, BLOCK_SIZE));
      this.words = viewOf(this.bytes);
      this.used = 0;
    }
    this.used += length;
    return this.used - length;
  }
}

/** Creates one `Literal` for each distinct text, which all rules share. */
export class Literals {
  private readonly line: Line;
  private readonly made = new Map<string, Literal>();
  private readonly store = new LiteralStore();

  constructor(line: Line) {
    this.line = line;
  }

  of(bytes: Uint8Array): Literal {
    const key = latin1.decode(bytes);
    const literal = this.made.get(key) ?? new Literal(this.line, bytes, this.store);
    this.made.set(key, literal);
    return literal;
  }
}

const latin1 = new TextDecoder("latin1");
