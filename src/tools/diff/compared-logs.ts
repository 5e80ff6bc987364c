import type { ReadOptions } from "../../io/line-text.ts";
import { Correlation } from "../../run/correlation.ts";
import type { Log } from "../../run/log.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { Masker } from "../../text/masks/masker.ts";
import { type ComparisonTools, diffInOrder } from "./aligned.ts";
import { ComparisonKeys } from "./comparison-keys.ts";
import type { ComparisonItem, ComparisonRule, ComparisonSummary, SideSummary } from "./difference.ts";
import { FieldComparison } from "./field-comparison.ts";
import { GroupedLogs } from "./grouped.ts";
import { countSameInOrder, hunksOf } from "./hunks.ts";
import { IgnoredFields } from "./ignored-fields.ts";
import { ruleCounts } from "./rule-counts.ts";
import { type SequencePair, SequencePairs } from "./sequence-pairs.ts";
import { Side, UnequalLines } from "./side.ts";
import { countSameUnordered, diffCounts } from "./unordered.ts";

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
interface ComparedLogsOptions extends ComparisonOptions {
  /** Whether lines that no rule matches are masked to be compared. */
  readonly mask?: boolean | undefined;
}

/** The logs of each side. */
export interface ComparedLogNames {
  readonly old: readonly LogExtent[];
  readonly new: readonly LogExtent[];
}

/** A log of one side, with the number of its lines. */
interface LogExtent {
  readonly name: string;
  readonly lines: number;
}

/**
 * Two logs that were read and are compared by the outputs of their lines. Holds a `Side` for each log and the text of
 * each distinct key. Lines are read again when they are needed: from the logs, or from temporary copies of logs that
 * cannot be read twice. `close` deletes the copies.
 */
export class ComparedLogs {
  /** The names in `by` that no rule has. */
  readonly unknownFields: readonly string[];
  /** The names in `ignore` that no output shows. */
  readonly hiddenFields: readonly string[];
  /** Whether there are rules at all. */
  readonly hasRules: boolean;

  private readonly keys: ComparisonKeys;
  private readonly fields: FieldComparison;
  private readonly old: Side;
  private readonly next: Side;
  private readonly isGrouped: boolean;
  private readonly isOrdered: boolean;
  /** Made when they are first needed. */
  private wholeLogs: SequencePair | undefined;
  private groupedLogs: GroupedLogs | undefined;
  /** How many lines of either log have an equal line in the other; undefined until they are counted. */
  private same: number | undefined;
  /** Undefined until they are counted. */
  private counts: readonly ComparisonRule[] | undefined;

  private constructor(
    keys: ComparisonKeys,
    fields: FieldComparison,
    sides: { readonly old: Side; readonly next: Side },
    { isGrouped, isOrdered }: { readonly isGrouped: boolean; readonly isOrdered: boolean },
    { unknownFields, hiddenFields, hasRules }: Pick<ComparedLogs, "unknownFields" | "hiddenFields" | "hasRules">,
  ) {
    this.hasRules = hasRules;
    this.keys = keys;
    this.fields = fields;
    this.old = sides.old;
    this.next = sides.next;
    this.isGrouped = isGrouped;
    this.isOrdered = isOrdered;
    this.unknownFields = unknownFields;
    this.hiddenFields = hiddenFields;
  }

  /**
   * Reads two logs, one after the other. Rejects with a log's read error, with an UnknownFieldError if no rule has any
   * of the fields in `by` or lacks one in `ignore`, or with a RangeError if there are more than 16 of them.
   */
  static async of(
    rulebook: Rulebook,
    old: readonly Log[],
    next: readonly Log[],
    { by, ignore = [], unordered = false, unmatched = "pass", mask = false, ...reading }: ComparedLogsOptions,
  ): Promise<ComparedLogs> {
    const correlation = by && new Correlation(rulebook.linePatterns, by);
    const ignored = new IgnoredFields(rulebook.linePatterns, ignore);
    const masker = mask ? new Masker() : undefined;
    const keys = new ComparisonKeys(rulebook, correlation, masker, ignored, reading.input?.format === "json");
    const options = { ...reading, keepsGroups: by !== undefined, keepsUnmatched: unmatched === "pass" };
    const oldSide = await Side.of("old", old, rulebook, keys, options);
    try {
      const sides = { old: oldSide, next: await Side.of("new", next, rulebook, keys, options) };
      const fields = new FieldComparison(ignored.linePatterns, correlation, keys);
      const order = { isGrouped: by !== undefined, isOrdered: !unordered };
      const facts = {
        unknownFields: correlation?.unknown ?? [],
        hiddenFields: ignored.hidden,
        hasRules: rulebook.rules.length > 0,
      };
      return new ComparedLogs(keys, fields, sides, order, facts);
    } catch (error) {
      oldSide.close();
      throw error;
    }
  }

  /** The logs of each side, with their names and how many lines they have. */
  get logs(): ComparedLogNames {
    return { old: this.old.logs, new: this.next.logs };
  }

  /** How many lines are equal and how many are not. Reads no line again. */
  get summary(): ComparisonSummary {
    this.same ??= this.count().same;
    const sideOf = ({ lines, unmatched, keys }: Side): SideSummary => {
      return { lines, unmatched, only: keys.length - this.same! };
    };
    return { same: this.same, old: sideOf(this.old), new: sideOf(this.next) };
  }

  /** How many lines each rule won, in the order of `ruleCounts`. Reads no line again. */
  get rules(): readonly ComparisonRule[] {
    return this.counts ?? this.count().counts;
  }

  /**
   * Yields the differences in order, each with up to `context` equal lines before and after it. Yields nothing if the
   * logs are equal. Throws a log's error if it has changed since it was read.
   */
  *items(context: number): Generator<ComparisonItem<Buffer>> {
    const tally = { same: 0 };
    yield* this.differences({ keys: this.keys.table, fields: this.fields, context, tally });
    this.same = tally.same;
  }

  /** Closes the logs. No line can be read afterwards. */
  close(): void {
    this.old.close();
    this.next.close();
  }

  private get sequencePair(): SequencePair {
    this.wholeLogs ??= new SequencePairs(this.old, this.next, this.keys, this.isOrdered).pair();
    return this.wholeLogs;
  }

  private get groups(): GroupedLogs {
    this.groupedLogs ??= new GroupedLogs(this.old, this.next, this.keys, this.isOrdered);
    return this.groupedLogs;
  }

  private differences(tools: ComparisonTools): Iterable<ComparisonItem<Buffer>> {
    if (this.isGrouped) return this.groups.differences(tools);
    const pair = this.sequencePair;
    return this.isOrdered
      ? diffInOrder(pair, hunksOf(pair, this.keys.table), undefined, tools)
      : diffCounts(pair, undefined, tools);
  }

  private count(): { readonly same: number; readonly counts: readonly ComparisonRule[] } {
    const unequal = new UnequalLines(this.old, this.next);
    this.same = this.countSame(unequal);
    this.counts = ruleCounts(this.old, this.next, unequal);
    return { same: this.same, counts: this.counts };
  }

  /** Counts the lines of either log that have an equal line in the other, and marks all others. */
  private countSame(unequal: UnequalLines): number {
    if (this.isGrouped) return this.groups.countSame(unequal);
    const count = this.isOrdered ? countSameInOrder : countSameUnordered;
    return count(this.sequencePair, this.keys.table, unequal);
  }
}
