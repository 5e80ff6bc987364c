// What is new in a failed run: all that is told of its logs, and what is folded.

import { type Block, findBlocks, linesOf, type SortedBlocks, sortedBlocks } from "./blocks.ts";
import { type ChangedLine, describeChanges } from "./changes.ts";
import type { ComparedLog } from "./compared-log.ts";
import {
  blockItem,
  changeItem,
  foldedBlock,
  foldedItems,
  NEEDS_LOGS,
  type NewsBlock,
  type NewsItem,
  type NewsSummary,
  notReachedItems,
  rateItem,
} from "./news-items.ts";
import { findEarlyEnd } from "./not-reached.ts";
import { findRates, type Rate } from "./rates.ts";

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
  private readonly sorted: SortedBlocks;
  private readonly logs: readonly ComparedLog[];
  /** The names of logs that all good runs have and the failed one lacks. */
  private readonly onlyGood: readonly string[];
  private readonly earlyEnd: NewsSummary<Buffer>["endedEarly"];

  constructor(logs: readonly ComparedLog[], onlyGood: readonly string[]) {
    this.logs = logs;
    this.onlyGood = onlyGood;
    this.earlyEnd = logs.map(findEarlyEnd).find((end) => end !== undefined);
    const first = logs.flatMap(findBlocks);
    const hasNews = this.earlyEnd !== undefined || first.length > 0;
    const isRenewed = logs.map((log) => log.renewDoubtful(hasNews)).includes(true);
    const blocks = isRenewed ? logs.flatMap(findBlocks) : first;
    this.sorted = sortedBlocks(blocks);
    this.blocks = this.sorted.told;
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
    const isIncomplete = this.onlyGood.length > 0 || this.earlyEnd !== undefined;
    return this.told > 0 || this.rates.length > 0 || isIncomplete || this.logs.some(({ isCut }) => isCut);
  }

  /** How many good runs were read. */
  get goodRuns(): number {
    return Math.max(...this.logs.map(({ good }) => good.length));
  }

  *items(): Generator<NewsItem<Buffer>> {
    for (const [i, block] of this.blocks.entries()) yield this.blockItem(block, i + 1);
    yield* this.otherItems();
    yield this.summary();
  }

  /** What is in no block that is told. */
  *otherItems(): Generator<Exclude<NewsItem<Buffer>, { readonly kind: "block" | "summary" }>> {
    for (const change of this.changes) yield changeItem(change);
    for (const rate of this.rates) yield rateItem(rate);
    for (const log of this.logs) yield* notReachedItems(log);
    for (const block of this.sorted.repeated) yield foldedBlock(block, "repeated");
    for (const block of this.sorted.unimportant) yield foldedBlock(block, "block");
    for (const log of this.logs) yield* foldedItems(log);
  }

  blockItem(block: Block, rank: number): NewsBlock<Buffer> {
    return blockItem(block, rank, this.idOf(block));
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
      ...(this.earlyEnd && { endedEarly: this.earlyEnd }),
      ...(onlyFailed.length > 0 && { onlyFailed }),
      ...(onlyGood.length > 0 && { onlyGood }),
      ...(this.haveLittleInCommon && { littleInCommon: true }),
    };
  }

  private get haveLittleInCommon(): boolean {
    const paired = this.logs.filter(({ sources }) => sources.length > 0);
    const lines = paired.reduce((sum, { states }) => sum + states.length, 0);
    const known = paired.reduce((sum, log) => sum + log.lines.known, 0);
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

function sizeOf({ name, length }: ComparedLog["failed"]) {
  return { file: name, lines: length };
}
