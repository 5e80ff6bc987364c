import { viewOf, WORD_BYTES, wordFrom, wordHash, wordView } from "../../text/bytes/machine-words.ts";
import { firstIndexOf } from "../../text/bytes/word-search.ts";
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

/** A long literal has a table of so many shifts. Words that share an entry make a shift shorter, but no error. */
const SHIFT_BITS = 8;
const SHIFTS = 1 << SHIFT_BITS;

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
  readonly firstByte: number;
  /** The bytes once more, from `begin` on in a store that holds those of other literals too. */
  private readonly stored: DataView;
  private readonly begin: number;
  /** The first bytes, up to four, as a word, in which `mask` has ones where they are. */
  private readonly firstWord: number;
  private readonly mask: number;
  /** The last four bytes as a word, if there are as many. */
  private readonly lastWord: number;
  /**
   * Where a store has the shifts of a long literal: by the word under its last one, how far it may move on without
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
    this.firstByte = bytes[0]!;
    const shifts = length > MAX_SHORT_LENGTH ? shiftsOf(bytes) : NO_SHIFTS;
    this.shifts = store.add(shifts, bytes);
    this.begin = this.shifts + shifts.length;
    this.stored = store.words;
    this.mask = length < WORD_BYTES ? (1 << (8 * length)) - 1 : -1;
    this.firstWord = wordFrom(bytes, 0, length);
    this.lastWord = wordFrom(bytes, Math.max(length - WORD_BYTES, 0), length);
    this.rareAt = rarestIn(bytes);
    this.rareByte = bytes[this.rareAt]!;
  }

  /** Whether the literal is at `offset`. The caller ensures that the line is long enough. */
  standsAt(bytes: Uint8Array, offset: number): boolean {
    const { length } = this;
    if (length === 1) return bytes[offset] === this.firstByte;
    const words = wordView(bytes);
    // Literals are returned, not results of calls, so that the caller's code knows them for booleans.
    if (length < WORD_BYTES) {
      if (offset + WORD_BYTES > bytes.length) {
        if (!this.standsAtEnd(bytes, offset)) return false;
        return true;
      }
      // A word that may go on after the line, but not after the bytes.
      return ((words.getInt32(offset, true) ^ this.firstWord) & this.mask) === 0;
    }
    if (words.getInt32(offset, true) !== this.firstWord) return false;
    // The last word may overlap the one before it: a second loop over single bytes would cost more.
    if (words.getInt32(offset + length - WORD_BYTES, true) !== this.lastWord) return false;
    if (length > 2 * WORD_BYTES && !this.hasMiddleAt(bytes, words, offset)) return false;
    return true;
  }

  /** The same for a short literal near the end of the bytes. */
  private standsAtEnd(bytes: Uint8Array, offset: number): boolean {
    return this.bytes.every((byte, i) => byte === bytes[offset + i]);
  }

  /** Whether the words between the first and the last are those of the literal. */
  private hasMiddleAt(bytes: Uint8Array, words: DataView, offset: number): boolean {
    const { stored, begin, length } = this;
    if (length > MAX_UNCOUNTED_LENGTH && this.isPatienceSpent()) return this.known!.has(offset);
    const last = length - WORD_BYTES;
    let i = WORD_BYTES;
    // Two words at a time share the checks of a turn of the loop. The second may be the last one.
    for (; i < last; i += 2 * WORD_BYTES) {
      if (words.getInt32(offset + i, true) !== stored.getInt32(begin + i, true)) break;
      const next = i < last - WORD_BYTES ? i + WORD_BYTES : last;
      if (words.getInt32(offset + next, true) !== stored.getInt32(begin + next, true)) break;
    }
    if (i > MAX_UNCOUNTED_LENGTH) this.spend(bytes, i);
    return i >= last;
  }

  /** The offset of the first occurrence from `from` to `last` inclusive, or -1. The line must be long enough. */
  find(bytes: Uint8Array, from: number, last: number): number {
    if (this.isPatienceSpent()) return this.findKnown(from, last);
    return this.length > MAX_SHORT_LENGTH ? this.findLong(bytes, from, last) : this.findShort(bytes, from, last);
  }

  /** Horspool's search (1980) by words of four bytes, which skips nearly all bytes of ordinary text. */
  private findLong(bytes: Uint8Array, from: number, last: number): number {
    const { stored, shifts, length } = this;
    const words = wordView(bytes);
    const stop = last + length;
    // The end moves and not the start: a sum is known to be a small integer.
    for (let end = from + length; end <= stop; ) {
      const step = stored.getUint8(shifts + entryOf(words, end));
      end += step;
      if (step > 0) continue;
      if (this.standsAt(bytes, end - length)) return end - length;
      end++;
      if (this.isPatienceSpent()) return this.findKnown(end - length, last);
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
      if (length === 1 || this.standsAt(bytes, at)) return at;
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

/** The shifts of a long text, by the hash of the word that ends where the text may end. */
function shiftsOf(text: Uint8Array): Uint8Array {
  const words = viewOf(text);
  const { length } = text;
  const shifts = new Uint8Array(SHIFTS).fill(Math.min(length - WORD_BYTES + 1, MAX_SHIFT));
  for (let end = WORD_BYTES; end <= length; end++) shifts[entryOf(words, end)] = Math.min(length - end, MAX_SHIFT);
  return shifts;
}

/** The entry of a table of shifts for the word that ends before `end`. */
function entryOf(words: DataView, end: number): number {
  return wordHash(words.getInt32(end - WORD_BYTES, true)) >>> (32 - SHIFT_BITS);
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
