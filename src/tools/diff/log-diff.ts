import type { ReadOptions } from "../../io/line-text.ts";
import { Correlation } from "../../run/correlation.ts";
import { IgnoredFields } from "../../run/ignored-fields.ts";
import type { Log } from "../../run/log.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { type MaskedValues, Masker } from "../../text/masks/masker.ts";
import { Rereading } from "./additional-lines.ts";
import type {
  ComparisonItem,
  ComparisonLine,
  ComparisonRule,
  ComparisonSummary,
  GroupIds,
  RuleSideCount,
  SideName,
  SideSummary,
  WholeGroup,
} from "./difference.ts";
import type { Hunk } from "./edit-script/edit-script.ts";
import { FieldDiff } from "./field-diff.ts";
import { GroupPairs } from "./group-pairs.ts";
import { countSameInOrder, type DiffTools, diffInOrder, hunksOf, removedCount } from "./in-order.ts";
import { LineKeys, type LineObserver } from "./line-keys.ts";
import { type ComparedLines, LineNumberer, type Lines } from "./lines.ts";
import { Side, type Sides, type UnequalLines } from "./side.ts";
import { countSameUnordered, diffCounts, sameCounts } from "./unordered.ts";

export interface ComparisonOptions extends ReadOptions {
  /** Compares lines in groups by their ids. A line's id is the first of these fields with a non-empty capture. */
  readonly by?: readonly string[] | undefined;
  /** Fields that are left out of the comparison. Outputs still show their values. */
  readonly ignore?: readonly string[] | undefined;
  /** Compares only how often each line occurs, not in which order. */
  readonly unordered?: boolean | undefined;
  /** Whether lines that no rule matches are compared as they are (`pass`, the default) or left out (`drop`). */
  readonly unmatched?: "pass" | "drop" | undefined;
}

/** How two logs are read and compared. */
interface LogDiffOptions extends ComparisonOptions {
  /** Whether lines that no rule matches are masked to be compared. */
  readonly mask?: boolean | undefined;
  /** Is told of the compared lines of the old side, then of those of the new one. */
  readonly observer?: LineObserver | undefined;
}

/** The logs of each side. */
export interface LogNames {
  readonly old: readonly LogExtent[];
  readonly new: readonly LogExtent[];
}

/** A log of one side, with the number of its lines. */
interface LogExtent {
  readonly name: string;
  readonly lines: number;
}

/** How many lines of each log were read, and how many no rule matched, or only a catch-all. */
export type LinesRead = Readonly<Record<SideName, Pick<SideSummary, "lines" | "unmatched">>>;

/**
 * Two logs that were read and are compared by the outputs of their lines. `close` deletes the copies of logs that
 * cannot be read twice.
 *
 * A log, or several that are compared as one, is a `Side`. For each line it holds a key, the number of the text by
 * which the line is compared, and can read it again as a `SideLine`. `Lines` are those of a side that are compared
 * with others at a time: all, or those of one group. Their aliases have their final numbers. All further steps,
 * from the edit script to the pairs of lines that changed, see only their keys.
 */
export class LogDiff {
  /** The names in `by` that no rule has. */
  readonly unknownFields: readonly string[];
  /** The names in `ignore` that no output shows. */
  readonly hiddenFields: readonly string[];
  /** Whether lines are compared in groups by their ids. */
  readonly isGrouped: boolean;
  /** Whether there are rules at all. */
  readonly hasRules: boolean;

  /** How many values of both logs are masked; undefined if lines are compared as they are. */
  readonly masked: MaskedValues | undefined;

  private readonly keys: LineKeys;
  private readonly fields: FieldDiff;
  private readonly sides: Sides;
  private readonly isOrdered: boolean;
  /** Made when they are first needed. */
  private wholeLogs: ComparedLines | undefined;
  private wholeHunks: Iterable<Hunk> | undefined;
  private groupPairs: GroupPairs | undefined;
  /** How many lines of either log have an equal line in the other; undefined until they are counted. */
  private same: number | undefined;
  /** Undefined until they are counted. */
  private counts: readonly ComparisonRule[] | undefined;

  private constructor(
    keys: LineKeys,
    fields: FieldDiff,
    sides: Sides,
    isOrdered: boolean,
    facts: Pick<LogDiff, "unknownFields" | "hiddenFields" | "isGrouped" | "hasRules">,
  ) {
    this.unknownFields = facts.unknownFields;
    this.hiddenFields = facts.hiddenFields;
    this.isGrouped = facts.isGrouped;
    this.hasRules = facts.hasRules;
    this.masked = keys.masker?.masked;
    this.keys = keys;
    this.fields = fields;
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
    { by, ignore = [], unordered = false, unmatched = "pass", mask = false, observer, ...reading }: LogDiffOptions,
  ): Promise<LogDiff> {
    const correlation = by && new Correlation(rulebook.linePatterns, by);
    const ignored = new IgnoredFields(rulebook.linePatterns, ignore);
    const masker = mask ? new Masker() : undefined;
    const keys = new LineKeys(rulebook, correlation, masker, ignored, reading.input?.format === "json", observer);
    const options = { ...reading, keepsGroups: by !== undefined, keepsUnmatched: unmatched === "pass" };
    const oldSide = await Side.of("old", old, rulebook, keys, options);
    try {
      const sides = { old: oldSide, new: await Side.of("new", next, rulebook, keys, options) };
      const fields = new FieldDiff(ignored.linePatterns, correlation, keys);
      const names = { unknownFields: correlation?.unknown ?? [], hiddenFields: ignored.hidden };
      const facts = { ...names, isGrouped: by !== undefined, hasRules: rulebook.rules.length > 0 };
      return new LogDiff(keys, fields, sides, !unordered, facts);
    } catch (error) {
      oldSide.close();
      throw error;
    }
  }

  /** The logs of each side, with their names and how many lines they have. */
  get logs(): LogNames {
    return { old: this.sides.old.logs, new: this.sides.new.logs };
  }

  /** How many lines were read, and how many no rule matched. Compares nothing. */
  get read(): LinesRead {
    const sideOf = ({ lines, unmatched }: Side): LinesRead["old"] => ({ lines, unmatched });
    return { old: sideOf(this.sides.old), new: sideOf(this.sides.new) };
  }

  /** How many lines are equal and how many are not. Reads no line again. */
  get summary(): ComparisonSummary {
    const same = this.same ?? this.count().same;
    this.same = same;
    const { old, new: next } = this.read;
    const onlyIn = ({ keys }: Side): number => keys.length - same;
    return { same, old: { ...old, only: onlyIn(this.sides.old) }, new: { ...next, only: onlyIn(this.sides.new) } };
  }

  /** How many lines each rule won, in the order of `ruleCounts`. Reads no line again. */
  get rules(): readonly ComparisonRule[] {
    return this.counts ?? this.count().counts;
  }

  /**
   * Yields the differences in order, each with up to `context` equal lines before and after it. Yields nothing if the
   * logs are equal. Throws a log's error if it has changed since it was read. `joinsEmptyLines` as in DiffTools.
   */
  *items(context: number, joinsEmptyLines = false): Generator<ComparisonItem<Buffer>> {
    const rereading = new Rereading(this.sides.old.lines + this.sides.new.lines);
    const tally = { same: 0 };
    const tools = { keys: this.keys.table, fields: this.fields, context, tally, rereading, joinsEmptyLines };
    const skip = (lines: number): void => {
      tools.tally.same += lines;
    };
    for (const part of this.parts(skip)) {
      if (part.compared === undefined) yield wholeGroup(part);
      else yield* this.partItems(part.compared, part.ids, tools);
    }
    this.same = tools.tally.same;
  }

  /** A compared line of a side as it is in its log. Throws a log's error if it has changed since it was read. */
  original(side: SideName, index: number): ReturnType<Side["original"]> {
    return this.sides[side].original(index);
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
  private *parts(skip: (lines: number) => void): Generator<Part> {
    const { sides, keys, isOrdered } = this;
    const numberer = (): LineNumberer => new LineNumberer(sides, keys, isOrdered);
    if (!this.isGrouped) {
      this.wholeLogs ??= numberer().pair();
      yield { ids: undefined, compared: this.wholeLogs };
      return;
    }
    const groups = numberer();
    this.groupPairs ??= new GroupPairs(sides, keys, isOrdered);
    for (const { ids, old: olds, new: news } of this.groupPairs.pairs(keys.hasAliases ? undefined : skip)) {
      if (olds !== undefined && news !== undefined) yield { ids, compared: groups.pair(olds, news) };
      else {
        const only = news === undefined ? "old" : "new";
        const indexes = (news ?? olds)!;
        yield { ids: ids!, only, indexes, lines: () => groups.single(sides[only], indexes) };
      }
    }
  }

  private partItems(
    lines: ComparedLines,
    ids: GroupIds<Buffer> | undefined,
    tools: DiffTools,
  ): Iterable<ComparisonItem<Buffer>> {
    const { old, new: next } = lines;
    const group = (same: () => number): GroupIds<Buffer> | undefined => {
      if (ids === undefined || ids.old!.equals(ids.new!)) return ids;
      return { ...ids, alike: { lines: same(), of: Math.max(old.length, next.length) } };
    };
    if (!this.isOrdered) {
      const alike = group(() => sameCounts(lines, tools.keys));
      return diffCounts(lines, alike, tools);
    }
    // Whole logs, which have no ids, may have millions of hunks.
    const hunks = ids === undefined ? this.hunksOf(lines) : [...this.hunksOf(lines)];
    const alike = group(() => old.length - removedCount(hunks));
    return diffInOrder(lines, hunks, alike, tools);
  }

  /** Those of whole logs are kept, because they take long to find. */
  private hunksOf(lines: ComparedLines): Iterable<Hunk> {
    if (lines !== this.wholeLogs) return hunksOf(lines, this.keys.table);
    this.wholeHunks ??= hunksOf(lines, this.keys.table);
    return this.wholeHunks;
  }

  private count(): { readonly same: number; readonly counts: readonly ComparisonRule[] } {
    const { old, new: next } = this.sides;
    const unequal = { old: new Uint8Array(old.keys.length), new: new Uint8Array(next.keys.length) };
    this.same = this.countSame(unequal);
    this.counts = ruleCounts(this.sides, unequal);
    return { same: this.same, counts: this.counts };
  }

  /** Counts the lines of either log that have an equal line in the other, and marks all others. */
  private countSame(unequal: UnequalLines): number {
    let same = 0;
    const skip = (lines: number): void => {
      same += lines;
    };
    for (const part of this.parts(skip)) {
      if (part.compared === undefined) for (const line of part.indexes) unequal[part.only][line] = 1;
      else if (this.isOrdered) same += countSameInOrder(part.compared, this.hunksOf(part.compared), unequal);
      else same += countSameUnordered(part.compared, this.keys.table, unequal);
    }
    return same;
  }
}

/** A group that only one log has. */
interface SingleGroup {
  readonly ids: GroupIds<Buffer>;
  readonly compared?: undefined;
  readonly only: SideName;
  readonly indexes: Uint32Array;
  readonly lines: () => Lines;
}

/** Lines that are compared with each other: those of two groups, or all. */
interface ComparedPart {
  readonly ids: GroupIds<Buffer> | undefined;
  readonly compared: ComparedLines;
}

type Part = SingleGroup | ComparedPart;

function wholeGroup({ ids: group, only, indexes, lines: linesOf }: SingleGroup): WholeGroup<Buffer> {
  const lines = linesOf();
  const read = function* (): Generator<ComparisonLine<Buffer>> {
    for (let i = 0; i < lines.length; i++) yield lines.line(i);
  };
  const kind = only === "old" ? "removed_group" : "added_group";
  return { kind, group, count: indexes.length, lines: { [Symbol.iterator]: read } };
}

/**
 * How many lines each rule won on both sides, and how many of them have no equal line on the other side. The rules with
 * most such lines come first, and among equals those whose numbers of lines differ most. Unmatched lines come last,
 * with those of catch-alls. Rules of one name in a file count as one; rules without lines are left out.
 */
function ruleCounts(sides: Sides, unequal: UnequalLines): ComparisonRule[] {
  const olds = countsOf(sides.old, unequal.old);
  const news = countsOf(sides.new, unequal.new);
  const counts = [...new Map([...olds, ...news])].map(([key, { lines: _, only: __, ...rule }]): ComparisonRule => {
    const [old, next] = [olds, news].map((own) => ({ lines: own.get(key)?.lines ?? 0, only: own.get(key)?.only ?? 0 }));
    return { ...rule, old: old!, new: next!, difference: next!.lines - old!.lines };
  });
  return counts.sort(
    (a, b) =>
      Number(a.rule === undefined) - Number(b.rule === undefined) ||
      b.old.only + b.new.only - (a.old.only + a.new.only) ||
      Math.abs(b.difference) - Math.abs(a.difference),
  );
}

/** The key of the counts of lines without a rule. No rule has an empty name. */
const NO_RULE = "\n";

/** The counts of a rule on one side. */
type RuleCount = Pick<ComparisonRule, "rule" | "ruleFile"> & RuleSideCount;

/** The counts of one side, by the name of the rule, which has no line break, and its file. */
function countsOf(side: Side, unequal: Uint8Array): Map<string, RuleCount> {
  const counts = new Map<string, RuleCount>();
  for (const { lines, only, ...rule } of side.countLines(unequal)) {
    const key = `${rule.rule ?? ""}\n${rule.ruleFile ?? ""}`;
    const known = counts.get(key);
    counts.set(key, { ...rule, lines: lines + (known?.lines ?? 0), only: only + (known?.only ?? 0) });
  }
  // Unmatched lines may be left out of the comparison, but not out of the counts.
  if (side.unmatched > 0)
    counts.set(NO_RULE, { rule: undefined, lines: side.unmatched, only: counts.get(NO_RULE)?.only ?? 0 });
  return counts;
}
