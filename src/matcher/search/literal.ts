import { firstIndexOf, viewOf, WORD_BYTES, wordView } from "../../bytes/machine-words.ts";
import type { Line } from "../line/line.ts";
import { OffsetSet } from "../line/line-memory.ts";
import { TextMap } from "./text-map.ts";

/** Comparing a literal this short costs no more than any other step, so it is not counted. */
const MAX_UNCOUNTED_LENGTH = 16;

/** How many more reads than the line has bytes may go into partial matches. */
const PATIENCE = 64;

/** A longer literal is searched in steps of up to its length; a shorter one by a byte that is rare in logs. */
const MAX_SHORT_LENGTH = 7;

/** The longest step of a search, so that shifts fit in a byte. */
const MAX_SHIFT = 255;

/** A long literal has a shift for each byte. */
const SHIFTS = 256;

/** Common characters of logs, the most common first. All others are rarer. */
const COMMON = " etaoinsrldcu0123456789hmpfgbvwyk.:-/=_,xjqzETAOINSRLDCUHMPFGBVWYKXJQZ";

/** By byte: its place among the common ones. */
const RARITY = Uint8Array.from({ length: 256 }, (_, byte) => {
  const rank = COMMON.indexOf(String.fromCharCode(byte));
  return rank === -1 ? COMMON.length : rank;
});

/**
 * A literal text, prepared for repeated searches in the current line. All patterns with the same literal share it.
 *
 * Partial matches are quadratic for a long literal on a hostile line, so their reads are counted. Once they exceed the
 * length of the line, one pass finds all occurrences, and later searches look them up. So searches in different parts
 * of a line take time linear in the line altogether.
 */
export class Literal {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** The bytes once more, from `begin` on in a store that holds those of other literals too. */
  private readonly stored: DataView;
  private readonly begin: number;
  /** The first bytes, up to four, as a word, in which `mask` has ones where they are. */
  private readonly firstWord: number;
  private readonly mask: number;
  /**
   * Where a store has the shifts of a long literal: by the byte under its last one, how far it may move on without
   * missing an occurrence.
   */
  private readonly shifts: number;
  /** A byte that is rare in logs, and its offset in the literal. */
  private readonly rareByte: number;
  private readonly rareAt: number;
  private readonly line: Line;
  /** The line that `patience` belongs to. */
  private serial = -1;
  private patience = 0;
  /** The line in which the patience was used up last. */
  private spentIn = -1;
  /** The offsets of all occurrences in that line. */
  private known: OffsetSet | undefined;

  constructor(line: Line, bytes: Uint8Array, store: LiteralStore) {
    const { length } = bytes;
    this.line = line;
    this.bytes = bytes;
    this.length = length;
    const shifts = length > MAX_SHORT_LENGTH ? shiftsOf(bytes) : NO_SHIFTS;
    this.shifts = store.add(shifts, bytes);
    this.begin = this.shifts + shifts.length;
    this.stored = store.words;
    this.mask = length < WORD_BYTES ? (1 << (8 * length)) - 1 : -1;
    this.firstWord = bytes.subarray(0, WORD_BYTES).reduceRight((word, byte) => (word << 8) | byte, 0);
    this.rareAt = rarestIn(bytes);
    this.rareByte = bytes[this.rareAt]!;
  }

  /** Whether the literal is at `offset`. The caller ensures that the line is long enough. */
  standsAt(bytes: Uint8Array, offset: number): boolean {
    if (this.isPatienceSpent()) return this.known!.has(offset);
    const matched = this.matchedAt(bytes, offset);
    if (matched > MAX_UNCOUNTED_LENGTH) this.spend(bytes, matched);
    return matched === this.length;
  }

  /** How many bytes of the literal at least are at an offset; all only if it stands there. */
  private matchedAt(bytes: Uint8Array, offset: number): number {
    const { stored, begin, length } = this;
    const words = wordView(bytes);
    const last = length - WORD_BYTES;
    if (last < 0) {
      // A word that goes on after the literal, and perhaps after the line, or begins before it at the end of the bytes.
      const at = Math.min(offset, bytes.length - WORD_BYTES);
      if (at < 0) return this.matchedInFew(bytes, offset);
      return (((words.getInt32(at, true) >>> (8 * (offset - at))) ^ this.firstWord) & this.mask) === 0 ? length : 0;
    }
    let i = 0;
    while (i < last && words.getInt32(offset + i, true) === stored.getInt32(begin + i, true)) i += WORD_BYTES;
    if (i < last) return i;
    // The last word may overlap the one before it: a second loop over single bytes would cost more.
    return words.getInt32(offset + last, true) === stored.getInt32(begin + last, true) ? length : last;
  }

  /** The same for a buffer that is shorter than a word. */
  private matchedInFew(bytes: Uint8Array, offset: number): number {
    return this.bytes.every((byte, i) => byte === bytes[offset + i]) ? this.length : 0;
  }

  /** The offset of the first occurrence from `from` to `last` inclusive, or -1. The line must be long enough. */
  find(bytes: Uint8Array, from: number, last: number): number {
    if (this.isPatienceSpent()) return this.findKnown(from, last);
    return this.length > MAX_SHORT_LENGTH ? this.findLong(bytes, from, last) : this.findShort(bytes, from, last);
  }

  /** Horspool's search (1980), which skips most bytes of ordinary text. */
  private findLong(bytes: Uint8Array, from: number, last: number): number {
    const { stored, begin, shifts, length } = this;
    const tail = length - 1;
    const final = stored.getUint8(begin + tail);
    const stop = last + tail;
    // The end moves and not the start, which would begin as a parameter: V8 knows of a sum that it is a small number.
    for (let end = from + tail; end <= stop; ) {
      const byte = bytes[end]!;
      if (byte === final) {
        const at = end - tail;
        const matched = this.matchedAt(bytes, at);
        const isSpent = matched > MAX_UNCOUNTED_LENGTH && this.spend(bytes, matched);
        if (matched === length) return at;
        if (isSpent) return this.findKnown(at + 1, last);
      }
      end += stored.getUint8(shifts + byte);
    }
    return -1;
  }

  /** Looks for the rare byte, four bytes at a time. Steps of the length of the literal would be as short. */
  private findShort(bytes: Uint8Array, from: number, last: number): number {
    const { length, rareByte, rareAt } = this;
    const to = last + rareAt + 1;
    for (let i = from + rareAt; ; i++) {
      i = firstIndexOf(rareByte, bytes, i, to);
      if (i >= to) return -1;
      const at = i - rareAt;
      if (length === 1 || this.matchedAt(bytes, at) === length) return at;
    }
  }

  private findKnown(from: number, last: number): number {
    let offset = from;
    while (offset <= last && !this.known!.has(offset)) offset++;
    return offset <= last ? offset : -1;
  }

  private isPatienceSpent(): boolean {
    return this.spentIn === this.line.serial;
  }

  /** Counts reads. Once there are too many, finds all occurrences and returns true. */
  private spend(bytes: Uint8Array, reads: number): boolean {
    const { line } = this;
    if (this.serial !== line.serial) {
      this.serial = line.serial;
      this.patience = line.end - line.start + PATIENCE;
    }
    this.patience -= reads;
    if (this.patience >= 0) return false;
    this.spentIn = line.serial;
    this.known ??= new OffsetSet(line);
    const { known } = this;
    forEachOccurrence(this.bytes, bytes, line.start, line.end, (offset) => known.add(offset));
    return true;
  }
}

/**
 * Calls `add` with the offset of each occurrence of a literal between `from` and `end`, in ascending order, including
 * overlapping ones. Takes time linear in the text, however repetitive it is (Knuth, Morris and Pratt, 1977).
 */
function forEachOccurrence(
  literal: Uint8Array,
  bytes: Uint8Array,
  from: number,
  end: number,
  add: (offset: number) => void,
): void {
  const borders = bordersOf(literal);
  let matched = 0;
  for (let i = from; i < end; i++) {
    const byte = bytes[i];
    while (matched > 0 && (matched === literal.length || byte !== literal[matched])) matched = borders[matched]!;
    if (byte === literal[matched]) matched++;
    if (matched === literal.length) add(i + 1 - matched);
  }
}

/** For each number of matched bytes: how many still match after the literal moves on. */
function bordersOf(literal: Uint8Array): number[] {
  const borders = [0, 0];
  let border = 0;
  for (let i = 1; i < literal.length; i++) {
    while (border > 0 && literal[i] !== literal[border]) border = borders[border]!;
    if (literal[i] === literal[border]) border++;
    borders.push(border);
  }
  return borders;
}

const NO_SHIFTS = new Uint8Array(0);

function shiftsOf(text: Uint8Array): Uint8Array {
  const last = text.length - 1;
  const shifts = new Uint8Array(SHIFTS).fill(Math.min(text.length, MAX_SHIFT));
  for (let i = 0; i < last; i++) shifts[text[i]!] = Math.min(last - i, MAX_SHIFT);
  return shifts;
}

/** The offset of the byte of a text that is rarest in logs. */
function rarestIn(text: Uint8Array): number {
  let rarest = 0;
  for (let i = 1; i < text.length; i++) if (RARITY[text[i]!]! > RARITY[text[rarest]!]!) rarest = i;
  return rarest;
}

/** The size of a block of a store. */
const BLOCK_SIZE = 1 << 14;

/** Keeps the bytes of many literals close together, since processors read memory in lines. */
class LiteralStore {
  /** The block to which a text was added last. */
  words = viewOf(new Uint8Array(0));
  private bytes = new Uint8Array(0);
  private used = 0;

  /** Adds two texts, one after the other, and returns where the first one begins in `words`. */
  add(first: Uint8Array, second: Uint8Array): number {
    const length = first.length + second.length;
    if (this.used + length > this.bytes.length) {
      this.bytes = new Uint8Array(Math.max(length, BLOCK_SIZE));
      this.words = viewOf(this.bytes);
      this.used = 0;
    }
    const begin = this.used;
    this.bytes.set(first, begin);
    this.bytes.set(second, begin + first.length);
    this.used += length;
    return begin;
  }
}

/** Creates one `Literal` for each distinct text, which all patterns share. */
export class Literals {
  private readonly line: Line;
  private readonly made = new TextMap<Literal>();
  private readonly store = new LiteralStore();

  constructor(line: Line) {
    this.line = line;
  }

  of(bytes: Uint8Array): Literal {
    return this.made.of(bytes, () => new Literal(this.line, bytes, this.store));
  }
}
