import { type Fork, forkOf, NONE } from "./fork.ts";
import type { Literal } from "./literal.ts";
import { byteShifts, pairOf, pairShifts } from "./shifts.ts";

/** A common beginning of so many bytes tells literals from other text better than a table of all their bytes. */
const TELLING_PREFIX = 3;

/** Keeps the tables in bytes. */
const LONGEST_WINDOW = 255;

/** From this length on, pairs of bytes are worth their table: few of a text's pairs are also the literals'. */
const PAIRS_FROM = 4;

/** How far, how deep and by how many bytes it is worked out where the next literal can stand. */
const LONGEST_STEP = 64;
const MOST_FORKS = 8;
const TELLING = 32;

/**
 * Different literals looked for at once. None of them is empty, but in a set that is only asked what stands at a place.
 * Where one may stand is found by Horspool's table (1980) over their common beginning, or else over as many bytes as the
 * shortest has, by pairs of bytes where that is long enough, as Wu and Manber have it (1994). Which one it is, is found
 * by a trie that looks only at the bytes in which they differ (Morrison's PATRICIA, 1968), and one comparison.
 */
export class LiteralSet {
  /** What the last answer of `longestAt` cost, in bytes read: who asks at many places must see that it does not add up. */
  reads = 0;

  private readonly literals: readonly Literal[];
  /** So many first bytes of each literal tell where one may stand. */
  private readonly window: number;
  /** The byte that all literals begin with, or -1. */
  private readonly first: number;
  private readonly shift: Uint8Array;
  private readonly byPairs: boolean;
  private readonly root: Fork;
  /** For each literal: the longest other one that begins it, or NONE. */
  private readonly beginnings: readonly number[];
  /** For each literal: how far beyond its place the next of any literal is, at least. */
  private readonly steps: readonly number[];

  /** The set answers with indexes in this list. */
  constructor(literals: readonly Literal[]) {
    this.literals = literals;
    const beginnings: number[] = literals.map(() => NONE);
    this.root = forkOf(literals, beginnings);
    this.beginnings = beginnings;
    const shortest = literals.reduce((least, { length }) => Math.min(least, length), LONGEST_WINDOW);
    const common = Math.min(this.root.depth, LONGEST_WINDOW);
    this.window = common >= TELLING_PREFIX ? common : shortest;
    this.first = common > 0 ? literals[0]!.bytes[0]! : -1;
    this.byPairs = this.window >= PAIRS_FROM;
    this.shift = this.byPairs ? pairShifts(literals, this.window) : byteShifts(literals, this.window);
    this.steps = literals.map(({ bytes }) => this.stepOver(bytes));
  }

  /** How far beyond a place at which the literal of this index stands the next place of any literal is, at least. */
  step(index: number): number {
    return this.steps[index]!;
  }

  /**
   * The first place from `from` to `last`, both included, at which some literal may stand, or -1. The caller knows that
   * the shortest literal ends within the line at each of them.
   */
  candidate(bytes: Uint8Array, from: number, last: number): number {
    const { shift, byPairs, first } = this;
    const ahead = this.window - 1;
    let at = from;
    while (at <= last) {
      const byte = bytes[at + ahead]!;
      const step = shift[byPairs ? pairOf(bytes[at + ahead - 1]!, byte) : byte]!;
      if (step > 0) at += step;
      else if (first === -1 || bytes[at] === first) return at;
      else at++;
    }
    return -1;
  }

  /**
   * The index of the longest literal that stands at a place and ends at or before `end`, or -1. All others that stand there
   * begin it: they are the one that `shorter` gives, and so on.
   */
  longestAt(bytes: Uint8Array, place: number, end: number): number {
    let fork = this.root;
    let index = NONE;
    for (;;) {
      if (fork.literal !== NONE) index = fork.literal;
      const at = place + fork.depth;
      if (at >= end) break;
      const next = fork.table[bytes[at]!]!;
      if (next === 0) break;
      fork = fork.forks[next - 1]!;
    }
    this.reads = 1;
    while (index !== NONE) {
      const literal = this.literals[index]!;
      if (place + literal.length <= end) {
        const agreement = literal.agreement(bytes, place);
        this.reads += agreement;
        if (agreement === literal.length) break;
      }
      index = this.shorter(index);
    }
    return index;
  }

  /** The index of the longest other literal that begins this one, or -1. */
  shorter(index: number): number {
    return this.beginnings[index]!;
  }

  /** The least move after which some literal may stand in a text in which these bytes do, or a lesser one. */
  private stepOver(bytes: Uint8Array): number {
    const most = Math.min(bytes.length, LONGEST_STEP);
    let step = 1;
    while (step < most && !this.mayStand(bytes, step)) step++;
    return step;
  }

  /**
   * Whether some literal agrees with the bytes from a place on, as far as these go. Looks only so far that a long list of
   * long literals is made ready in time linear in it; what is not told then may be so.
   */
  private mayStand(bytes: Uint8Array, place: number): boolean {
    let fork = this.root;
    for (let i = 0; i < MOST_FORKS; i++) {
      if (fork.literal !== NONE && this.agrees(fork.literal, bytes, place)) return true;
      const at = place + fork.depth;
      if (at >= bytes.length) return true;
      const next = fork.table[bytes[at]!]!;
      if (next === 0) return false;
      fork = fork.forks[next - 1]!;
    }
    return true;
  }

  private agrees(index: number, bytes: Uint8Array, place: number): boolean {
    const literal = this.literals[index]!.bytes;
    const known = Math.min(literal.length, bytes.length - place, TELLING);
    for (let i = 0; i < known; i++) {
      if (bytes[place + i] !== literal[i]) return false;
    }
    return true;
  }
}
