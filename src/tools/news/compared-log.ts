// What each line of a log of the failed run is, by what the good runs know.

import { align, UNALIGNED } from "./alignment.ts";
import { type FailedLines, type NumberFact, STATE } from "./failed-lines.ts";
import type { NewValue } from "./field-values.ts";
import { GoodShapes, type NewShape } from "./good-shapes.ts";
import { TRAIT } from "./line-traits.ts";
import type { GoodSource, Run } from "./run.ts";
import type { ShapeTable } from "./shape-table.ts";
import type { GoodRuns, StoredTable } from "./stored-table.ts";

/** A word that always stands somewhere may do so by chance in one good run, but hardly in as many as these. */
const MIN_RUNS_OF_WORDS = 2;

/** Where a good line is: in which source of good lines, and its index there. */
export interface GoodPlace {
  readonly source: number;
  readonly goodIndex: number;
}

/** A line that stands where good runs have another one. */
export interface Change extends GoodPlace {
  readonly index: number;
  /** Whether all good runs have the other one there. */
  readonly isAgreed: boolean;
  /** Which numbers of the line differ, if words do not. */
  readonly numbers?: readonly number[];
  /** Whether only the level of a record differs. */
  readonly isLevel?: true;
  /** The value of a field that is new, if that is what differs. */
  readonly value?: NewValue;
}

/** A log of the failed run compared with those of good ones, line by line. */
export class ComparedLog {
  readonly failed: Run;
  readonly good: readonly Run[];
  readonly stored: readonly StoredTable[];
  /** Where good lines are: stored tables, then the good runs. */
  readonly sources: readonly GoodSource[];
  readonly table: ShapeTable;
  readonly shapes: GoodShapes;
  /** By line: one of `STATE`. */
  readonly states: Uint8Array;
  readonly newShapes: readonly number[];
  /** Whether the runs have so little in common that nothing is told. */
  readonly isCut: boolean;
  changes: Change[] = [];
  /** New values of fields that have few. */
  readonly values: readonly NewValue[];
  /** The lines that have them. */
  readonly valued: ReadonlySet<number>;
  readonly facts: readonly NumberFact[];
  /** By line: 1 if a good run has it at the same place. */
  readonly placed: Uint8Array;
  /** By good run: the partner of each line. */
  readonly partners: readonly Int32Array[];
  /** The good run that has most lines in common. */
  readonly nearestRun: number;
  private readonly lines: FailedLines;

  constructor({ table, stored, good }: GoodRuns, failed: Run, lines: FailedLines) {
    this.table = table;
    this.stored = stored;
    this.good = good;
    this.sources = [...stored, ...good];
    this.failed = failed;
    this.lines = lines;
    this.states = lines.states;
    this.facts = lines.facts;
    this.isCut = lines.isCut;
    this.newShapes = this.isCut ? [] : lines.newShapes;
    this.shapes = new GoodShapes(table, this.newShapes);
    this.values = this.isCut ? [] : table.fields.newValues(good.length);
    this.valued = new Set(this.values.map(({ index }) => index));
    const aligned = this.isCut ? [] : good;
    this.partners = aligned.map((run) => align(run.shapes.values(), failed.shapes.values(), table.size));
    const counts = this.partners.map((partners) => partners.filter((partner) => partner !== UNALIGNED).length);
    this.nearestRun = Math.max(counts.indexOf(Math.max(...counts)), 0);
    this.placed = Uint8Array.from(this.states, (_, i) => {
      // What only stored tables know has no place that it could have left.
      const isStored = table.isKnown(this.shapeOf(i)) && table.firstSources.at(this.shapeOf(i)) < stored.length;
      return isStored || this.partners.some((partners) => partners[i] !== UNALIGNED) ? 1 : 0;
    });
    for (let i = 0; i < failed.length && !this.isCut; i++) this.explain(i);
  }

  /** Notes a line that is no longer new, as it stands in the place of another one. */
  addChange(change: Change): void {
    this.states[change.index] = STATE.changed;
    this.changes.push(change);
  }

  /** Whether a line that no good run has is bad news. */
  isBad(index: number): boolean {
    return this.lines.isBad(index);
  }

  /** Whether no good run has a line, nor anything that explains it. */
  isNew(index: number): boolean {
    return this.states[index] === STATE.new || this.states[index] === STATE.changed || this.isWordless(index);
  }

  /** Whether a line that no good run has consists of marks alone. */
  isWordless(index: number): boolean {
    return !this.table.isKnown(this.shapeOf(index)) && !this.has(index, TRAIT.word);
  }

  isEmpty(index: number): boolean {
    return this.table.shapes.bytes(this.shapeOf(index)).length === 0;
  }

  /** The last line that has a word: how the run ended; -1 for none. */
  get lastWord(): number {
    let last = this.failed.length - 1;
    while (last >= 0 && !this.has(last, TRAIT.word)) last--;
    return last;
  }

  /** Whether a line has one of these traits. One that follows another in a sequence belongs to it as if indented. */
  has(index: number, traits: number): boolean {
    const follower = this.lines.isFollower(index) ? TRAIT.indented : 0;
    return ((this.table.traitsOf(this.shapeOf(index)) | follower) & traits) !== 0;
  }

  shapeOf(index: number): number {
    return this.failed.shapes.at(index);
  }

  /** What is known about the shape of a line that is not known. */
  newShape(index: number): NewShape {
    return this.shapes.of(this.shapeOf(index));
  }

  /** The first good line with a shape that good runs have. */
  firstOf(shape: number): GoodPlace {
    return { source: this.table.firstSources.at(shape), goodIndex: this.table.firstLines.at(shape) };
  }

  /** Finds whether a line says nothing new: another value where values vary, a level, a variant of a known line. */
  private explain(index: number): void {
    const { states, table, lines } = this;
    const shape = this.shapeOf(index);
    if (states[index] === STATE.known || states[index] === STATE.redraw) return;
    const { isValue, isOtherWorker, isVariant, holes } = this.newShape(index);
    const otherLevel = lines.otherLevels.get(shape);
    // A variant may have a new word in a place where good runs have always the same few.
    const partner = isVariant && table.runCount >= MIN_RUNS_OF_WORDS ? this.shapes.closedPartner(shape) : undefined;
    if (otherLevel !== undefined) this.addChange({ ...this.firstOf(otherLevel), index, isAgreed: true, isLevel: true });
    // The value itself says what differs.
    else if (this.valued.has(index) && holes.some(({ partners }) => partners.length > 0)) states[index] = STATE.changed;
    else if (isValue || isOtherWorker) states[index] = STATE.value;
    else if (partner !== undefined) this.addChange({ ...this.firstOf(partner), index, isAgreed: true });
    else if (isVariant) states[index] = STATE.variant;
  }
}
