// What each line of a failed run is, by what the good runs know.

import { NumberList } from "../../text/collections/numbers.ts";
import { align, UNALIGNED } from "./alignment.ts";
import { hasCommitMessage, isBadByNumber, TRAIT } from "./bad-words.ts";
import { NO_GROUP } from "./compared-text.ts";
import type { NewValue } from "./field-values.ts";
import { GoodShapes, type NewShape } from "./good-shapes.ts";
import { PLACE, type Place, placeOf } from "./number-places.ts";
import type { GoodSource, Run } from "./run.ts";
import type { ShapeTable } from "./shape-table.ts";
import type { StoredTable } from "./stored-table.ts";

/** What a line is. `known` is in a good run; `new` is in none, and neither is anything like it. */
export const STATE = { known: 0, new: 1, redraw: 2, value: 3, variant: 4, changed: 5 } as const;

/** With more new shapes the runs have little in common, and nothing of them is told. */
const MAX_NEW_SHAPES = 20_000;
const MAX_SHAPES_OF_GAP = 8;
/** A line that stands in the place of another begins with as many of its words. */
const MIN_COMMON_WORDS = 2;
/** These words are searched in so many bytes. */
const MAX_BEGINNING = 4096;

/** A line that stands where good runs have another one. */
export interface Change {
  readonly index: number;
  /** The line in its place: of which source of good lines, and its index there. */
  readonly source: number;
  readonly goodIndex: number;
  /** Whether all good runs have it there. */
  readonly isAgreed: boolean;
  /** Which numbers of the line differ; none if words do. */
  readonly numbers: readonly number[];
  /**
   * Whether the line is bad news and takes the place of a single line that is much different. It is a change only if
   * it has the message of a commit, and nothing else is new.
   */
  readonly isDoubtful: boolean;
  /** Whether only the level of a record differs. */
  readonly isLevel?: true;
  /** The value of a field that is new, if that is what differs. */
  readonly value?: NewValue;
}

type Partner = Pick<Change, "source" | "goodIndex" | "isDoubtful">;

/** A known line with numbers that no good run has there: which of its numbers they are. */
interface NumberFact {
  readonly index: number;
  readonly shape: number;
  readonly numbers: number[];
}

/** Only so many lines with other numbers are counted. */
const MAX_FACTS = 10_000;
/** So many good runs prove any number. */
const MIN_RUNS_OF_NUMBERS = 3;
const MIN_RUNS_OF_WORDS = 2;

/** Collects the lines of the failed run while it is read. */
export class FailedLines {
  readonly states: number[] = [];
  readonly newShapes: number[] = [];
  readonly facts: NumberFact[] = [];
  /** By new shape of a record: the good shape that differs from it in its level alone. */
  readonly otherLevels = new Map<number, number>();
  /** 1 for lines that follow another one in a sequence. */
  readonly followers = new NumberList();
  private readonly bad: boolean[] = [];
  private readonly isNew = new Set<number>();
  private readonly table: ShapeTable;

  constructor(table: ShapeTable) {
    this.table = table;
  }

  /** Whether so much is new that nothing is told. */
  get isCut(): boolean {
    return this.newShapes.length > MAX_NEW_SHAPES;
  }

  /** Takes the line that the table has just read. */
  take(shape: number, index: number, isOverwritten: boolean): void {
    const { table } = this;
    this.followers.push(Number(table.text.isFollower));
    if (table.text.group !== NO_GROUP) table.fields.addFailed(table.groupOf(shape), index);
    if (table.isKnown(shape)) {
      this.states.push(STATE.known);
      this.bad.push(false);
      if (!table.isRepeated) this.addFact(shape, index);
      return;
    }
    const traits = table.traitsOf(shape);
    let isBad = (traits & TRAIT.bad) !== 0;
    if (!isBad && (traits & TRAIT.badByNumber) !== 0) {
      const { bytes, start, end } = table.line;
      isBad = isBadByNumber(bytes, start, end);
      // The next line of this shape may be bad although this one is not.
      table.forget();
    }
    this.bad.push(isBad);
    if (!this.isCut && !this.isNew.has(shape)) {
      this.isNew.add(shape);
      this.newShapes.push(shape);
      const other = table.otherLevel(shape);
      if (other !== undefined) this.otherLevels.set(shape, other);
    }
    this.states.push(isOverwritten ? STATE.redraw : (traits & TRAIT.word) === 0 ? STATE.known : STATE.new);
  }

  /** Whether a line that no good run has is bad news. */
  isBad(index: number): boolean {
    return this.bad[index]!;
  }

  private addFact(shape: number, index: number): void {
    if (this.facts.length === MAX_FACTS) return;
    const { line } = this.table;
    const numbers: number[] = [];
    this.table.newNumbers(shape, (i, isZero) => {
      const { numbers: ranges } = line.shape;
      const place = placeOf(line.bytes, line.start, line.end, ranges.at(2 * i), ranges.at(2 * i + 1));
      if (this.isProved(shape, place, isZero)) numbers.push(i);
    });
    if (numbers.length === 0) return;
    this.facts.push({ index, shape, numbers });
    this.table.forget();
  }

  /** Whether a number is the same in every good run: two agree by chance too often, unless its place is fixed. */
  private isProved(shape: number, place: Place, isZero: boolean): boolean {
    if (place === PLACE.free) return false;
    if (place === PLACE.code && isZero) return true;
    const { runCount } = this.table;
    if (runCount === 1) return false;
    if (place === PLACE.version) return true;
    if (this.table.runsOf(shape) < runCount) return false;
    return runCount >= MIN_RUNS_OF_NUMBERS || place >= PLACE.fixed || (place === PLACE.value && isZero);
  }
}

/** A run compared with good ones, line by line. */
export class ComparedLines {
  readonly failed: Run;
  readonly good: readonly Run[];
  /** Where good lines are: stored tables, then the good runs. */
  readonly sources: readonly GoodSource[];
  readonly stored: readonly StoredTable[];
  readonly table: ShapeTable;
  readonly shapes: GoodShapes;
  readonly states: number[];
  /** Whether the runs have so little in common that nothing is told. */
  readonly isCut: boolean;
  changes: Change[] = [];
  /** The good lines in whose places events begin that are new. */
  readonly heads: Pick<Change, "source" | "goodIndex">[] = [];
  /** New values of fields that have few. */
  readonly values: readonly NewValue[];
  /** By line: 1 if a good run has it at the same place. */
  readonly placed: Uint8Array;
  /** By good run: the partner of each line. */
  readonly partners: readonly Int32Array[];
  /** The good run that has most lines in common. */
  readonly nearestRun: number;
  private readonly lines: FailedLines;
  private readonly replaced = new Set<number>();

  constructor(
    table: ShapeTable,
    stored: readonly StoredTable[],
    good: readonly Run[],
    failed: Run,
    lines: FailedLines,
  ) {
    this.table = table;
    this.stored = stored;
    this.good = good;
    this.sources = [...stored, ...good];
    this.failed = failed;
    this.lines = lines;
    this.states = lines.states;
    this.isCut = lines.isCut;
    this.shapes = new GoodShapes(table, this.isCut ? [] : lines.newShapes);
    this.placed = new Uint8Array(failed.length);
    this.partners = [];
    this.nearestRun = 0;
    this.values = this.isCut ? [] : table.fields.newValues(good.length);
    if (this.isCut) return;
    this.partners = good.map((run) => align(run.shapes.values(), failed.shapes.values(), table.size));
    const counts = this.partners.map((partners) => {
      let count = 0;
      for (const [i, partner] of partners.entries()) {
        if (partner === UNALIGNED) continue;
        count++;
        this.placed[i] = 1;
      }
      return count;
    });
    this.nearestRun = Math.max(counts.indexOf(Math.max(...counts)), 0);
    const states = lines.states;
    // What only stored tables know has no place that it could have left.
    if (stored.length > 0)
      for (let i = 0; i < states.length; i++)
        if (table.isKnown(this.shapeOf(i)) && table.firstSources.at(this.shapeOf(i)) < stored.length)
          this.placed[i] = 1;
    for (let i = 0; i < states.length; i++) {
      if (states[i] !== STATE.new) continue;
      const shape = this.newShape(i);
      if (shape.isValue || shape.isOtherWorker) states[i] = STATE.value;
      else if (shape.isVariant) states[i] = STATE.variant;
      if (states[i] === STATE.variant) this.addClosed(i);
    }
    this.findFieldChanges();
    this.findChanges(states);
  }

  isBad(index: number): boolean {
    return this.lines.isBad(index);
  }

  /** Whether no good run has a line, nor anything that explains it. */
  isNew(index: number): boolean {
    return this.states[index] === STATE.new || this.states[index] === STATE.changed || this.isWordless(index);
  }

  /** Whether a line that no good run has consists of marks alone. */
  isWordless(index: number): boolean {
    return !this.table.isKnown(this.shapeOf(index)) && (this.traits(index) & TRAIT.word) === 0;
  }

  isEmpty(index: number): boolean {
    return this.table.shapes.bytes(this.shapeOf(index)).length === 0;
  }

  /** The last line that has a word: how the run ended; -1 for none. */
  get lastWord(): number {
    let last = this.failed.length - 1;
    while (last >= 0 && (this.traits(last) & TRAIT.word) === 0) last--;
    return last;
  }

  /** Whether a new line stands in the place of another one. */
  isReplaced(index: number): boolean {
    return this.replaced.has(index);
  }

  /** Makes doubtful changes new lines: all of them, or all but the messages of commits. */
  tellDoubtful(hasOtherNews: boolean): void {
    const told = new Set(
      this.changes.filter(
        ({ index, isDoubtful }) =>
          isDoubtful && (hasOtherNews || !hasCommitMessage(this.table.shapes.bytes(this.shapeOf(index)))),
      ),
    );
    for (const { index } of told) {
      this.states[index] = STATE.new;
      this.replaced.add(index);
    }
    this.changes = this.changes.filter((change) => !told.has(change));
  }

  get facts(): readonly NumberFact[] {
    return this.lines.facts;
  }

  /** The traits of a line. One that follows another in a sequence belongs to it as if it were indented. */
  traits(index: number): number {
    const traits = this.table.traitsOf(this.shapeOf(index));
    return this.lines.followers.at(index) === 1 ? traits | TRAIT.indented : traits;
  }

  shapeOf(index: number): number {
    return this.failed.shapes.at(index);
  }

  /** What is known about the shape of a line that is not known. */
  newShape(index: number): NewShape {
    return this.shapes.of(this.shapeOf(index));
  }

  /** Makes records that are new only in their level, and lines that are only in a value that is told, changes. */
  private findFieldChanges(): void {
    const { states, table } = this;
    const told = new Map(this.values.map((value) => [value.index, value]));
    const facts = { isAgreed: true, numbers: [], isDoubtful: false };
    for (let index = 0; index < states.length; index++) {
      if (states[index] === STATE.known || states[index] === STATE.redraw) continue;
      const other = this.lines.otherLevels.get(this.shapeOf(index));
      if (other !== undefined) {
        const [source, goodIndex] = [table.firstSources.at(other), table.firstLines.at(other)];
        this.changes.push({ ...facts, index, source, goodIndex, isLevel: true });
      } else if (!told.has(index) || this.newShape(index).holes.every(({ partners }) => partners.length === 0))
        continue;
      // The value itself says what differs.
      states[index] = STATE.changed;
    }
  }

  /** Makes a variant a change if it has a new word in a place where good runs have always the same few. */
  private addClosed(index: number): void {
    const { table, shapes } = this;
    const partner = shapes.closedPartner(this.shapeOf(index));
    if (partner === undefined || table.runCount < MIN_RUNS_OF_WORDS) return;
    this.states[index] = STATE.changed;
    const place = { source: table.firstSources.at(partner), goodIndex: table.firstLines.at(partner) };
    this.changes.push({ index, ...place, isAgreed: true, numbers: [], isDoubtful: false });
  }

  private findChanges(states: number[]): void {
    const found = new Map<number, Partner & { runs: number; shape: number }>();
    for (const [r, run] of this.good.entries()) {
      const source = this.stored.length + r;
      const gaps = new Gaps(run, this.partners[r]!, this.wantedPartners());
      for (let i = 0; i < states.length; i++) {
        if (states[i] !== STATE.new && states[i] !== STATE.value && states[i] !== STATE.variant) continue;
        if (this.newShape(i).isOtherWorker) continue;
        gaps.moveTo(i);
        const partner = this.partnerInGap(i, gaps);
        if (partner === undefined) continue;
        const shape = run.shapes.at(partner.goodIndex);
        const change = found.get(i);
        if (change === undefined) found.set(i, { ...partner, source, runs: 1, shape });
        else if (change.shape === shape) change.runs++;
      }
    }
    for (const [index, { source, goodIndex, isDoubtful, runs }] of [...found].sort((a, b) => a[0] - b[0])) {
      // Its own lines follow, so it is the head of an event.
      const isHead =
        (this.traits(index) & TRAIT.indented) === 0 &&
        index + 1 < states.length &&
        states[index + 1] === STATE.new &&
        (this.traits(index + 1) & TRAIT.indented) !== 0;
      if (isHead) {
        this.heads.push({ source, goodIndex });
        continue;
      }
      states[index] = STATE.changed;
      const isAgreed = runs === this.good.length;
      this.changes.push({ index, source, goodIndex, isAgreed, numbers: [], isDoubtful });
    }
  }

  /** The good shapes that differ from new ones in one word. */
  private wantedPartners(): Uint8Array {
    const wanted = new Uint8Array(this.table.size);
    for (const id of this.lines.newShapes)
      for (const { partners } of this.shapes.of(id).holes) for (const partner of partners) wanted[partner] = 1;
    return wanted;
  }

  /** The line of the good run that stands in the place of the i-th one, if there is one. */
  private partnerInGap(i: number, gaps: Gaps): Omit<Partner, "source"> | undefined {
    const { words } = this.shapes;
    const shape = this.shapeOf(i);
    const own = words.of(shape);
    if (isFrame(words.text(own[0] ?? 0), this.traits(i))) return undefined;
    const isBad = this.isBad(i);
    for (const hole of this.newShape(i).holes) {
      if (!own.some((word, k) => k !== hole.word && words.isTelling(word))) continue;
      for (const partner of hole.partners.slice(0, MAX_SHAPES_OF_GAP)) {
        const goodIndex = gaps.find(partner);
        if (goodIndex === undefined) continue;
        // A line of another level is another line.
        if (
          hole.word === 0 &&
          this.levelOf(partner) !== this.levelOf(shape) &&
          this.levelOf(shape) !== TRAIT.errorLevel
        )
          continue;
        return { goodIndex, isDoubtful: false };
      }
    }
    const only = gaps.only();
    if (only === undefined) return undefined;
    const theirs = this.table.shapes.bytes(gaps.run.shapes.at(only));
    const ours = this.table.shapes.bytes(shape);
    if (!beginsAlike(ours, theirs)) return undefined;
    const { runCount } = this.table;
    const isEverywhere = this.table.runsOf(gaps.run.shapes.at(only)) === runCount;
    return { goodIndex: only, isDoubtful: isBad && (runCount === 1 || isEverywhere) };
  }

  private levelOf(shape: number): number {
    return this.table.traitsOf(shape) & (TRAIT.errorLevel | TRAIT.middleLevel | TRAIT.lowLevel);
  }
}

/** Whether a line is a frame of a stack trace. */
function isFrame(firstWord: string, traits: number): boolean {
  return firstWord === "at" && (traits & TRAIT.indented) !== 0;
}

function beginsAlike(one: Buffer, other: Buffer): boolean {
  const a = one.toString("latin1", 0, MAX_BEGINNING).trimStart().split(" ", MIN_COMMON_WORDS);
  const b = other.toString("latin1", 0, MAX_BEGINNING).trimStart().split(" ", MIN_COMMON_WORDS);
  return a.length === MIN_COMMON_WORDS && a.every((word, i) => word === b[i]);
}

/** The lines of a good run between the partners of the lines before and after a line of the failed run. */
class Gaps {
  readonly run: Run;
  private readonly partners: Int32Array;
  private readonly isAligned: Uint8Array;
  /** By shape: the lines that have it and no partner. */
  private readonly places = new Map<number, number[]>();
  /** The lines of the failed run after the last one with a partner, up to the next one. */
  private from = 0;
  private to = 0;
  private goodFrom = 0;
  private goodTo = 0;

  constructor(run: Run, partners: Int32Array, wanted: Uint8Array) {
    this.run = run;
    this.partners = partners;
    this.isAligned = new Uint8Array(run.length);
    for (const partner of partners) if (partner !== UNALIGNED) this.isAligned[partner] = 1;
    for (let i = 0; i < run.length; i++) {
      const shape = run.shapes.at(i);
      if (this.isAligned[i] === 1 || wanted[shape] === 0) continue;
      const places = this.places.get(shape);
      if (places === undefined) this.places.set(shape, [i]);
      else places.push(i);
    }
  }

  /** Moves to the gap of a line. Lines must come in order. */
  moveTo(index: number): void {
    if (index < this.to) return;
    const { partners, run } = this;
    let from = index;
    while (from > this.to && partners[from - 1] === UNALIGNED) from--;
    let to = index;
    while (to < partners.length && partners[to] === UNALIGNED) to++;
    this.goodFrom = from === 0 ? 0 : partners[from - 1]! + 1;
    this.goodTo = to === partners.length ? run.length : partners[to]!;
    this.from = from;
    this.to = to;
  }

  /** A line of the gap with this shape. */
  find(shape: number): number | undefined {
    const places = this.places.get(shape);
    if (places === undefined) return undefined;
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (places[middle]! < this.goodFrom) low = middle + 1;
      else high = middle;
    }
    const place = places[low];
    return place !== undefined && place < this.goodTo ? place : undefined;
  }

  /** The only line of the gap, if the gap is one line on either side. */
  only(): number | undefined {
    return this.to - this.from === 1 && this.goodTo - this.goodFrom === 1 ? this.goodFrom : undefined;
  }
}
