import type { ReadOptions } from "../../io/line-text.ts";
import type { Log } from "../../run/log.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import type { MaskedValues } from "../../text/masks/masker.ts";
import type {
  BySide,
  ComparisonItem,
  ComparisonLine,
  ComparisonRule,
  ComparisonSummary,
  GroupIds,
  SideName,
  SideSummary,
  WholeGroup,
} from "./difference.ts";
import type { Hunk } from "./edit-script/edit-script.ts";
import { groupPairs, type LinePair } from "./group-pairs.ts";
import { countSameInOrder, type DiffTools, diffInOrder, hunksOf } from "./in-order.ts";
import { type KeyOptions, LineKeys } from "./line-keys.ts";
import { lineNumberer } from "./line-numberer.ts";
import { type Lines, Side, type SideLine } from "./side.ts";
import { countSameUnordered, diffCounts, rereadable } from "./unordered.ts";

export interface ComparisonOptions extends ReadOptions, Pick<KeyOptions, "by" | "ignore"> {
  /** Compares only how often each line occurs, not in which order. */
  readonly unordered?: boolean | undefined;
  /** Whether lines that no rule matches are compared as they are (`pass`, the default) or left out (`drop`). */
  readonly unmatched?: "pass" | "drop" | undefined;
}

type LogDiffOptions = ComparisonOptions & Omit<KeyOptions, "mayHaveLineBreaks">;

/** The logs of each side, and how many lines each has. */
export type LogNames = BySide<readonly { readonly name: string; readonly lines: number }[]>;

/** How many lines of each log were read, and how many no rule matched, or only a catch-all. */
export type LinesRead = Readonly<Record<SideName, Pick<SideSummary, "lines" | "unmatched">>>;

/**
 * Two logs that were read and are compared by the outputs of their lines. A log, or several that are compared as one,
 * is a `Side`. For each line it holds a key, and can read it again as a `SideLine`. `Lines` are those that are compared
 * at a time: all, or those of one group. All further steps see only their keys.
 */
export class LogDiff {
  /** The names in `by` that no rule has. */
  readonly unknownFields: readonly string[];
  /** The names in `ignore` that no output shows. */
  readonly hiddenFields: readonly string[];
  readonly isGrouped: boolean;
  readonly hasRules: boolean;
  /** Whether lines of stack traces may follow others. */
  readonly hasTraces: boolean;
  /** Undefined if lines are compared as they are. */
  readonly masked: MaskedValues | undefined;

  private readonly keys: LineKeys;
  private readonly sides: BySide<Side>;
  private readonly isOrdered: boolean;
  private wholeLogs: BySide<Lines> | undefined;
  private wholeHunks: Iterable<Hunk> | undefined;
  private groupPairs: ReturnType<typeof groupPairs> | undefined;
  /** How many lines of either log have an equal line in the other, once they are counted. */
  private same: number | undefined;
  private counts: readonly ComparisonRule[] | undefined;

  private constructor(keys: LineKeys, sides: BySide<Side>, isOrdered: boolean) {
    this.unknownFields = keys.correlation?.unknown ?? [];
    this.hiddenFields = keys.ignored.hidden;
    this.isGrouped = keys.correlation !== undefined;
    this.hasRules = keys.rulebook.rules.length > 0;
    this.hasTraces = keys.rulebook.linePatterns.some(({ isTrace }) => isTrace);
    this.masked = keys.masker?.masked;
    this.keys = keys;
    this.sides = sides;
    this.isOrdered = isOrdered;
  }

  /**
   * Reads two logs, one after the other. Rejects with a log's read error, with an UnknownFieldError if no rule has any
   * of the fields in `by` or lacks one in `ignore`, or with a RangeError if there are more than 16 of them.
   */
  static async of(
    rulebook: Rulebook,
    old: readonly Log[],
    next: readonly Log[],
    options: LogDiffOptions,
  ): Promise<LogDiff> {
    const { unordered = false, unmatched = "pass" } = options;
    const keys = new LineKeys(rulebook, { ...options, mayHaveLineBreaks: options.input?.format === "json" });
    const sides = { old: new Side("old", keys, options), new: new Side("new", keys, options) };
    try {
      await sides.old.read(old, unmatched === "pass");
      await sides.new.read(next, unmatched === "pass");
      return new LogDiff(keys, sides, !unordered);
    } catch (error) {
      sides.old.close();
      sides.new.close();
      throw error;
    }
  }

  get logs(): LogNames {
    return { old: this.sides.old.logs, new: this.sides.new.logs };
  }

  /** Compares nothing. */
  get read(): LinesRead {
    const sideOf = ({ lines, unmatched }: Side): LinesRead["old"] => ({ lines, unmatched });
    return { old: sideOf(this.sides.old), new: sideOf(this.sides.new) };
  }

  /** Reads no line again. */
  get summary(): ComparisonSummary {
    const same = this.same ?? this.count().same;
    this.same = same;
    const { old, new: next } = this.read;
    const onlyIn = ({ bareKeys }: Side): number => bareKeys.length - same;
    return { same, old: { ...old, only: onlyIn(this.sides.old) }, new: { ...next, only: onlyIn(this.sides.new) } };
  }

  /** Whether anything differs. Once all items were read, or lines were counted, this costs nothing. */
  get differs(): boolean {
    if (this.same === undefined) return this.items(0).next().done !== true;
    const { old, new: next } = this.summary;
    return old.only + next.only > 0;
  }

  /** In the order of `ruleCounts`. Reads no line again. */
  get rules(): readonly ComparisonRule[] {
    return this.counts ?? this.count().counts;
  }

  /**
   * Yields the differences in order, each with up to `context` equal lines before and after it. Yields nothing if the
   * logs are equal. Throws a log's error if it has changed since it was read. `joinsEmptyLines` as in DiffTools.
   */
  *items(context: number, joinsEmptyLines = false): Generator<ComparisonItem<Buffer>> {
    const { sides, keys } = this;
    const rereading = { left: rereadable(sides.old.lines + sides.new.lines) };
    const tally = { same: 0 };
    const tools = { keys, context, tally, rereading, joinsEmptyLines };
    const numberer = lineNumberer(sides, keys, this.isOrdered);
    for (const pair of this.pairs((lines) => (tally.same += lines))) {
      const { ids, only } = pair;
      if (only === undefined) yield* this.pairItems(this.linesOf(pair, numberer), ids, tools);
      else yield wholeGroup(ids!, only, numberer.single(sides[only], pair[only]!));
    }
    this.same = tally.same;
  }

  /** A compared line of a side as it is in its log. Throws a log's error if it has changed since it was read. */
  original(side: SideName, index: number): Pick<SideLine, "file" | "line" | "original"> {
    const own = this.sides[side];
    return { ...own.placeOf(index), original: Buffer.from(own.inLog(index)) };
  }

  /** Closes the logs. No line can be read afterwards. */
  close(): void {
    this.sides.old.close();
    this.sides.new.close();
  }

  /**
   * Both logs as a whole or, if they are grouped, one group after the other. Pairs of groups with the same lines may be
   * left out: `skip` is then called with the number of lines of each.
   */
  private pairs(skip: (lines: number) => void): Iterable<LinePair> {
    const { sides, keys, isOrdered } = this;
    if (!this.isGrouped) return [{ ids: undefined, old: undefined, new: undefined }];
    this.groupPairs ??= groupPairs(sides, keys, isOrdered);
    return this.groupPairs(keys.hasAliases ? undefined : skip);
  }

  private linesOf({ old, new: next }: LinePair, numberer: ReturnType<typeof lineNumberer>): BySide<Lines> {
    if (this.isGrouped) return numberer.pair(old, next);
    this.wholeLogs ??= numberer.pair();
    return this.wholeLogs;
  }

  private pairItems(
    lines: BySide<Lines>,
    ids: GroupIds<Buffer> | undefined,
    tools: DiffTools,
  ): Iterable<ComparisonItem<Buffer>> {
    // Whole logs, which have no ids, may have millions of hunks.
    const hunks = !this.isOrdered ? [] : ids === undefined ? this.hunksOf(lines) : [...this.hunksOf(lines)];
    let group = ids;
    if (ids !== undefined && !ids.old!.equals(ids.new!)) {
      const same = this.isOrdered ? countSameInOrder(lines, hunks) : countSameUnordered(lines, tools.keys.table);
      group = { ...ids, alike: { lines: same, of: Math.max(lines.old.length, lines.new.length) } };
    }
    return this.isOrdered ? diffInOrder(lines, hunks, group, tools) : diffCounts(lines, group, tools);
  }

  /** Those of whole logs are kept, because they take long to find. */
  private hunksOf(lines: BySide<Lines>): Iterable<Hunk> {
    if (lines !== this.wholeLogs) return hunksOf(lines, this.keys.table);
    this.wholeHunks ??= hunksOf(lines, this.keys.table);
    return this.wholeHunks;
  }

  private count(): { readonly same: number; readonly counts: readonly ComparisonRule[] } {
    if (!this.keys.isCompared) throw new Error("the lines of these logs are not compared");
    const { sides, keys, isOrdered } = this;
    const { old, new: next } = sides;
    const unequal = { old: new Uint8Array(old.bareKeys.length), new: new Uint8Array(next.bareKeys.length) };
    let same = 0;
    const numberer = lineNumberer(sides, keys, isOrdered);
    for (const pair of this.pairs((lines) => (same += lines))) {
      if (pair.only !== undefined) for (const line of pair[pair.only]!) unequal[pair.only][line] = 1;
      else {
        const lines = this.linesOf(pair, numberer);
        if (isOrdered) same += countSameInOrder(lines, this.hunksOf(lines), unequal);
        else same += countSameUnordered(lines, keys.table, unequal);
      }
    }
    this.same = same;
    this.counts = ruleCounts(sides, unequal);
    return { same, counts: this.counts };
  }
}

function wholeGroup(group: GroupIds<Buffer>, only: SideName, lines: Lines): WholeGroup<Buffer> {
  const read = function* (): Generator<ComparisonLine<Buffer>> {
    for (let i = 0; i < lines.length; i++) yield lines.line(i);
  };
  const kind = only === "old" ? "removed_group" : "added_group";
  return { kind, group, count: lines.length, lines: { [Symbol.iterator]: read } };
}

/**
 * How many lines each rule won. Those with most lines that only one side has come first, then those whose numbers of
 * lines differ most, and unmatched lines last. Rules of one name in a file count as one; those without lines are left
 * out.
 */
function ruleCounts(sides: BySide<Side>, unequal: BySide<Uint8Array>): ComparisonRule[] {
  const counts = new Map<string, Omit<ComparisonRule, "difference"> & BySide<{ lines: number; only: number }>>();
  const countOf = ({ rule, ruleFile }: Pick<ComparisonRule, "rule" | "ruleFile">) => {
    // No name has a line break.
    const key = `${rule ?? ""}\n${ruleFile ?? ""}`;
    const none = { old: { lines: 0, only: 0 }, new: { lines: 0, only: 0 } };
    const count = counts.get(key) ?? { rule, ...(ruleFile !== undefined && { ruleFile }), ...none };
    counts.set(key, count);
    return count;
  };
  for (const name of ["old", "new"] as const) {
    const side = sides[name];
    for (const { lines, only, ...rule } of side.countLines(unequal[name])) {
      const count = countOf(rule)[name];
      count.lines += lines;
      count.only += only;
    }
    // Unmatched lines may be left out of the comparison, but not out of the counts.
    if (side.unmatched > 0) countOf({ rule: undefined })[name].lines = side.unmatched;
  }
  return [...counts.values()]
    .map((count) => ({ ...count, difference: count.new.lines - count.old.lines }))
    .sort(
      (a, b) =>
        Number(a.rule === undefined) - Number(b.rule === undefined) ||
        b.old.only + b.new.only - (a.old.only + a.new.only) ||
        Math.abs(b.difference) - Math.abs(a.difference),
    );
}
