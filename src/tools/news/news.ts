// What is new in a failed run, as one object: programs get its items, and the texts for people are written from them.

import { LazyItems } from "../../text/collections/lazy-items.ts";
import { type Block, findBlocks, selectBlocks } from "./blocks.ts";
import { type ChangedLine, describeChanges } from "./changes.ts";
import { type ComparedLines, STATE } from "./failed-lines.ts";
import { findEarlyEnd, findNotReached } from "./not-reached.ts";
import { findRates, type Rate } from "./rates.ts";
import type { GoodSource, Run } from "./run.ts";
import type { StoredTable } from "./stored-table.ts";

/** Folded lines of a kind at most so far apart make one row. */
const MAX_DISTANCE = 2;
/** With fewer known lines than this share, the runs have little in common. */
const MIN_KNOWN_SHARE = 0.1;

/** A line of the failed run. A lone carriage return ends a `line`, but not a `fileLine`. */
export interface NewsLine<Text> {
  readonly line: number;
  readonly fileLine: number;
  /** Whether no good run has anything like it. */
  readonly new: boolean;
  readonly text: Text;
}

/** A line of a good run. */
export interface GoodLine<Text> {
  readonly file: string;
  readonly line: number;
  readonly text: Text;
}

/** Lines that are told together. The block with rank 1 is the most important one. */
export interface NewsBlock<Text> {
  readonly kind: "block";
  readonly rank: number;
  /** By which `--show` names it. */
  readonly id: string;
  readonly file: string;
  readonly lines: Iterable<NewsLine<Text>>;
  /** The good line that is most like the first new one. */
  readonly nearest: GoodLine<Text> | null;
}

/** A line that stands in the place of another one of good runs, and what differs. */
export interface NewsChange<Text> {
  readonly kind: "changed";
  readonly file: string;
  readonly line: number;
  readonly fileLine: number;
  /** The field that has another value, if it is one. */
  readonly field?: string;
  readonly from: string;
  readonly to: string;
  /** Whether it is told. Others are noise, or as another one. */
  readonly told: boolean;
  /** How many lines have the value, if it is new and the field has few. */
  readonly count?: number;
  readonly text: Text;
  readonly nearest: GoodLine<Text>;
}

/** Lines that all good runs have and the failed one lacks: `from` to `to` in the file of a good run. */
export interface NotReached<Text> {
  readonly kind: "not_reached";
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly first: Text;
}

/** Lines that no good run has and that are not told. */
export interface Folded<Text> {
  readonly kind: "folded";
  readonly reason: "redraw" | "value" | "variant" | "block";
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly first: Text;
}

/** How often a line comes in so many lines and, where they have times, seconds. */
interface RateSide {
  readonly count: number;
  readonly lines: number;
  readonly seconds?: number;
}

/** A known line that comes much more often than in any good run, or no longer: then `new` begins after the last one. */
export interface NewsRate<Text> {
  readonly kind: "rate";
  readonly file: string;
  /** The first line or, if it stops, the last one; null if it never comes. */
  readonly line: number | null;
  readonly fileLine: number | null;
  readonly old: RateSide;
  readonly new: RateSide;
  readonly text: Text;
  /** A line of the good run that comes next to it. */
  readonly nearest: GoodLine<Text>;
}

interface RunSize {
  readonly file: string;
  readonly lines: number;
}

/** Good runs that a file of known lines stores. */
interface StoredRuns {
  readonly file: string;
  readonly runs: number;
}

/** What cannot be told without logs of good runs. */
const NEEDS_LOGS = ["changed", "not_reached", "alignment"] as const;

export interface NewsSummary<Text> {
  readonly kind: "summary";
  /** How many lines are told. */
  readonly told: number;
  readonly blocks: number;
  /** How many known lines are at another rate. */
  readonly rates?: number;
  /** The failed run: how many lines it has. */
  readonly lines: number;
  readonly failed: readonly RunSize[];
  readonly good: readonly RunSize[];
  /** Present if good runs are stored. */
  readonly stored?: readonly StoredRuns[];
  /** What cannot be told, as there is no log of a good run. */
  readonly missing?: typeof NEEDS_LOGS;
  /** The last line that says something, for each log: how the run ended, and what stands there in good runs. */
  readonly ended: readonly {
    readonly file: string;
    readonly line: number;
    readonly text: Text;
    readonly was?: string;
  }[];
  /**
   * The last known line, if all good runs go on where this one ends, and the line that comes next there. With no known
   * line its number is 0.
   */
  readonly endedEarly?: { readonly file: string; readonly line: number; readonly text: Text; readonly next: Text };
  /** Logs of the failed run that no good one has, and the other way round: those that all good runs have. */
  readonly onlyFailed?: readonly string[];
  readonly onlyGood?: readonly string[];
  readonly littleInCommon?: true;
}

export type NewsItem<Text> =
  | NewsBlock<Text>
  | NewsChange<Text>
  | NewsRate<Text>
  | NotReached<Text>
  | Folded<Text>
  | NewsSummary<Text>;

/** What is new in the logs of a failed run. The runs must stay open while items are taken. */
export class News {
  /** The blocks that are told, in the order of their rank. */
  readonly blocks: readonly Block[];
  readonly foldedBlocks: readonly Block[];
  readonly changes: readonly { readonly lines: ComparedLines; readonly change: ChangedLine }[];
  /** Known lines that come much more often, or no longer. */
  readonly rates: readonly { readonly lines: ComparedLines; readonly rate: Rate }[];
  readonly told: number;
  private readonly logs: readonly ComparedLines[];
  /** The names of logs that all good runs have and the failed one lacks. */
  private readonly onlyGood: readonly string[];
  private readonly early: readonly ReturnType<typeof findEarlyEnd>[];

  constructor(logs: readonly ComparedLines[], onlyGood: readonly string[]) {
    this.logs = logs;
    this.onlyGood = onlyGood;
    this.early = logs.map(findEarlyEnd);
    const hasNews = this.early.some((end) => end !== undefined) || logs.some((lines) => findBlocks(lines).length > 0);
    for (const lines of logs) lines.tellDoubtful(hasNews);
    const blocks = logs.flatMap(findBlocks);
    this.blocks = selectBlocks(blocks);
    this.foldedBlocks = blocks.filter((block) => !this.blocks.includes(block));
    this.changes = logs.flatMap((lines) => {
      const own = this.blocks.filter((block) => block.lines === lines);
      const isTold = (index: number): boolean => own.some(({ from, to }) => from <= index && index <= to);
      return describeChanges(lines, isTold).map((change) => ({ lines, change }));
    });
    this.rates = logs.flatMap((lines) => findRates(lines).map((rate) => ({ lines, rate })));
    const told = this.blocks.reduce((sum, block) => sum + linesOf(block).length, 0);
    this.told = told + this.changes.filter(({ change }) => change.told).length;
  }

  /** Whether anything is told. */
  get hasNews(): boolean {
    const isIncomplete = this.onlyGood.length > 0 || this.early.some((end) => end !== undefined);
    return this.told > 0 || this.rates.length > 0 || isIncomplete || this.logs.some(({ isCut }) => isCut);
  }

  /** How many good runs there are. */
  get goodRuns(): number {
    return Math.max(...this.logs.map(({ good }) => good.length));
  }

  *items(): Generator<NewsItem<Buffer>> {
    for (const [i, block] of this.blocks.entries()) yield this.blockItem(block, i + 1);
    for (const { lines, change } of this.changes) yield changeItem(lines, change);
    for (const { lines, rate } of this.rates) yield rateItem(lines, rate);
    for (const lines of this.logs) yield* notReachedItems(lines);
    for (const block of this.foldedBlocks) {
      const { lines, from, to } = block;
      yield foldedItem(lines, "block", from, to, linesOf(block).length);
    }
    for (const lines of this.logs) yield* foldedItems(lines);
    yield this.summary();
  }

  blockItem(block: Block, rank: number): NewsBlock<Buffer> {
    const { lines, from } = block;
    const { failed } = lines;
    const indexes = linesOf(block);
    return {
      kind: "block",
      rank,
      id: this.idOf(block),
      file: failed.name,
      lines: new LazyItems(indexes.length, function* () {
        for (const i of indexes) {
          yield { line: i + 1, fileLine: failed.fileLine(i), new: lines.isNew(i), text: failed.text(i) };
        }
      }),
      nearest: nearestLine(lines, from),
    };
  }

  /** The name of a block: its first line, behind the number of its log if there are several. */
  idOf({ lines, from }: Block): string {
    const log = this.logs.length === 1 ? "" : `${this.logs.indexOf(lines) + 1}`;
    return `${log}b${lines.failed.fileLine(from)}`;
  }

  summary(): NewsSummary<Buffer> {
    const [first] = this.logs;
    const sum = this.logs.reduce((lines, { failed }) => lines + failed.length, 0);
    const early = this.early.findIndex((end) => end !== undefined);
    const { logs, onlyGood } = this;
    const onlyFailed = logs.filter(({ sources }) => sources.length === 0).map(({ failed }) => failed.name);
    return {
      kind: "summary",
      told: this.told,
      blocks: this.blocks.length,
      ...(this.rates.length > 0 && { rates: this.rates.length }),
      lines: sum,
      failed: logs.map(({ failed }) => sizeOf(failed)),
      good: first === undefined ? [] : logs.flatMap(({ good }) => good.map(sizeOf)),
      ...(first !== undefined && first.stored.length > 0 && { stored: first.stored.map(storedOf) }),
      ...(logs.every(({ good, stored }) => good.length === 0 && stored.length > 0) && { missing: NEEDS_LOGS }),
      ended: logs.flatMap((lines) => this.endOf(lines)),
      ...(early !== -1 && { endedEarly: earlyEnd(logs[early]!, this.early[early]!) }),
      ...(onlyFailed.length > 0 && { onlyFailed }),
      ...(onlyGood.length > 0 && { onlyGood }),
      ...(this.haveLittleInCommon && { littleInCommon: true }),
    };
  }

  private get haveLittleInCommon(): boolean {
    const paired = this.logs.filter(({ sources }) => sources.length > 0);
    let sum = 0;
    let known = 0;
    for (const { states } of paired) {
      sum += states.length;
      for (const state of states) if (state === STATE.known) known++;
    }
    return paired.some(({ isCut }) => isCut) || known < MIN_KNOWN_SHARE * sum;
  }

  private endOf(lines: ComparedLines): NewsSummary<Buffer>["ended"] {
    const { failed, lastWord } = lines;
    if (lastWord === -1) return [];
    const changed = this.changes.find(({ change, lines: log }) => log === lines && change.index === lastWord);
    const was = changed === undefined ? {} : { was: changed.change.from };
    return [{ file: failed.name, line: failed.fileLine(lastWord), text: failed.text(lastWord), ...was }];
  }
}

/** The lines of a block, without those that were overwritten. */
export function linesOf({ lines, from, to }: Block): number[] {
  const indexes: number[] = [];
  for (let i = from; i <= to; i++) if (lines.states[i] !== STATE.redraw) indexes.push(i);
  return indexes;
}

function sizeOf({ name, length }: Run): RunSize {
  return { file: name, lines: length };
}

function storedOf({ name, runs }: StoredTable): StoredRuns {
  return { file: name, runs };
}

function nearestLine(lines: ComparedLines, index: number): GoodLine<Buffer> | null {
  const nearest = lines.states[index] === STATE.new ? lines.newShape(index).nearest : undefined;
  if (nearest === undefined) return null;
  const source = lines.sources[lines.table.firstSources.at(nearest)]!;
  return goodLine(source, lines.table.firstLines.at(nearest));
}

function goodLine(run: GoodSource, index: number): GoodLine<Buffer> {
  return { file: run.name, line: run.fileLine(index), text: run.text(index) };
}

function changeItem(lines: ComparedLines, change: ChangedLine): NewsChange<Buffer> {
  const { failed, sources } = lines;
  const { index, field, from, to, told, count, source, goodIndex } = change;
  return {
    kind: "changed",
    file: failed.name,
    line: index + 1,
    fileLine: failed.fileLine(index),
    ...(field !== undefined && { field }),
    from,
    to,
    told,
    ...(count !== undefined && { count }),
    text: failed.text(index),
    nearest: goodLine(sources[source]!, goodIndex),
  };
}

function rateItem({ failed, good, sources, table }: ComparedLines, rate: Rate): NewsRate<Buffer> {
  const { shape, index, run, old, new: next } = rate;
  // The run that comes next may lack the line, if others have it.
  const example = goodLine(sources[table.firstSources.at(shape)]!, table.firstLines.at(shape));
  return {
    kind: "rate",
    file: failed.name,
    line: index === -1 ? null : index + 1,
    fileLine: index === -1 ? null : failed.fileLine(index),
    old,
    new: next,
    text: index === -1 ? example.text : failed.text(index),
    nearest: old.count === 0 ? example : goodLine(good[run]!, good[run]!.shapes.values().indexOf(shape)),
  };
}

function* notReachedItems(lines: ComparedLines): Generator<NotReached<Buffer>> {
  const run = lines.good[lines.nearestRun];
  if (run === undefined) return;
  for (const { from, to, count } of findNotReached(lines))
    yield {
      kind: "not_reached",
      file: run.name,
      from: run.fileLine(from),
      to: run.fileLine(to),
      count,
      first: run.text(from),
    };
}

function* foldedItems(lines: ComparedLines): Generator<Folded<Buffer>> {
  for (const [reason, state] of [
    ["value", STATE.value],
    ["variant", STATE.variant],
    ["redraw", STATE.redraw],
  ] as const) {
    let from = -1;
    let to = -1;
    let count = 0;
    for (const [i, other] of lines.states.entries()) {
      if (other !== state) continue;
      if (from !== -1 && i - to > MAX_DISTANCE) {
        yield foldedItem(lines, reason, from, to, count);
        from = -1;
      }
      if (from === -1) {
        from = i;
        count = 0;
      }
      to = i;
      count++;
    }
    if (from !== -1) yield foldedItem(lines, reason, from, to, count);
  }
}

function foldedItem(
  { failed }: ComparedLines,
  reason: Folded<Buffer>["reason"],
  from: number,
  to: number,
  count: number,
): Folded<Buffer> {
  const range = { from: failed.fileLine(from), to: failed.fileLine(to) };
  return { kind: "folded", reason, file: failed.name, ...range, count, first: failed.text(from) };
}

function earlyEnd(
  { failed, good, nearestRun }: ComparedLines,
  { index, next }: { readonly index: number; readonly next: number },
): NonNullable<NewsSummary<Buffer>["endedEarly"]> {
  return {
    file: failed.name,
    line: index === -1 ? 0 : failed.fileLine(index),
    text: index === -1 ? Buffer.alloc(0) : failed.text(index),
    next: good[nearestRun]!.text(next),
  };
}
