import { Correlation } from "../normalization/correlation.ts";
import type { NamedLog } from "../normalization/log.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import { aligned } from "./aligned.ts";
import { ComparisonKeys } from "./comparison-keys.ts";
import type { ComparisonTools } from "./comparison-tools.ts";
import type { ComparisonSummary, Difference, Gap, Same, SideSummary } from "./difference.ts";
import { FieldComparison } from "./field-comparison.ts";
import { grouped, sameGrouped } from "./grouped.ts";
import { sameIn } from "./hunks.ts";
import { LineSequence } from "./line-sequence.ts";
import { Side } from "./side.ts";
import { counted, sameCounted } from "./unordered.ts";

/** How two logs are read and compared. */
export interface ComparedLogsOptions {
  readonly by?: readonly string[] | undefined;
  readonly unordered?: boolean | undefined;
  readonly unmatched?: "pass" | "drop" | undefined;
  readonly stripAnsi?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Two logs that were read, to be compared by what rules make of their lines. It holds twelve bytes for each line, sixteen in
 * groups, and once each of the distinct forms that are compared. The lines themselves are read once more when they are asked
 * for: from the logs, or from temporary files where a log cannot be read twice. Closing it removes these.
 */
export class ComparedLogs {
  /** The names in `by` that no rule has. */
  readonly unknownFields: readonly string[];

  private readonly keys: ComparisonKeys;
  private readonly fields: FieldComparison;
  private readonly old: Side;
  private readonly next: Side;
  private readonly order: "grouped" | "unordered" | "whole";
  /** How many lines of either log have one in the other; undefined until they are counted. */
  private same: number | undefined;

  private constructor(
    keys: ComparisonKeys,
    fields: FieldComparison,
    sides: { readonly old: Side; readonly next: Side },
    order: ComparedLogs["order"],
    unknownFields: readonly string[],
  ) {
    this.keys = keys;
    this.fields = fields;
    this.old = sides.old;
    this.next = sides.next;
    this.order = order;
    this.unknownFields = unknownFields;
  }

  /**
   * Reads two logs, one after the other. Rejects with the failure of a log, an UnknownFieldError if no rule has any of the
   * fields, a RangeError for more than 16 of them, or a TypeError for options that exclude each other.
   */
  static async of(
    rulebook: Rulebook,
    old: NamedLog,
    next: NamedLog,
    { by, unordered = false, unmatched = "pass", signal, stripAnsi = false }: ComparedLogsOptions,
  ): Promise<ComparedLogs> {
    if (by !== undefined && unordered) throw new TypeError("lines are compared in groups or without order, not both");
    const correlation = by && new Correlation(rulebook.linePatterns, by);
    const keys = new ComparisonKeys(rulebook, correlation);
    const options = {
      keepsGroups: by !== undefined,
      keepsUnmatched: unmatched === "pass",
      signal,
      stripsAnsi: stripAnsi,
    };
    const oldSide = await Side.of("old", old, rulebook, keys, options);
    try {
      const sides = { old: oldSide, next: await Side.of("new", next, rulebook, keys, options) };
      const fields = new FieldComparison(rulebook.linePatterns, correlation, keys);
      const order = by !== undefined ? "grouped" : unordered ? "unordered" : "whole";
      return new ComparedLogs(keys, fields, sides, order, correlation?.unknown ?? []);
    } catch (error) {
      oldSide.close();
      throw error;
    }
  }

  /** Where the last line of each log stands. */
  get lastPlaces(): readonly { readonly file: string; readonly line: number }[] {
    return [this.old, this.next].map(({ name, lines }) => ({ file: name, line: lines }));
  }

  /** How many lines are the same and how many are not. Reads no line again. */
  get summary(): ComparisonSummary {
    this.same ??= this.countSame();
    const sideOf = ({ lines, unmatched, keys }: Side): SideSummary => {
      return { lines, unmatched, only: keys.length - this.same! };
    };
    return { same: this.same, old: sideOf(this.old), new: sideOf(this.next) };
  }

  /**
   * What differs, in order, and up to `context` lines that are the same before and after it; nothing if the logs are the same.
   * Throws the failure of a log that has changed since it was read.
   */
  *items(context: number): Generator<Difference | Same | Gap> {
    const tally = { same: 0 };
    yield* this.itemsOf({ keys: this.keys, fields: this.fields, context, tally });
    this.same = tally.same;
  }

  /** Lets go of the logs; no line can be read afterwards. */
  close(): void {
    this.old.close();
    this.next.close();
  }

  private itemsOf(tools: ComparisonTools): Iterable<Difference | Same | Gap> {
    switch (this.order) {
      case "grouped":
        return grouped(this.old, this.next, tools);
      case "unordered":
        return counted(this.old, this.next, tools);
      case "whole":
        return aligned(new LineSequence(this.old), new LineSequence(this.next), undefined, tools);
    }
  }

  private countSame(): number {
    const { old, next, keys } = this;
    switch (this.order) {
      case "grouped":
        return sameGrouped(old, next, keys);
      case "unordered":
        return sameCounted(old, next, keys);
      case "whole":
        return sameIn(old.keys.values(), next.keys.values(), keys);
    }
  }
}
