import type { Literal } from "./literal.ts";

/** A common beginning of so many bytes tells literals from other text better than a table of all their bytes. */
const TELLING_PREFIX = 3;

/** Keeps the tables in bytes. */
const LONGEST_WINDOW = 255;

/** From this length on, pairs of bytes are worth their table: few of a text's pairs are also the literals'. */
const PAIRS_FROM = 4;

/** Pairs of bytes are told apart by so many bits; different pairs that look alike cost a look, not a mistake. */
const PAIR_BITS = 12;

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
    const sorted = literals
      .map(({ bytes }, index) => ({ bytes, index }))
      .sort((a, b) => compareBytes(a.bytes, b.bytes));
    const beginnings: number[] = literals.map(() => NONE);
    this.root = forkOf(sorted, beginnings);
    this.beginnings = beginnings;
    const shortest = literals.reduce((least, { length }) => Math.min(least, length), LONGEST_WINDOW);
    const common = Math.min(this.root.depth, LONGEST_WINDOW);
    this.window = common >= TELLING_PREFIX ? common : shortest;
    this.first = common > 0 ? sorted[0]!.bytes[0]! : -1;
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

  /** The least move after which no literal differs from what is known of a text in which these bytes stand. */
  private stepOver(bytes: Uint8Array): number {
    let step = 1;
    while (step < bytes.length && !this.mayStand(bytes, step)) step++;
    return step;
  }

  /** Whether some literal agrees with the bytes from a place on, as far as these go. */
  private mayStand(bytes: Uint8Array, place: number): boolean {
    let fork = this.root;
    for (;;) {
      if (fork.literal !== NONE && this.agrees(fork.literal, bytes, place)) return true;
      const at = place + fork.depth;
      if (at >= bytes.length) return true;
      const next = fork.table[bytes[at]!]!;
      if (next === 0) return false;
      fork = fork.forks[next - 1]!;
    }
  }

  private agrees(index: number, bytes: Uint8Array, place: number): boolean {
    const literal = this.literals[index]!.bytes;
    const known = Math.min(literal.length, bytes.length - place);
    for (let i = 0; i < known; i++) {
      if (bytes[place + i] !== literal[i]) return false;
    }
    return true;
  }
}

const NONE = -1;
const LEAF = new Uint16Array(256);

/** Literals that agree in their first `depth` bytes. */
interface Fork {
  depth: number;
  /** Index of the literal that ends here, or NONE. */
  literal: number;
  /** For the byte that comes next: 1 more than the index of the fork it leads to, or 0. */
  table: Uint16Array;
  readonly forks: Fork[];
}

interface Indexed {
  readonly bytes: Uint8Array;
  readonly index: number;
}

/** The fork of all literals, given in the order of their bytes; notes of each which other one begins it. */
function forkOf(all: readonly Indexed[], beginnings: number[]): Fork {
  const root = emptyFork();
  // A list of what is left to do in place of recursion: literals may begin each other many thousand times over.
  const tasks = [{ fork: root, sorted: all, known: 0, beginning: NONE }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { fork, sorted, known, beginning } = task;
    const first = sorted[0];
    const final = sorted.at(-1);
    if (first === undefined || final === undefined) continue;
    let depth = known;
    while (depth < first.bytes.length && first.bytes[depth] === final.bytes[depth]) depth++;
    fork.depth = depth;
    const ends = first.bytes.length === depth;
    if (ends) {
      fork.literal = first.index;
      beginnings[first.index] = beginning;
    }
    if (sorted.length === (ends ? 1 : 0)) continue;
    fork.table = new Uint16Array(256);
    for (let i = ends ? 1 : 0; i < sorted.length; ) {
      const byte = sorted[i]!.bytes[depth]!;
      let next = i + 1;
      while (next < sorted.length && sorted[next]!.bytes[depth] === byte) next++;
      const child = emptyFork();
      fork.table[byte] = fork.forks.push(child);
      const within = ends ? first.index : beginning;
      tasks.push({ fork: child, sorted: sorted.slice(i, next), known: depth + 1, beginning: within });
      i = next;
    }
  }
  return root;
}

function emptyFork(): Fork {
  return { depth: 0, literal: NONE, table: LEAF, forks: [] };
}

/** In the order of their bytes; of two that agree, the shorter first. */
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const common = Math.min(a.length, b.length);
  for (let i = 0; i < common; i++) {
    if (a[i] !== b[i]) return a[i]! - b[i]!;
  }
  return a.length - b.length;
}

/** For the byte under the last place of the window: how far one may move on without missing any literal. */
function byteShifts(literals: readonly Literal[], window: number): Uint8Array {
  const table = new Uint8Array(256).fill(window);
  for (const { bytes } of literals) {
    for (let i = 0; i < window; i++) table[bytes[i]!] = Math.min(table[bytes[i]!]!, window - 1 - i);
  }
  return table;
}

/** The same for the pair of bytes under the window's last two places. */
function pairShifts(literals: readonly Literal[], window: number): Uint8Array {
  const table = new Uint8Array(1 << PAIR_BITS).fill(window - 1);
  for (const { bytes } of literals) {
    for (let i = 1; i < window; i++) {
      const pair = pairOf(bytes[i - 1]!, bytes[i]!);
      table[pair] = Math.min(table[pair]!, window - 1 - i);
    }
  }
  return table;
}

function pairOf(first: number, second: number): number {
  return ((first << 5) ^ second) & ((1 << PAIR_BITS) - 1);
}
