// What each line of a log of the failed run is, by what the good runs know.

import { countUpTo } from "../../text/collections/numbers.ts";
import { align, UNALIGNED } from "./alignment.ts";
import { type FailedLines, type NumberFact, STATE } from "./failed-lines.ts";
import type { NewValue } from "./field-values.ts";
import { GoodShapes, type NewShape } from "./good-shapes.ts";
import { hasCommitMessage, TRAIT } from "./line-traits.ts";
import type { GoodSource, Run } from "./run.ts";
import type { ShapeTable } from "./shape-table.ts";
import type { StoredTable } from "./stored-table.ts";

/** A word that always stands somewhere may do so by chance in one good run, but hardly in as many as these. */
const MIN_RUNS_OF_WORDS = 2;

/** Of the good shapes that differ from a line in one word, so many are looked for in its gap: more say no more. */
const MAX_SHAPES_OF_GAP = 8;
/** A line that takes the place of a much different one begins with as many of its words, so that it is its like. */
const MIN_COMMON_WORDS = 2;
/** These words are searched in so many bytes. */
const MAX_BEGINNING = 4096;

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
  /**
   * Whether the line is bad news and takes the place of a single line that is much different. It is a change only if
   * it has the message of a commit, and nothing else is new.
   */
  readonly isDoubtful?: boolean;
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
  /** The good lines in whose places events begin that are new. */
  readonly heads: GoodPlace[] = [];
  /** New values of fields that have few. */
  readonly values: readonly NewValue[];
  readonly facts: readonly NumberFact[];
  /** By line: 1 if a good run has it at the same place. */
  readonly placed: Uint8Array;
  /** By good run: the partner of each line. */
  readonly partners: readonly Int32Array[];
  /** The good run that has most lines in common. */
  readonly nearestRun: number;
  private readonly lines: FailedLines;
  /** New lines that stand in the place of others. */
  private readonly replacing = new Set<number>();

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
    this.facts = lines.facts;
    this.isCut = lines.isCut;
    this.newShapes = this.isCut ? [] : lines.newShapes;
    this.shapes = new GoodShapes(table, this.newShapes);
    this.values = this.isCut ? [] : table.fields.newValues(good.length);
    const aligned = this.isCut ? [] : good;
    this.partners = aligned.map((run) => align(run.shapes.values(), failed.shapes.values(), table.size));
    this.placed = new Uint8Array(failed.length);
    const counts = this.partners.map((partners) => this.place(partners));
    this.nearestRun = Math.max(counts.indexOf(Math.max(...counts)), 0);
    if (this.isCut) return;
    this.placeStored();
    this.explainNew();
    this.explainFields();
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

  /** Whether a new line stands in the place of another one. */
  isReplacing(index: number): boolean {
    return this.replacing.has(index);
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
      if (table.isKnown(shape) && table.firstSources.at(shape) < stored.length) placed[i] = 1;
    }
  }

  /** Finds new lines that say nothing new: other values where values vary, and variants of known lines. */
  private explainNew(): void {
    const { states, table } = this;
    for (let index = 0; index < states.length; index++) {
      if (states[index] !== STATE.new) continue;
      const { isValue, isOtherWorker, isVariant } = this.newShape(index);
      if (isValue || isOtherWorker) states[index] = STATE.value;
      else if (isVariant) {
        states[index] = STATE.variant;
        // It may have a new word in a place where good runs have always the same few.
        const partner = this.shapes.closedPartner(this.shapeOf(index));
        if (partner !== undefined && table.runCount >= MIN_RUNS_OF_WORDS)
          this.addChange({ ...this.firstOf(partner), index, isAgreed: true });
      }
    }
  }

  /** Makes records that are new only in their level, and lines that are only in a value that is told, changes. */
  private explainFields(): void {
    const { states } = this;
    const told = new Set(this.values.map(({ index }) => index));
    for (let index = 0; index < states.length; index++) {
      if (states[index] === STATE.known || states[index] === STATE.redraw) continue;
      const other = this.lines.otherLevels.get(this.shapeOf(index));
      if (other !== undefined) this.addChange({ ...this.firstOf(other), index, isAgreed: true, isLevel: true });
      // The value itself says what differs.
      else if (told.has(index) && this.newShape(index).holes.some(({ partners }) => partners.length > 0))
        states[index] = STATE.changed;
    }
  }
}

interface Partner {
  readonly goodIndex: number;
  readonly isDoubtful: boolean;
}

/** Notes in a log which of its lines stand in the place of a good one. */
function findReplacements(log: ComparedLog): void {
  const { good, stored, partners, states } = log;
  const wanted = wantedPartners(log);
  const found = new Map<number, Partner & GoodPlace & { runs: number; shape: number }>();
  for (const [r, run] of good.entries()) {
    const gaps = new Gaps(run, partners[r]!, wanted);
    for (let i = 0; i < states.length; i++) {
      const state = states[i];
      if (state !== STATE.new && state !== STATE.value && state !== STATE.variant) continue;
      if (log.newShape(i).isOtherWorker) continue;
      gaps.moveTo(i);
      const partner = partnerInGap(log, i, gaps);
      if (partner === undefined) continue;
      const shape = run.shapes.at(partner.goodIndex);
      const other = found.get(i);
      if (other === undefined) found.set(i, { ...partner, source: stored.length + r, runs: 1, shape });
      else if (other.shape === shape) other.runs++;
    }
  }
  for (const [index, { source, goodIndex, isDoubtful, runs }] of [...found].sort((a, b) => a[0] - b[0]))
    if (isHead(log, index)) log.heads.push({ source, goodIndex });
    else log.addChange({ index, source, goodIndex, isAgreed: runs === good.length, isDoubtful });
}

/** Whether its own lines follow a line, so that it is the head of an event. */
function isHead(log: ComparedLog, index: number): boolean {
  const isNewBelow = log.states[index + 1] === STATE.new && log.has(index + 1, TRAIT.indented);
  return isNewBelow && !log.has(index, TRAIT.indented);
}

/** By shape: 1 for good ones that differ from a new one in one word. */
function wantedPartners({ table, newShapes, shapes }: ComparedLog): Uint8Array {
  const wanted = new Uint8Array(table.size);
  for (const shape of newShapes)
    for (const { partners } of shapes.of(shape).holes) for (const partner of partners) wanted[partner] = 1;
  return wanted;
}

/** The line of the good run that stands in the place of the i-th one, if there is one. */
function partnerInGap(log: ComparedLog, i: number, gaps: Gaps): Partner | undefined {
  const { table, shapes } = log;
  const shape = log.shapeOf(i);
  const { words, holes } = log.newShape(i);
  const isFrame = log.has(i, TRAIT.indented) && shapes.words.text(words[0] ?? 0) === "at";
  if (isFrame) return undefined;
  for (const hole of holes) {
    if (!hole.hasWords) continue;
    for (const partner of hole.partners.slice(0, MAX_SHAPES_OF_GAP)) {
      const goodIndex = gaps.find(partner);
      if (goodIndex === undefined) continue;
      // A line of another level is another line.
      const isOtherLevel = hole.word === 0 && levelOf(log, partner) !== levelOf(log, shape);
      if (isOtherLevel && levelOf(log, shape) !== TRAIT.errorLevel) continue;
      return { goodIndex, isDoubtful: false };
    }
  }
  const only = gaps.only();
  if (only === undefined) return undefined;
  const other = gaps.run.shapes.at(only);
  if (!beginAlike(table.shapes.bytes(shape), table.shapes.bytes(other))) return undefined;
  const isEverywhere = table.runsOf(other) === table.runCount;
  return { goodIndex: only, isDoubtful: log.isBad(i) && (table.runCount === 1 || isEverywhere) };
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

/** The lines of a good run between the partners of the lines before and after a line of the failed run. */
class Gaps {
  readonly run: Run;
  private readonly partners: Int32Array;
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
    const isAligned = new Uint8Array(run.length);
    for (const partner of partners) if (partner !== UNALIGNED) isAligned[partner] = 1;
    for (let i = 0; i < run.length; i++) {
      const shape = run.shapes.at(i);
      if (isAligned[i] === 1 || wanted[shape] === 0) continue;
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

  /** The first line of the gap with this shape. */
  find(shape: number): number | undefined {
    const places = this.places.get(shape) ?? [];
    const place = places[countUpTo(places, this.goodFrom - 1)];
    return place !== undefined && place < this.goodTo ? place : undefined;
  }

  /** The only line of the gap, if the gap is one line on either side. */
  only(): number | undefined {
    return this.to - this.from === 1 && this.goodTo - this.goodFrom === 1 ? this.goodFrom : undefined;
  }
}
