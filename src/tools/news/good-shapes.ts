// What good runs know about shapes that they lack.

import { isBadWord, TRAIT } from "./line-traits.ts";
import type { ShapeTable } from "./shape-table.ts";
import { ShapeWords, UNKNOWN_WORD } from "./shape-words.ts";
import { workerTest } from "./worker-columns.ts";

/** A place in a shape is open if so many values were seen there, and the next value is likely to be new. */
const MIN_OPEN_VALUES = 3;
const MIN_UNSEEN_SHARE = 0.2;
/** A place in a shape is closed if it has at most so many values, each in so many lines. */
const MAX_CLOSED_VALUES = 3;
const MIN_CLOSED_LINES = 3;
/** As many new shapes that differ in one word are a series: what three have in common may be chance. */
const MIN_SERIES = 4;
/** So many places of a shape may be open together, if as many words beside them say something. */
const MAX_OPEN_PLACES = 4;
/** The first so many values say whether they are. */
const MAX_SAMPLES = 64;
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
  /** Its first words. */
  readonly words: Int32Array;
  /** The shape without each of these words, in order. */
  readonly holes: readonly Hole[];
  /** Whether it has a new value at a place where values vary freely. */
  readonly isValue: boolean;
  /** Whether a good shape differs from it only in the name of the worker that wrote the line. */
  readonly isOtherWorker: boolean;
  /** Whether it is much like a good shape, and nothing that matters differs. */
  readonly isVariant: boolean;
  /** The words that no good run has. */
  readonly unseen: readonly number[];
  /** How much its words tell: one for each unseen word, and less for others the more often they occur. */
  readonly information: number;
}

/** How many good shapes have something in common, how many of them come at most once a run, and how many lines. */
interface Occurrences {
  values: number;
  once: number;
  lines: number;
}

/** Shapes without several of their words, by place how many lines have each of the first values. */
interface Rest extends Occurrences {
  readonly places: Map<string, number>[];
}

/** New shapes without one of their words, which are equal then. */
interface Hole extends Occurrences {
  /** One of the shapes, the index of the word, and where it stands. */
  readonly shape: number;
  readonly word: number;
  readonly from: number;
  readonly to: number;
  /** Whether other words of them say something. */
  readonly hasWords: boolean;
  /** Some of the good shapes that differ from them in that word alone. */
  readonly partners: number[];
}

/** Compares new shapes with those of good runs. */
export class GoodShapes {
  readonly words = new ShapeWords();
  private readonly table: ShapeTable;
  /** By word: in how many lines of good runs its shapes occur, which good shapes have it, and which of them is last. */
  private readonly lines: number[] = [];
  private readonly shapesOf: number[][] = [];
  private readonly lastShapes: number[] = [];
  /** By hash: holes, which may be others. */
  private readonly holes = new Map<number, Hole[]>();
  /** By what is left of a new shape without its unseen words, of which it has several. */
  private readonly rests = new Map<string, Rest>();
  /** The good shapes that have several words that no new one has. */
  private readonly others: number[] = [];
  private readonly news = new Map<number, NewShape>();
  /** By shape: how many of the words in question it has. Zero between two questions. */
  private readonly votes: Uint8Array;
  /** By shape: 1 for good ones that differ from a new one in one word, as far as they are kept. */
  readonly isPartner: Uint8Array;

  /** `newShapes` are distinct. Takes time linear in the size of all shapes. */
  constructor(table: ShapeTable, newShapes: readonly number[]) {
    this.table = table;
    this.votes = new Uint8Array(table.size);
    this.isPartner = new Uint8Array(table.size);
    if (newShapes.length === 0) return;
    const found = newShapes.map((id) => this.readNew(id));
    const good: number[] = [];
    for (let id = 0; id < table.size; id++) if (table.isKnown(id)) good.push(id);
    for (const id of good) this.addGood(id);
    const rests = newShapes.map((id) => this.restOf(id, (word) => this.lines[word] === 0));
    for (const rest of rests)
      if (rest !== undefined) this.rests.set(rest.text, { values: 0, once: 0, lines: 0, places: [] });
    if (this.rests.size > 0) for (const id of this.others) this.addRest(id);
    const isOtherWorker = workerTest(table, good);
    for (const [i, id] of newShapes.entries()) {
      const described = this.describe(id, found[i]!);
      const isValue = described.isValue || this.isOpenEverywhere(rests[i]);
      this.news.set(id, { ...found[i]!, ...described, isValue, isOtherWorker: isOtherWorker(id) });
    }
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

  private readNew(id: number): Pick<NewShape, "words" | "holes"> {
    const { words, lines, shapesOf } = this;
    words.read(this.table.shapes.bytes(id), true);
    const own = words.ids.slice(0, words.count);
    for (const word of own) {
      lines[word] = 0;
      shapesOf[word] = [];
    }
    const telling = own.reduce((count, word) => (words.isTelling(word) ? count + 1 : count), 0);
    const holes = Array.from(own, (word, i) => this.holeOf(id, i, telling > (words.isTelling(word) ? 1 : 0)));
    return { words: own, holes };
  }

  /** The hole in the place of a word of the new shape that was read last. */
  private holeOf(shape: number, word: number, hasWords: boolean): Hole {
    const hash = this.words.hashWithout(word);
    const others = this.holes.get(hash) ?? [];
    this.holes.set(hash, others);
    const known = others.find((other) => this.fits(other, shape, word));
    if (known !== undefined) return known;
    const [from, to] = [this.words.starts[word]!, this.words.ends[word]!];
    const hole = { shape, word, from, to, hasWords, values: 0, partners: [], once: 0, lines: 0 };
    others.push(hole);
    return hole;
  }

  /** Whether the shape that was read last differs from those of a hole at most in this word. */
  private fits(hole: Hole, shape: number, word: number): boolean {
    const { words, table } = this;
    const [from, to] = [words.starts[word]!, words.ends[word]!];
    if (hole.word !== word || hole.from !== from) return false;
    const bytes = table.shapes.bytes(shape);
    const other = table.shapes.bytes(hole.shape);
    return (
      bytes.length - to === other.length - hole.to &&
      bytes.compare(other, 0, from, 0, from) === 0 &&
      bytes.compare(other, hole.to, other.length, to, bytes.length) === 0
    );
  }

  /** Notes the words and the holes of new shapes that a good one has. */
  private addGood(id: number): void {
    const { table, words, lines, shapesOf, lastShapes } = this;
    words.read(table.shapes.bytes(id), false);
    const count = table.counts.at(id);
    let unknown = 0;
    let lastUnknown = 0;
    for (let i = 0; i < words.count; i++) {
      const word = words.ids[i]!;
      if (word === UNKNOWN_WORD) {
        unknown++;
        lastUnknown = i;
        continue;
      }
      // A word that occurs twice in a shape counts once.
      if (lastShapes[word] === id) continue;
      lastShapes[word] = id;
      lines[word]! += count;
      if (shapesOf[word]!.length <= MAX_VOTES_OF_WORD) shapesOf[word]!.push(id);
    }
    // All other words around a hole are words of new shapes.
    if (unknown === 1) this.addTo(lastUnknown, id);
    else if (unknown === 0) for (let i = 0; i < words.count; i++) this.addTo(i, id);
    else if (unknown <= MAX_OPEN_PLACES) this.others.push(id);
  }

  /** What is left of a shape without several words that are values, and these; undefined if that may not be. */
  private restOf(id: number, isValue: (word: number) => boolean) {
    const { words, table } = this;
    const bytes = table.shapes.bytes(id);
    words.read(bytes, false);
    const values: string[] = [];
    let text = "";
    let at = 0;
    let telling = 0;
    for (let i = 0; i < words.count && values.length <= MAX_OPEN_PLACES; i++) {
      const word = words.ids[i]!;
      if (isValue(word)) {
        text += `${bytes.toString("latin1", at, words.starts[i])}\0`;
        at = words.ends[i]!;
        values.push(bytes.toString("latin1", words.starts[i], at));
      } else if (words.isTelling(word)) telling++;
    }
    const isRest = values.length > 1 && values.length <= Math.min(MAX_OPEN_PLACES, telling);
    return isRest ? { text: text + bytes.toString("latin1", at), values } : undefined;
  }

  private addRest(good: number): void {
    const { text = "", values = [] } = this.restOf(good, (word) => word === UNKNOWN_WORD) ?? {};
    const known = this.rests.get(text);
    if (known === undefined) return;
    this.count(known, good);
    if (known.values > MAX_SAMPLES) return;
    for (const [i, value] of values.entries()) {
      known.places[i] ??= new Map();
      known.places[i].set(value, (known.places[i].get(value) ?? 0) + 1);
    }
  }

  /** Whether values vary freely in all places of what is left of a new shape, and its own ones are no bad news. */
  private isOpenEverywhere(rest: { readonly text: string; readonly values: readonly string[] } | undefined): boolean {
    const known = rest === undefined ? undefined : this.rests.get(rest.text);
    if (known === undefined || !this.isOpen(known) || rest?.values.some(isBadWord)) return false;
    return known.places.every((place) => {
      const once = [...place.values()].filter((lines) => lines === 1).length;
      return once >= MIN_OPEN_VALUES && once >= MIN_UNSEEN_SHARE * Math.min(known.values, MAX_SAMPLES);
    });
  }

  /** Counts a good shape. */
  private count(known: Occurrences, good: number): void {
    const lines = this.table.counts.at(good);
    known.values++;
    known.lines += lines;
    if (lines <= this.table.runsOf(good)) known.once++;
  }

  /** Adds the good shape that was read last to the hole in the place of a word, if there is one. */
  private addTo(word: number, good: number): void {
    const hole = this.holes.get(this.words.hashWithout(word))?.find((other) => this.fits(other, good, word));
    if (hole === undefined) return;
    if (hole.partners.length < MAX_PARTNERS) {
      hole.partners.push(good);
      this.isPartner[good] = 1;
    }
    this.count(hole, good);
  }

  private describe(id: number, { words, holes }: Pick<NewShape, "words" | "holes">) {
    const own = [...new Set(words)];
    const unseen = own.filter((word) => this.lines[word] === 0);
    let information = 0;
    for (const word of own) {
      const lines = this.lines[word]!;
      information += lines === 0 ? 1 : Math.min(0.5, 0.5 / Math.log2(2 + lines));
    }
    const isLong = words.length >= MIN_VARIANT_WORDS;
    const isBad = (this.table.traitsOf(id) & (TRAIT.bad | TRAIT.badByNumber)) !== 0;
    const isVariant = isLong && (isBad ? this.isReordered(id, words) : this.isLikeGood(words));
    return { isValue: holes.some((hole) => hole.hasWords && this.isOpen(hole)), isVariant, unseen, information };
  }

  /** By Good and Turing, the share of values seen once is how likely the next value is new. */
  private isOpen({ values, once, lines }: Occurrences): boolean {
    return values >= MIN_OPEN_VALUES && once / (lines / this.table.runCount) >= MIN_UNSEEN_SHARE;
  }

  /** Whether a good shape has the same words in another order, as sets have that are written. */
  private isReordered(id: number, words: Int32Array): boolean {
    const { shape, similarity } = this.nearest(words);
    if (shape === undefined || similarity < 1) return false;
    const sorted = (one: number): Buffer => Buffer.from(this.table.shapes.bytes(one)).sort();
    return sorted(id).equals(sorted(shape));
  }

  private isLikeGood(words: Int32Array): boolean {
    const { similarity, differing } = this.nearest(words);
    const unseen = differing.filter((word) => this.words.isTelling(word) && this.lines[word] === 0);
    return similarity >= MIN_VARIANT_SIMILARITY && unseen.length <= MAX_UNSEEN_WORDS;
  }

  /** The good shape that is most like a new one; undefined if none has so great a share of words in common. */
  nearestTo(id: number, least = 0): number | undefined {
    const { shape, similarity } = this.nearest(this.of(id).words);
    return similarity >= least ? shape : undefined;
  }

  /** The good shape with the greatest share of words in common, and the words that it lacks. */
  private nearest(ids: Int32Array) {
    const { words, table, shapesOf } = this;
    const own = [...new Set(ids)];
    const voters = own
      .filter((word) => shapesOf[word]!.length > 0)
      .sort((a, b) => shapesOf[a]!.length - shapesOf[b]!.length || a - b)
      .slice(0, MAX_VOTING_WORDS);
    let found: { shape?: number; similarity: number; differing: readonly number[] } = { similarity: 0, differing: [] };
    for (const shape of this.candidatesOf(voters)) {
      words.read(table.shapes.bytes(shape), false);
      const all = words.ids.subarray(0, words.count);
      const theirs = new Set(all);
      const unknown = all.reduce((count, word) => (word === UNKNOWN_WORD ? count + 1 : count), 0);
      const differing = own.filter((word) => !theirs.has(word));
      const size = unknown === 0 ? theirs.size : theirs.size - 1 + unknown;
      const similarity = (2 * (own.length - differing.length)) / (own.length + size);
      if (similarity > found.similarity) found = { shape, similarity, differing };
    }
    return found;
  }

  /** The good shapes with most of the words, the most first, and of equal ones those whose text comes first. */
  private candidatesOf(voters: readonly number[]): number[] {
    const { votes, table } = this;
    const voted: number[] = [];
    for (const word of voters) for (const good of this.shapesOf[word]!) if (votes[good]!++ === 0) voted.push(good);
    const compare = (a: number, b: number): number =>
      votes[b]! - votes[a]! || table.shapes.bytes(a).compare(table.shapes.bytes(b));
    const best: number[] = [];
    for (const good of voted) {
      if (best.length === MAX_CANDIDATES && compare(good, best.at(-1)!) >= 0) continue;
      let place = best.length;
      while (place > 0 && compare(good, best[place - 1]!) < 0) place--;
      best.splice(place, 0, good);
      if (best.length > MAX_CANDIDATES) best.pop();
    }
    for (const good of voted) votes[good] = 0;
    return best;
  }
}
