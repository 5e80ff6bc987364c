// What good runs know about shapes that they lack.

import { TRAIT } from "./line-traits.ts";
import type { ShapeTable } from "./shape-table.ts";
import { ShapeWords } from "./shape-words.ts";
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
  readonly words: readonly number[];
  /** Whether it has a new value at a place where values vary freely, or only the worker is another one. */
  readonly isValue: boolean;
  readonly isOtherWorker: boolean;
  /** Whether it is much like a good shape, and nothing that matters differs. */
  readonly isVariant: boolean;
  /** The shape without each of its words, in order. */
  readonly holes: readonly Hole[];
  /** The most similar good shape; undefined if no word is in common. */
  readonly nearest: number | undefined;
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
  /** By word: in how many lines of good runs its shapes occur, and which good shapes have it. */
  private readonly lines = new Map<number, number>();
  private readonly shapesOf = new Map<number, number[]>();
  private readonly news = new Map<number, NewShape>();
  /** By shape: how many of the words in question it has. Zero between two questions. */
  private readonly votes: Uint8Array;

  /** `newShapes` are distinct. Takes time linear in the size of all shapes. */
  constructor(table: ShapeTable, newShapes: readonly number[]) {
    this.table = table;
    this.votes = new Uint8Array(table.size);
    if (newShapes.length === 0) return;
    const good: number[] = [];
    for (let id = 0; id < table.size; id++) if (table.isKnown(id)) good.push(id);
    const words = newShapes.map((id) => this.words.add(table.shapes.bytes(id)));
    for (const id of good) this.index(id);
    const holes = this.holesOf(newShapes, good);
    const isOtherWorker = workerTest(table, good);
    for (const [i, id] of newShapes.entries())
      this.news.set(id, this.describe(id, words[i]!, holes[i]!, isOtherWorker(id)));
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
    const closed = this.of(id).holes.find(
      ({ values, once, lines }) =>
        values > 0 && values <= MAX_CLOSED_VALUES && once === 0 && lines >= MIN_CLOSED_LINES * values,
    );
    return closed?.partners[0];
  }

  /** Notes for the words of new shapes that a good one has them. */
  private index(id: number): void {
    const { table, lines, shapesOf } = this;
    for (const word of new Set(this.words.of(table.shapes.bytes(id)))) {
      if (word < 0) continue;
      lines.set(word, (lines.get(word) ?? 0) + table.counts.at(id));
      const shapes = shapesOf.get(word);
      if (shapes === undefined) shapesOf.set(word, [id]);
      else if (shapes.length <= MAX_VOTES_OF_WORD) shapes.push(id);
    }
  }

  private describe(id: number, words: number[], holes: readonly Hole[], isOtherWorker: boolean): NewShape {
    const own = new Set(words);
    const unseen = [...own].filter((word) => !this.lines.has(word));
    let information = unseen.length;
    for (const word of own) {
      const lines = this.lines.get(word) ?? 0;
      if (lines > 0) information += Math.min(0.5, 0.5 / Math.log2(2 + lines));
    }
    const { nearest, similarity, differing } = this.findNearest(own);
    const isVariant =
      words.length >= MIN_VARIANT_WORDS &&
      similarity >= MIN_VARIANT_SIMILARITY &&
      (this.table.traitsOf(id) & (TRAIT.bad | TRAIT.badByNumber)) === 0 &&
      differing.filter((word) => this.words.isTelling(word) && !this.lines.has(word)).length <= MAX_UNSEEN_WORDS;
    const isValue = holes.some((hole) => this.isOpen(hole, words));
    return { words, isValue, isOtherWorker, isVariant, holes, nearest, unseen, information };
  }

  /** By new shape: its holes, with the good shapes that differ in one word. */
  private holesOf(newShapes: readonly number[], goodShapes: readonly number[]): Hole[][] {
    const { table, words } = this;
    const wanted = new Map<number, Hole[]>();
    const holes = newShapes.map((shape) => {
      const own: Hole[] = [];
      words.forEachHole(table.shapes.bytes(shape), (hash, word, from, to) => {
        const others = wanted.get(hash) ?? [];
        wanted.set(hash, others);
        let hole = others.find((other) => this.isSameAround(other, shape, word, from, to));
        if (hole === undefined) {
          hole = { shape, word, from, to, values: 0, partners: [], once: 0, lines: 0 };
          others.push(hole);
        }
        own.push(hole);
      });
      return own;
    });
    for (const good of goodShapes) {
      const lines = table.counts.at(good);
      words.forEachHole(table.shapes.bytes(good), (hash, word, from, to) => {
        for (const hole of wanted.get(hash) ?? []) {
          if (!this.isSameAround(hole, good, word, from, to)) continue;
          if (hole.partners.length < MAX_PARTNERS) hole.partners.push(good);
          hole.values++;
          hole.lines += lines;
          if (lines <= table.runsOf(good)) hole.once++;
        }
      });
    }
    return holes;
  }

  private isSameAround(hole: Hole, shape: number, word: number, from: number, to: number): boolean {
    if (hole.word !== word || hole.from !== from) return false;
    const bytes = this.table.shapes.bytes(shape);
    const other = this.table.shapes.bytes(hole.shape);
    return (
      bytes.compare(other, 0, from, 0, from) === 0 &&
      bytes.compare(other, hole.to, other.length, to, bytes.length) === 0
    );
  }

  /** By Good and Turing, the share of values seen once is how likely the next value is new. */
  private isOpen({ word, values, once, lines }: Hole, words: readonly number[]): boolean {
    if (values < MIN_OPEN_VALUES || once / (lines / this.table.runCount) < MIN_UNSEEN_SHARE) return false;
    return words.some((other, i) => i !== word && this.words.isTelling(other));
  }

  /** The good shape with most words in common, how similar it is, and the words that it lacks. */
  private findNearest(own: ReadonlySet<number>): { nearest?: number; similarity: number; differing: number[] } {
    const { words, table, shapesOf } = this;
    const voters = [...own]
      .filter((word) => shapesOf.has(word))
      .sort((a, b) => shapesOf.get(a)!.length - shapesOf.get(b)!.length || a - b);
    let best: ReturnType<GoodShapes["findNearest"]> = { similarity: 0, differing: [] };
    for (const good of this.candidatesOf(voters.slice(0, MAX_VOTING_WORDS))) {
      const theirs = new Set(words.of(table.shapes.bytes(good)));
      const differing = [...own].filter((word) => !theirs.has(word));
      const similarity = (2 * (own.size - differing.length)) / (own.size + theirs.size);
      if (similarity > best.similarity) best = { nearest: good, similarity, differing };
    }
    return best;
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
      best.push(good);
      best.sort(compare);
      if (best.length > MAX_CANDIDATES) best.pop();
    }
    for (const good of voted) votes[good] = 0;
    return best;
  }
}
