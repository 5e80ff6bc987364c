// What is new in a failed run: all that is told of its logs, and what is folded.

import { LazyItems } from "../../text/collections/lazy-items.ts";
import { type Block, findBlocks, linesOf, toldBlocks } from "./blocks.ts";
import { type ChangedLine, describeChanges } from "./changes.ts";
import type { ComparedLog, GoodPlace } from "./compared-log.ts";
import { STATE } from "./failed-lines.ts";
import {
  type GoodLine,
  NEEDS_LOGS,
  type NewsBlock,
  type NewsChange,
  type NewsItem,
  type NewsLines,
  type NewsRate,
  type NewsSummary,
} from "./news-items.ts";
import { type EarlyEnd, findEarlyEnd, findNotReached, type Stretch, stretchesOf } from "./not-reached.ts";
import { findRates, type Rate } from "./rates.ts";
import type { Run } from "./run.ts";

/** With fewer known lines than this share, the runs have little in common. */
const MIN_KNOWN_SHARE = 0.1;

/** What is new in the logs of a failed run. The runs must stay open while items are taken. */
export class News {
  /** The blocks that are told, in the order of their rank. */
  readonly blocks: readonly Block[];
  readonly changes: readonly ChangedLine[];
  /** Known lines that come much more often, or no longer. */
  readonly rates: readonly Rate[];
  /** How many lines are told. */
  readonly told: number;
  private readonly foldedBlocks: readonly Block[];
  private readonly logs: readonly ComparedLog[];
  /** The names of logs that all good runs have and the failed one lacks. */
  private readonly onlyGood: readonly string[];
  private readonly early: readonly (EarlyEnd | undefined)[];

  constructor(logs: readonly ComparedLog[], onlyGood: readonly string[]) {
    this.logs = logs;
    this.onlyGood = onlyGood;
    this.early = logs.map(findEarlyEnd);
    const blocks = logs.flatMap(findBlocks);
    this.blocks = toldBlocks(blocks);
    this.foldedBlocks = blocks.filter((block) => !this.blocks.includes(block));
    this.changes = logs.flatMap((log) => {
      const own = this.blocks.filter((block) => block.log === log);
      return describeChanges(log, (index) => own.some(({ from, to }) => from <= index && index <= to));
    });
    this.rates = logs.flatMap(findRates);
    const told = this.blocks.reduce((sum, block) => sum + linesOf(block).length, 0);
    this.told = told + this.changes.filter((change) => change.told).length;
  }

  /** Whether anything is told. */
  get hasNews(): boolean {
    const isIncomplete = this.onlyGood.length > 0 || this.endsEarly;
    return this.told > 0 || this.rates.length > 0 || isIncomplete || this.logs.some(({ isCut }) => isCut);
  }

  /** How many good runs were read. */
  get goodRuns(): number {
    return Math.max(...this.logs.map(({ good }) => good.length));
  }

  *items(): Generator<NewsItem<Buffer>> {
    for (const [i, block] of this.blocks.entries()) yield this.blockItem(block, i + 1);
    for (const change of this.changes) yield changeItem(change);
    for (const rate of this.rates) yield rateItem(rate);
    for (const log of this.logs)
      for (const stretch of findNotReached(log))
        yield { kind: "not_reached", ...linesItem(log.good[log.nearestRun]!, stretch) };
    for (const { log, from, to } of this.foldedBlocks) {
      const count = linesOf({ log, from, to }).length;
      yield { kind: "folded", reason: "block", ...linesItem(log.failed, { from, to, count }) };
    }
    for (const { failed, states } of this.logs)
      for (const reason of ["value", "variant", "redraw"] as const)
        for (const stretch of stretchesOf(states.length, (i) => states[i] === STATE[reason]))
          yield { kind: "folded", reason, ...linesItem(failed, stretch) };
    yield this.summary();
  }

  blockItem(block: Block, rank: number): NewsBlock<Buffer> {
    const { log, from } = block;
    const { failed } = log;
    const indexes = linesOf(block);
    const nearest = log.states[from] === STATE.new ? log.newShape(from).nearest : undefined;
    return {
      kind: "block",
      rank,
      id: this.idOf(block),
      file: failed.name,
      lines: new LazyItems(indexes.length, function* () {
        for (const i of indexes)
          yield { line: i + 1, fileLine: failed.fileLine(i), new: log.isNew(i), text: failed.text(i) };
      }),
      nearest: nearest === undefined ? null : goodLine(log, log.firstOf(nearest)),
    };
  }

  /** The name of a block: its first line, behind the number of its log if there are several. */
  idOf({ log, from }: Block): string {
    const number = this.logs.length === 1 ? "" : this.logs.indexOf(log) + 1;
    return `${number}b${log.failed.fileLine(from)}`;
  }

  summary(): NewsSummary<Buffer> {
    const { logs, onlyGood, rates } = this;
    const [{ stored = [] } = {}] = logs;
    const failed = logs.map((log) => log.failed);
    const early = this.early.findIndex((end) => end !== undefined);
    const onlyFailed = logs.filter(({ sources }) => sources.length === 0).map((log) => log.failed.name);
    return {
      kind: "summary",
      told: this.told,
      blocks: this.blocks.length,
      ...(rates.length > 0 && { rates: rates.length }),
      lines: failed.reduce((lines, { length }) => lines + length, 0),
      failed: failed.map(sizeOf),
      good: logs.flatMap((log) => log.good.map(sizeOf)),
      ...(stored.length > 0 && { stored: stored.map(({ name, runs }) => ({ file: name, runs })) }),
      ...(logs.every((log) => log.good.length === 0 && log.stored.length > 0) && { missing: NEEDS_LOGS }),
      ended: logs.flatMap((log) => this.endOf(log)),
      ...(early !== -1 && { endedEarly: earlyEnd(logs[early]!, this.early[early]!) }),
      ...(onlyFailed.length > 0 && { onlyFailed }),
      ...(onlyGood.length > 0 && { onlyGood }),
      ...(this.haveLittleInCommon && { littleInCommon: true }),
    };
  }

  private get endsEarly(): boolean {
    return this.early.some((end) => end !== undefined);
  }

  private get haveLittleInCommon(): boolean {
    const paired = this.logs.filter(({ sources }) => sources.length > 0);
    let lines = 0;
    let known = 0;
    for (const { states } of paired) {
      lines += states.length;
      for (const state of states) if (state === STATE.known) known++;
    }
    return paired.some(({ isCut }) => isCut) || known < MIN_KNOWN_SHARE * lines;
  }

  private endOf(log: ComparedLog): NewsSummary<Buffer>["ended"] {
    const { failed, lastWord } = log;
    if (lastWord === -1) return [];
    const changed = this.changes.find((change) => change.log === log && change.index === lastWord);
    const was = changed && { was: changed.from };
    return [{ file: failed.name, line: failed.fileLine(lastWord), text: failed.text(lastWord), ...was }];
  }
}

function sizeOf({ name, length }: Run) {
  return { file: name, lines: length };
}

function changeItem({ log, index, field, from, to, told, count, ...place }: ChangedLine): NewsChange<Buffer> {
  return {
    kind: "changed",
    file: log.failed.name,
    line: index + 1,
    fileLine: log.failed.fileLine(index),
    ...(field !== undefined && { field }),
    from,
    to,
    told,
    ...(count !== undefined && { count }),
    text: log.failed.text(index),
    nearest: goodLine(log, place),
  };
}

function rateItem({ log, shape, index, run, old, new: next }: Rate): NewsRate<Buffer> {
  const { failed, good, stored } = log;
  // The run that comes next may lack the line, if others have it.
  const first = goodLine(log, log.firstOf(shape));
  const isThere = index !== -1;
  return {
    kind: "rate",
    file: failed.name,
    line: isThere ? index + 1 : null,
    fileLine: isThere ? failed.fileLine(index) : null,
    old,
    new: next,
    text: isThere ? failed.text(index) : first.text,
    nearest:
      old.count === 0
        ? first
        : goodLine(log, { source: stored.length + run, goodIndex: good[run]!.shapes.values().indexOf(shape) }),
  };
}

/** Where a log of the failed run ends early. */
function earlyEnd(
  { failed, good, nearestRun }: ComparedLog,
  { index, next }: EarlyEnd,
): NonNullable<NewsSummary<Buffer>["endedEarly"]> {
  return {
    file: failed.name,
    line: index === -1 ? 0 : failed.fileLine(index),
    text: index === -1 ? Buffer.alloc(0) : failed.text(index),
    next: good[nearestRun]!.text(next),
  };
}

function linesItem(run: Run, { from, to, count }: Stretch): NewsLines<Buffer> {
  return { file: run.name, from: run.fileLine(from), to: run.fileLine(to), count, first: run.text(from) };
}

function goodLine({ sources }: ComparedLog, { source, goodIndex }: GoodPlace): GoodLine<Buffer> {
  const run = sources[source]!;
  return { file: run.name, line: run.fileLine(goodIndex), text: run.text(goodIndex) };
}
