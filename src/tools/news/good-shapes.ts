// What good runs know about shapes that they lack.

import { hashOf } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import { TRAIT } from "./line-traits.ts";
import type { ShapeTable } from "./shape-table.ts";
import { MAX_WORDS, ShapeWords } from "./shape-words.ts";
import { workerTest } from "./worker-columns.ts";

/** A place in a shape is open if so many values were seen there, and the next value is likely to be new. */
const MIN_OPEN_VALUES = 3;
const MIN_UNSEEN_SHARE = 0.2;
/** A place in a shape is closed if it has at most so many values, each in so many lines. */
const MAX_CLOSED_VALUES = 3;
const MIN_CLOSED_LINES = 3;
/** As many new shapes that differ in one word are a series: what three have in common may be chance. */
const MIN_SERIES = 4;
/** At most so many values of a place are kept as partners of a change. */
const MAX_PARTNERS = 32;

/** The rarest words of a shape vote for the nearest good shape, and the best candidates are compared. */
const MAX_VOTING_WORDS = 12;
const MAX_VOTES_OF_WORD = 500;
const MAX_CANDIDATES = 8;

/** A shape that is so similar to a good one is a variant of it. */
const MIN_VARIANT_WORDS = 8;
const MIN_VARIANT_SIMILARITY = 0.7;
const MAX_UNSEEN_WORDS = 1;

/** What the good runs know about a new shape. */
export interface NewShape {
  /** Whether it has a new value at a place where values vary freely. */
  isValue: boolean;
  /** Whether a good shape differs from it only in the name of the worker that wrote the line. */
  readonly isOtherWorker: boolean;
  /** Whether it is much like a good shape, and nothing that matters differs. */
  isVariant: boolean;
  /** The shape without each of its words, in order. */
  readonly holes: readonly Hole[];
  /** The most similar good shape, with the share of words in common; undefined if no word is in common. */
  nearest: number | undefined;
  similarity: number;
  /** The words that no good run has. */
  readonly unseen: readonly number[];
  /** How much its words tell: one for each unseen word, and less for others the more often they occur. */
  readonly information: number;
}

/** New shapes without one of their words, which are equal then. */
interface Hole {
  /** One of the shapes, the index of the word, and where it stands. */
  readonly shape: number;
  readonly word: number;
  readonly from: number;
  readonly to: number;
  /** How many good shapes differ from them in that word alone; some of these. */
  values: number;
  readonly partners: number[];
  /** How many of them come at most once a run, and how many lines they have. */
  once: number;
  lines: number;
}

/** Compares new shapes with those of good runs. */
export class GoodShapes {
  readonly words = new ShapeWords();
  private readonly table: ShapeTable;
  private readonly good: number[] = [];
  /** By word: in how many lines of good runs its shapes occur, and which good shapes have it. */
  private readonly lines: number[] = [];
  private readonly shapesOf = new Map<number, number[]>();
  private readonly news = new Map<number, NewShape>();
  /** By shape: how many of the words in question it has. Zero between two questions. */
  private readonly votes: Uint8Array;

  /** `newShapes` are distinct. Takes time linear in the size of all shapes. */
  constructor(table: ShapeTable, newShapes: readonly number[]) {
    this.table = table;
    this.votes = new Uint8Array(table.size);
    if (newShapes.length === 0) return;
    for (let id = 0; id < table.size; id++) if (table.isKnown(id)) this.good.push(id);
    for (const id of newShapes) this.words.add(id, table.shapes.bytes(id));
    for (const id of newShapes) for (const word of this.words.of(id)) this.lines[word] = 0;
    this.index();
    const holes = this.holesOf(newShapes);
    const isOtherWorker = workerTest(table, this.good);
    for (const [i, id] of newShapes.entries()) this.news.set(id, this.describe(id, holes[i]!, isOtherWorker(id)));
    for (const id of newShapes) this.findNearest(id);
  }

  /** What is known about a new shape. */
  of(id: number): NewShape {
    return this.news.get(id)!;
  }

  /** Finds the series among shapes; for a shape, what stands for its series, or undefined if it has none. */
  seriesAmong(ids: Iterable<number>): (id: number) => Hole | undefined {
    const counts = new Map<Hole, number>();
    const holesOf = (id: number): readonly Hole[] => this.news.get(id)?.holes ?? [];
    for (const id of new Set(ids)) for (const hole of holesOf(id)) counts.set(hole, (counts.get(hole) ?? 0) + 1);
    return (id) => holesOf(id).find((hole) => counts.get(hole)! >= MIN_SERIES);
  }

  /** A good shape that differs from a new one in one word, where good runs have the same few words again and again. */
  closedPartner(id: number): number | undefined {
    return this.of(id).holes.find((hole) => this.isClosed(hole))?.partners[0];
  }

  private isClosed({ values, once, lines, partners }: Hole): boolean {
    return values <= MAX_CLOSED_VALUES && once === 0 && lines >= MIN_CLOSED_LINES * values && partners.length > 0;
  }

  /** Notes for the words of new shapes where they occur in good ones. */
  private index(): void {
    const { table, words } = this;
    const last: number[] = [];
    for (const id of this.good) {
      const bytes = table.shapes.bytes(id);
      words.find(bytes);
      const count = table.counts.at(id);
      for (let i = 0; i < words.count; i++) {
        const word = words.known(bytes, i);
        if (word === -1) continue;
        // A word that occurs twice in a shape counts once.
        if (last[word] === id) continue;
        last[word] = id;
        const shapes = this.shapesOf.get(word);
        this.lines[word]! += count;
        if (shapes === undefined) this.shapesOf.set(word, [id]);
        else if (shapes.length <= MAX_VOTES_OF_WORD) shapes.push(id);
      }
    }
  }

  private describe(id: number, holes: readonly Hole[], isOtherWorker: boolean): NewShape {
    const own = [...new Set(this.words.of(id))];
    const unseen = own.filter((word) => this.lines[word] === 0);
    let information = 0;
    for (const word of own) {
      const lines = this.lines[word]!;
      information += lines === 0 ? 1 : Math.min(0.5, 0.5 / Math.log2(2 + lines));
    }
    const isValue = holes.some((hole) => this.isOpen(hole));
    return { isValue, isOtherWorker, isVariant: false, holes, nearest: undefined, similarity: 0, unseen, information };
  }

  /** By new shape: its holes, with the good shapes that differ in one word. */
  private holesOf(newShapes: readonly number[]): Hole[][] {
    const wanted = new Map<number, Hole[]>();
    const hashes = new HoleHashes();
    const find = (shape: number, take: (hash: number, word: number, from: number, to: number) => void): void => {
      const bytes = this.table.shapes.bytes(shape);
      const { ranges } = this.words;
      this.words.find(bytes);
      hashes.read(bytes, ranges);
      for (let i = 0; i < ranges.length; i += 2) {
        take(hashes.of(i / 2), i / 2, ranges.at(i), ranges.at(i + 1));
      }
    };
    const holes = newShapes.map((shape) => {
      const own: Hole[] = [];
      find(shape, (hash, word, from, to) => {
        const others = wanted.get(hash) ?? [];
        if (others.length === 0) wanted.set(hash, others);
        let hole = others.find((other) => this.isSameAround(other, shape, word, from, to));
        if (hole === undefined) {
          hole = { shape, word, from, to, values: 0, partners: [], once: 0, lines: 0 };
          others.push(hole);
        }
        own.push(hole);
      });
      return own;
    });
    for (const good of this.good) {
      find(good, (hash, word, from, to) => {
        for (const hole of wanted.get(hash) ?? [])
          if (this.isSameAround(hole, good, word, from, to)) this.addValue(hole, good);
      });
    }
    return holes;
  }

  private isSameAround(hole: Hole, shape: number, word: number, from: number, to: number): boolean {
    if (hole.word !== word || hole.from !== from) return false;
    const bytes = this.table.shapes.bytes(shape);
    const other = this.table.shapes.bytes(hole.shape);
    return (
      bytes.length - to === other.length - hole.to &&
      bytes.compare(other, 0, from, 0, from) === 0 &&
      bytes.compare(other, hole.to, other.length, to, bytes.length) === 0
    );
  }

  private addValue(hole: Hole, good: number): void {
    const { table } = this;
    if (hole.partners.length < MAX_PARTNERS) hole.partners.push(good);
    hole.values++;
    hole.lines += table.counts.at(good);
    if (table.counts.at(good) <= table.runsOf(good)) hole.once++;
  }

  /** By Good and Turing, the share of values seen once is how likely the next value is new. */
  private isOpen({ shape, word, values, once, lines }: Hole): boolean {
    if (values < MIN_OPEN_VALUES || once / (lines / this.table.runCount) < MIN_UNSEEN_SHARE) return false;
    return this.words.of(shape).some((other, i) => i !== word && this.words.isTelling(other));
  }

  /** The good shapes with most of the words, the most first, and of equal ones those whose text comes first. */
  private candidatesOf(voters: readonly number[]): number[] {
    const { votes, table } = this;
    const voted: number[] = [];
    for (const word of voters) for (const good of this.shapesOf.get(word)!) if (votes[good]!++ === 0) voted.push(good);
    const compare = (a: number, b: number): number =>
      votes[b]! - votes[a]! || table.shapes.bytes(a).compare(table.shapes.bytes(b));
    const best: number[] = [];
    for (const good of voted) {
      if (best.length === MAX_CANDIDATES && compare(good, best.at(-1)!) >= 0) continue;
      best.splice(placeOf(good, best, compare), 0, good);
      if (best.length > MAX_CANDIDATES) best.pop();
    }
    for (const good of voted) votes[good] = 0;
    return best;
  }

  private findNearest(id: number): void {
    const { words, table } = this;
    const own = new Set(words.of(id));
    const voters = [...own]
      .filter((word) => this.shapesOf.has(word))
      .sort((a, b) => this.shapesOf.get(a)!.length - this.shapesOf.get(b)!.length || a - b)
      .slice(0, MAX_VOTING_WORDS);
    const found = this.of(id);
    let differing: number[] = [];
    for (const good of this.candidatesOf(voters)) {
      const theirs = words.distinct(table.shapes.bytes(good));
      const common = [...own].filter((word) => theirs.has(word)).length;
      const similarity = (2 * common) / (own.size + theirs.size);
      if (similarity <= found.similarity) continue;
      found.similarity = similarity;
      found.nearest = good;
      differing = [...own].filter((word) => !theirs.has(word));
    }
    const traits = table.traitsOf(id);
    found.isVariant =
      words.of(id).length >= MIN_VARIANT_WORDS &&
      found.similarity >= MIN_VARIANT_SIMILARITY &&
      (traits & (TRAIT.bad | TRAIT.badByNumber)) === 0 &&
      differing.filter((word) => words.isTelling(word) && this.lines[word] === 0).length <= MAX_UNSEEN_WORDS;
  }
}

/** The place for an item in a sorted list: behind all that are not greater. */
function placeOf<Item>(item: Item, sorted: readonly Item[], compare: (a: Item, b: Item) => number): number {
  let place = sorted.length;
  while (place > 0 && compare(item, sorted[place - 1]!) < 0) place--;
  return place;
}

/** Hashes of a text without one of its words, in constant time each. Nobody can choose texts whose hashes are equal. */
class HoleHashes {
  private readonly words = new NumberList(MAX_WORDS);
  private readonly gaps = new NumberList(MAX_WORDS);
  /** By word: the hashes of what is before and after it. */
  private readonly before = new NumberList(MAX_WORDS);
  private readonly after = new NumberList(MAX_WORDS);

  /** Reads a text with the ranges of its words. */
  read(bytes: Uint8Array, ranges: NumberList): void {
    const { words, gaps, before, after } = this;
    for (const list of [words, gaps, before, after]) list.length = 0;
    let hash = 0;
    let end = 0;
    for (let i = 0; i < ranges.length; i += 2) {
      const gap = hashOf(bytes, end, ranges.at(i));
      end = ranges.at(i + 1);
      const word = hashOf(bytes, ranges.at(i), end);
      gaps.push(gap);
      words.push(word);
      hash = mixed(hash, gap);
      before.push(hash);
      after.push(0);
      hash = mixed(hash, word);
    }
    hash = hashOf(bytes, end, bytes.length);
    for (let i = words.length - 1; i >= 0; i--) {
      after.set(i, hash);
      hash = mixed(mixed(hash, words.at(i)), gaps.at(i));
    }
  }

  /** The hash of the text without its i-th word. */
  of(i: number): number {
    return mixed(this.before.at(i), this.after.at(i));
  }
}

/** A hash of two hashes, at most 2,147,483,647. */
function mixed(one: number, other: number): number {
  const product = Math.imul(Math.imul(one ^ (one >>> 15), 0x2c1b3c6d) ^ other, 0x297a2d39);
  return (product ^ (product >>> 15)) >>> 1;
}
