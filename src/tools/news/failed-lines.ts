// The lines of a log of the failed run, collected while it is read: what each is by its shape and its numbers alone.

import type { RereadableFiles } from "../../io/rereadable.ts";
import type { Log } from "../../run/log.ts";
import { doubled } from "../../text/collections/numbers.ts";
import type { NewValue } from "./field-values.ts";
import type { GoodRuns } from "./good-runs.ts";
import { isBadByNumber, TRAIT } from "./line-traits.ts";
import { Run } from "./run.ts";
import type { GoodPlace, ShapeTable } from "./shape-table.ts";

/** What a line is. `known` is in a good run; `new` is in none, and neither is anything like it. */
export const STATE = { known: 0, new: 1, redraw: 2, value: 3, variant: 4, changed: 5 } as const;

/** With more new shapes the runs have little in common, and nothing of them is told. */
const MAX_NEW_SHAPES = 20_000;
/** Only so many lines with other numbers are counted. */
const MAX_FACTS = 10_000;

/** What is known of a line beside its state, as bits. */
const BAD = 1;
const FOLLOWER = 2;

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

/** Collects the lines of the failed run while it is read. */
export class FailedLines {
  readonly newShapes: number[] = [];
  readonly facts: Change[] = [];
  /** By new shape of a record: the good shape that differs from it in its level alone. */
  readonly otherLevels = new Map<number, number>();
  /** How many lines are known. */
  known = 0;
  private length = 0;
  /** By line, and room for more. */
  private allStates: Uint8Array = new Uint8Array(1024);
  private flags: Uint8Array = new Uint8Array(1024);
  private readonly isNew = new Set<number>();
  private readonly table: ShapeTable;

  private constructor(table: ShapeTable) {
    this.table = table;
  }

  /** Reads the log of a failed run. Rejects with its read error. */
  static async read(log: Log, files: RereadableFiles, { table, options }: GoodRuns): Promise<[Run, FailedLines]> {
    const lines = new FailedLines(table);
    table.begin(false);
    const run = await Run.read(log, files, table, options, (shape, index, isOver) => lines.take(shape, index, isOver));
    return [run, lines];
  }

  /** Whether so much is new that nothing is told. */
  get isCut(): boolean {
    return this.newShapes.length > MAX_NEW_SHAPES;
  }

  /** Takes the line that the table has just read. */
  private take(shape: number, index: number, isOverwritten: boolean): void {
    const { table, facts } = this;
    const follower = table.text.isFollower ? FOLLOWER : 0;
    table.addFailed(shape, index);
    if (table.isKnown(shape)) {
      this.push(STATE.known, follower);
      // A line of a good run has no number that is new.
      if (table.isSeen || facts.length === MAX_FACTS) return;
      const numbers = table.facts.newOnes(shape, table.runCount);
      if (numbers.length > 0) facts.push({ index, ...table.firstOf(shape), isAgreed: true, numbers });
      return;
    }
    const state = isOverwritten ? STATE.redraw : STATE.new;
    if (this.isCut) {
      this.push(state, follower);
      return;
    }
    if (!this.isNew.has(shape)) {
      this.isNew.add(shape);
      this.newShapes.push(shape);
      const other = table.otherLevel(shape);
      if (other !== undefined) this.otherLevels.set(shape, other);
    }
    const traits = table.traitsOf(shape);
    const isSilent = !isOverwritten && (traits & TRAIT.word) === 0;
    this.push(isSilent ? STATE.known : state, follower | (this.hasBadNews(traits) ? BAD : 0));
  }

  private hasBadNews(traits: number): boolean {
    const { bytes, start, end } = this.table.line;
    if ((traits & TRAIT.bad) !== 0) return true;
    return (traits & TRAIT.badByNumber) !== 0 && isBadByNumber(bytes.subarray(start, end));
  }

  private push(state: number, flags: number): void {
    if (this.length === this.flags.length) {
      this.allStates = doubled(this.allStates);
      this.flags = doubled(this.flags);
    }
    if (state === STATE.known) this.known++;
    this.allStates[this.length] = state;
    this.flags[this.length++] = flags;
  }

  /** By line: its state, as far as its shape alone tells. */
  get states(): Uint8Array {
    return this.allStates.subarray(0, this.length);
  }

  /** Whether a line that no good run has is bad news. */
  isBad(index: number): boolean {
    return (this.flags[index]! & BAD) !== 0;
  }

  /** Whether a line follows another one in a sequence. */
  isFollower(index: number): boolean {
    return (this.flags[index]! & FOLLOWER) !== 0;
  }
}
