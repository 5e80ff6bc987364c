// What each line of a log of the failed run is, by what the good runs know.

import { isWhiteSpace } from "../../text/bytes/ascii.ts";
import { countUpTo } from "../../text/collections/numbers.ts";
import { align, type Gap, UNALIGNED } from "./alignment.ts";
import { type Change, type FailedLines, STATE } from "./failed-lines.ts";
import type { NewValue } from "./field-values.ts";
import type { GoodRuns } from "./good-runs.ts";
import { GoodShapes, type NewShape } from "./good-shapes.ts";
import { hasCommitMessage, TRAIT } from "./line-traits.ts";
import type { GoodSource, Run } from "./run.ts";
import type { GoodPlace, ShapeTable } from "./shape-table.ts";
import type { StoredTable } from "./stored-table.ts";

/** A word that always stands somewhere may do so by chance in one good run, but hardly in as many as these. */
const MIN_RUNS_OF_WORDS = 2;

/** Of the good shapes that differ from a line in one word, so many are looked for in its gap: more say no more. */
const MAX_SHAPES_OF_GAP = 8;
/** A line that takes the place of a much different one begins with as many of its words, so that it is its like. */
const MIN_COMMON_WORDS = 2;
/** These words are searched in so many bytes. */
const MAX_BEGINNING = 4096;

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
  /** The good lines in whose places events begin that are new. */
  readonly heads: GoodPlace[] = [];
  /** New values of fields that have few. */
  readonly values: readonly NewValue[];
  /** Known lines with numbers that no good run has there. */
  readonly facts: readonly Change[];
  /** By line: 1 if a good run has it at the same place. */
  readonly placed: Uint8Array;
  /** By good run: the partner of each line. */
  readonly partners: readonly Int32Array[];
  /** The good run that has most lines in common. */
  readonly nearestRun: number;
  /** By shape: 1 if it has a word, and all good runs have it, but not the failed one. */
  readonly isMissed: Uint8Array;
  /** The last line that has a word: how the run ended; -1 for none. */
  readonly lastWord: number;
  readonly lines: FailedLines;
  /** New lines that stand in the place of others. */
  readonly replacing = new Set<number>();

  constructor({ table, stored, good, sources }: GoodRuns, failed: Run, lines: FailedLines) {
    this.table = table;
    this.stored = stored;
    this.good = good;
    this.sources = sources;
    this.failed = failed;
    this.lines = lines;
    this.states = lines.states;
    this.facts = lines.facts;
    this.isCut = lines.isCut;
    this.newShapes = this.isCut ? [] : lines.newShapes;
    this.shapes = new GoodShapes(table, this.newShapes);
    this.values = this.isCut ? [] : table.fields.newValues(good.length);
    this.lastWord = this.states.findLastIndex((_, index) => this.has(index, TRAIT.word));
    const aligned = this.isCut ? [] : good;
    this.partners = aligned.map((run) => align(run.shapes.values(), failed.shapes.values(), table.size));
    this.placed = new Uint8Array(failed.length);
    const counts = this.partners.map((partners) => this.place(partners));
    this.nearestRun = Math.max(counts.indexOf(Math.max(...counts)), 0);
    const isReached = new Uint8Array(table.size);
    for (const shape of failed.shapes.values()) isReached[shape] = 1;
    this.isMissed = isReached.map((reached, shape) =>
      reached === 0 && table.runsOf(shape) === table.runCount && table.hasWord(shape) ? 1 : 0,
    );
    if (this.isCut) return;
    this.placeStored();
    this.explainNew();
    findReplacements(this);
  }

  /** Notes a line that is no longer new, as it stands in the place of another one. */
  addChange(change: Change): void {
    this.states[change.index] = STATE.changed;
    this.changes.push(change);
  }

  /** Makes doubtful changes new lines: all of them, or all but the messages of commits. Returns whether one is now. */
  renewDoubtful(hasOtherNews: boolean): boolean {
    const isRenewed = ({ index, isDoubtful = false }: Change): boolean =>
      isDoubtful && (hasOtherNews || !hasCommitMessage(this.table.shapes.bytes(this.shapeOf(index))));
    const renewed = this.changes.filter(isRenewed);
    for (const { index } of renewed) {
      this.states[index] = STATE.new;
      this.replacing.add(index);
    }
    this.changes = this.changes.filter((change) => !isRenewed(change));
    return renewed.length > 0;
  }

  /** Whether no good run has a line, nor anything that explains it. */
  isNew(index: number): boolean {
    return this.states[index] === STATE.new || this.states[index] === STATE.changed || this.isWordless(index);
  }

  /** Whether a line that no good run has consists of marks alone. */
  isWordless(index: number): boolean {
    return !this.table.isKnown(this.shapeOf(index)) && !this.has(index, TRAIT.word);
  }

  /** How many blanks stand before a line. */
  indentOf(index: number): number {
    if (!this.has(index, TRAIT.indented)) return 0;
    const { line } = this.table;
    const text = this.failed.readText(index);
    line.read(text, 0, text.length);
    let at = line.start;
    while (at < line.end && isWhiteSpace(line.bytes[at]!)) at++;
    return at - line.start;
  }

  isEmpty(index: number): boolean {
    return this.table.shapes.bytes(this.shapeOf(index)).length === 0;
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

  /** Notes the lines that have a partner in a good run, and counts them. */
  private place(partners: Int32Array): number {
    let count = 0;
    for (let i = 0; i < partners.length; i++) {
      if (partners[i] === UNALIGNED) continue;
      count++;
      this.placed[i] = 1;
    }
    return count;
  }

  /** What only stored tables know has no place that it could have left. */
  private placeStored(): void {
    const { table, stored, placed } = this;
    if (stored.length === 0) return;
    for (let i = 0; i < placed.length; i++) {
      const shape = this.shapeOf(i);
      if (table.isKnown(shape) && table.firstOf(shape).source < stored.length) placed[i] = 1;
    }
  }

  /**
   * Finds new lines that say nothing new: other values where values vary, variants of known lines, records that are new
   * only in their level, and lines that are only in a value that is told.
   */
  private explainNew(): void {
    const { states, table, shapes } = this;
    const told = new Set(this.values.map(({ index }) => index));
    for (let index = 0; index < states.length; index++) {
      if (states[index] !== STATE.new) continue;
      const shape = this.shapeOf(index);
      const { isValue, isOtherWorker, isVariant, holes } = shapes.of(shape);
      if (isValue || isOtherWorker) states[index] = STATE.value;
      else if (isVariant) {
        states[index] = STATE.variant;
        // It may have a new word in a place where good runs have always the same few.
        const partner = shapes.closedPartner(shape);
        if (partner !== undefined && table.runCount >= MIN_RUNS_OF_WORDS)
          this.addChange({ ...table.firstOf(partner), index, isAgreed: true });
      }
      const other = this.lines.otherLevels.get(shape);
      if (other !== undefined) this.addChange({ ...table.firstOf(other), index, isAgreed: true, isLevel: true });
      // The value itself says what differs.
      else if (told.has(index) && holes.some(({ partners }) => partners.length > 0)) states[index] = STATE.changed;
    }
  }
}

/** Notes in a log which of its lines stand in the place of a good one. */
function findReplacements(log: ComparedLog): void {
  const { good, stored, partners, states, shapes } = log;
  const found = new Map<number, Change & { shape: number; runs: number }>();
  for (const [r, run] of good.entries()) {
    const places = placesOf(run, partners[r]!, shapes.isPartner);
    for (const gap of gapsBetween(partners[r]!, run.length))
      for (let index = gap.from; index < gap.to; index++) {
        const state = states[index];
        if (state !== STATE.new && state !== STATE.value && state !== STATE.variant) continue;
        const partner = partnerInGap(log, index, gap, run, places);
        if (partner === undefined) continue;
        const shape = run.shapes.at(partner.goodIndex);
        const other = found.get(index);
        if (other?.shape === shape) other.runs++;
        else if (other === undefined)
          found.set(index, { index, source: stored.length + r, ...partner, isAgreed: false, shape, runs: 1 });
      }
  }
  for (const { shape: _, runs, ...change } of [...found.values()].sort((a, b) => a.index - b.index))
    if (isHead(log, change.index)) log.heads.push(change);
    else log.addChange({ ...change, isAgreed: runs === good.length });
}

function* gapsBetween(partners: Int32Array, goodLength: number): Generator<Gap> {
  let from = 0;
  for (let to = 0; to <= partners.length; to++) {
    if (partners[to] === UNALIGNED) continue;
    if (to > from)
      yield { from, to, goodFrom: from === 0 ? 0 : partners[from - 1]! + 1, goodTo: partners[to] ?? goodLength };
    from = to + 1;
  }
}

/** By wanted shape: the lines of a good run that have it, but no partner. */
function placesOf(run: Run, partners: Int32Array, isWanted: Uint8Array): Map<number, number[]> {
  const isAligned = new Uint8Array(run.length);
  for (const partner of partners) if (partner !== UNALIGNED) isAligned[partner] = 1;
  const places = new Map<number, number[]>();
  for (let i = 0; i < run.length; i++) {
    const shape = run.shapes.at(i);
    if (isAligned[i] === 1 || isWanted[shape] === 0) continue;
    if (!places.has(shape)) places.set(shape, []);
    places.get(shape)!.push(i);
  }
  return places;
}

/** Whether its own lines follow a line, so that it is the head of an event. */
function isHead(log: ComparedLog, index: number): boolean {
  return log.states[index + 1] === STATE.new && log.indentOf(index + 1) > log.indentOf(index);
}

/** The line of the good run that stands in the place of the i-th one, if there is one. */
function partnerInGap(
  log: ComparedLog,
  i: number,
  { from, to, goodFrom, goodTo }: Gap,
  run: Run,
  places: ReadonlyMap<number, readonly number[]>,
): Pick<Change, "goodIndex" | "isDoubtful"> | undefined {
  const { table, shapes } = log;
  const shape = log.shapeOf(i);
  const { words, holes, isOtherWorker, isVariant } = log.newShape(i);
  const isFrame = log.has(i, TRAIT.indented) && shapes.words.text(words[0] ?? 0) === "at";
  if (isOtherWorker || isFrame) return undefined;
  for (const { partners, word } of holes.filter(({ hasWords }) => hasWords))
    for (const partner of partners.slice(0, MAX_SHAPES_OF_GAP)) {
      const all = places.get(partner) ?? [];
      const goodIndex = all[countUpTo(all, goodFrom - 1)] ?? goodTo;
      // A line of another level is another line.
      const isOtherLevel = word === 0 && levelOf(log, partner) !== levelOf(log, shape);
      if (goodIndex < goodTo && (!isOtherLevel || levelOf(log, shape) === TRAIT.errorLevel)) return { goodIndex };
    }
  if (to - from !== 1 || goodTo - goodFrom !== 1) return undefined;
  const other = run.shapes.at(goodFrom);
  if (!beginAlike(table.shapes.bytes(shape), table.shapes.bytes(other))) return undefined;
  const isEverywhere = table.runsOf(other) === table.runCount;
  const isDoubtful = log.lines.isBad(i) && !isVariant && (table.runCount === 1 || isEverywhere);
  return { goodIndex: goodFrom, isDoubtful };
}

function levelOf({ table }: ComparedLog, shape: number): number {
  return table.traitsOf(shape) & (TRAIT.errorLevel | TRAIT.middleLevel | TRAIT.lowLevel);
}

function beginAlike(one: Buffer, other: Buffer): boolean {
  const [a, b] = [one, other].map((shape) =>
    shape.toString("latin1", 0, MAX_BEGINNING).trimStart().split(" ", MIN_COMMON_WORDS),
  ) as [string[], string[]];
  return a.length === MIN_COMMON_WORDS && a.every((word, i) => word === b[i]);
}
