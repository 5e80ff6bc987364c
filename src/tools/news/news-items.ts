// What is new in a failed run, item by item, as it is written in JSON.

import { LazyItems } from "../../text/collections/lazy-items.ts";
import { type Block, linesOf } from "./blocks.ts";
import type { ChangedLine } from "./changes.ts";
import type { ComparedLog } from "./compared-log.ts";
import { STATE } from "./failed-lines.ts";
import { findNotReached, type Stretch, stretchesOf } from "./not-reached.ts";
import type { Frequency, Rate } from "./rates.ts";
import type { Run } from "./run.ts";
import type { GoodPlace } from "./shape-table.ts";

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

/** Lines of a log from the one with number `from` to that with number `to`, and how many of them are meant. */
interface NewsLines<Text> {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly first: Text;
}

/** Lines that all good runs have and the failed one lacks, where they are in a good run. */
export interface NotReached<Text> extends NewsLines<Text> {
  readonly kind: "not_reached";
}

/** Lines that no good run has and that are not told. */
export interface Folded<Text> extends NewsLines<Text> {
  readonly kind: "folded";
  readonly reason: "redraw" | "value" | "variant" | "repeated" | "block";
}

/** A known line that comes much more often than in any good run, or no longer: then `new` begins after the last one. */
export interface NewsRate<Text> {
  readonly kind: "rate";
  readonly file: string;
  /** The first line or, if it stops, the last one; null if it never comes. */
  readonly line: number | null;
  readonly fileLine: number | null;
  readonly old: Frequency;
  readonly new: Frequency;
  readonly text: Text;
  /** A line of the good run that comes next to it. */
  readonly nearest: GoodLine<Text>;
}

interface LogSize {
  readonly file: string;
  readonly lines: number;
}

/** What cannot be told without logs of good runs. */
export const NEEDS_LOGS = ["changed", "not_reached", "alignment"] as const;

export interface NewsSummary<Text> {
  readonly kind: "summary";
  /** How many lines are told. */
  readonly told: number;
  readonly blocks: number;
  /** How many known lines are at another rate. */
  readonly rates?: number;
  /** How many lines the failed run has. */
  readonly lines: number;
  readonly failed: readonly LogSize[];
  readonly good: readonly LogSize[];
  /** Files that store good runs. */
  readonly stored?: readonly { readonly file: string; readonly runs: number }[];
  /** What cannot be told, as there is no log of a good run. */
  readonly missing?: typeof NEEDS_LOGS;
  /** The last line that says something, for each log: how the run ended, and what stands there in good runs. */
  readonly ended: readonly (GoodLine<Text> & { readonly was?: string })[];
  /** The last known line before an early end, with the number 0 if there is none, and how good runs go on. */
  readonly endedEarly?: GoodLine<Text> & { readonly next: Text };
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

export function blockItem(block: Block, rank: number, id: string): NewsBlock<Buffer> {
  const { log, from } = block;
  const { failed } = log;
  const indexes = linesOf(block);
  const nearest = log.states[from] === STATE.new ? log.shapes.nearestTo(log.shapeOf(from)) : undefined;
  return {
    kind: "block",
    rank,
    id,
    file: failed.name,
    lines: new LazyItems(indexes.length, function* () {
      for (const i of indexes) {
        yield { line: i + 1, fileLine: failed.fileLine(i), new: log.isNew(i), text: failed.text(i) };
      }
    }),
    nearest: nearest === undefined ? null : goodLine(log, log.table.firstOf(nearest)),
  };
}

export function changeItem({ log, index, field, from, to, told, count, ...place }: ChangedLine): NewsChange<Buffer> {
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
    get text() {
      return log.failed.text(index);
    },
    get nearest() {
      return goodLine(log, place);
    },
  };
}

export function rateItem({ log, shape, index, run, old, new: next }: Rate): NewsRate<Buffer> {
  const { failed, good, stored } = log;
  // The run that comes next may lack the line, if others have it.
  const first = goodLine(log, log.table.firstOf(shape));
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

/** What the nearest good run has and the failed one did not reach. */
export function* notReachedItems(log: ComparedLog): Generator<NotReached<Buffer>> {
  for (const stretch of findNotReached(log))
    yield linesItem({ kind: "not_reached" }, log.good[log.nearestRun]!, stretch);
}

/** The lines of a block that is not told. */
export function foldedBlock(block: Block, reason: "repeated" | "block"): Folded<Buffer> {
  const { log, from, to } = block;
  return linesItem({ kind: "folded", reason }, log.failed, { from, to, count: linesOf(block).length });
}

/** Lines that are in no block, as they are like known ones. */
export function* foldedItems({ failed, states }: ComparedLog): Generator<Folded<Buffer>> {
  for (const reason of ["value", "variant", "redraw"] as const)
    for (const stretch of stretchesOf(states.length, (i) => states[i] === STATE[reason]))
      yield linesItem({ kind: "folded", reason }, failed, stretch);
}

/** Few of the lines are shown to people, so that each is read again only when it is asked for. */
function linesItem<const Kind>(kind: Kind, run: Run, { from, to, count }: Stretch): Kind & NewsLines<Buffer> {
  return {
    ...kind,
    file: run.name,
    from: run.fileLine(from),
    to: run.fileLine(to),
    count,
    get first() {
      return run.text(from);
    },
  };
}

function goodLine({ sources }: ComparedLog, { source, goodIndex }: GoodPlace): GoodLine<Buffer> {
  const run = sources[source]!;
  return { file: run.name, line: run.fileLine(goodIndex), text: run.text(goodIndex) };
}
