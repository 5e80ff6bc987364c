import { Correlation } from "../normalization/correlation.ts";
import type { NamedLog } from "../normalization/log.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import { aligned } from "./aligned.ts";
import type { ComparisonTools, Tally } from "./comparison-tools.ts";
import { counted } from "./counted.ts";
import type { ComparisonSummary, Difference, Gap, Same } from "./difference.ts";
import { FieldComparison } from "./field-comparison.ts";
import { Forms } from "./forms.ts";
import { grouped } from "./grouped.ts";
import { Sequence } from "./sequence.ts";
import { Side } from "./side.ts";

export interface ComparisonOptions {
  /** Lines are compared in groups by their ids: what the first of these fields, of those that captured something, captured. */
  readonly by?: readonly string[] | undefined;
  /** Only how often each line occurs is compared. */
  readonly unordered?: boolean;
  /** Lines that no rule matches are compared as they are (`pass`, the default) or left out (`drop`). */
  readonly unmatched?: "pass" | "drop";
  /** Frees lines of colours and other sequences for terminals before they are compared. */
  readonly stripAnsi?: boolean | undefined;
  /** Ends the reading of the logs, with the signal's reason as the error. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Two logs that were read, to be compared by what rules make of their lines. It holds twelve bytes for each line, sixteen in
 * groups, and once each of the distinct forms that are compared. The lines themselves are read once more when they are asked
 * for: from the logs, or from temporary files where a log cannot be read twice. Closing it removes these.
 */
export class Comparison {
  /** The names in `by` that no rule has. */
  readonly unknownFields: readonly string[];

  private readonly forms: Forms;
  private readonly fields: FieldComparison;
  private readonly old: Side;
  private readonly now: Side;
  private readonly order: "grouped" | "unordered" | "whole";
  private tally: Tally = { same: 0, onlyOld: 0, onlyNew: 0 };

  private constructor(
    forms: Forms,
    fields: FieldComparison,
    sides: { readonly old: Side; readonly now: Side },
    order: Comparison["order"],
    unknownFields: readonly string[],
  ) {
    this.forms = forms;
    this.fields = fields;
    this.old = sides.old;
    this.now = sides.now;
    this.order = order;
    this.unknownFields = unknownFields;
  }

  /**
   * Reads two logs, one after the other. Rejects with the failure of a log, an UnknownFieldError if no rule has any of the
   * fields, a RangeError for more than 16 of them, or a TypeError for options that exclude each
   * other or have no such value.
   */
  static async of(
    rulebook: Rulebook,
    old: NamedLog,
    now: NamedLog,
    { by, unordered = false, unmatched = "pass", signal, stripAnsi = false }: ComparisonOptions,
  ): Promise<Comparison> {
    if (!["pass", "drop"].includes(unmatched)) throw new TypeError("unmatched is one of pass, drop");
    if (by !== undefined && unordered) throw new TypeError("lines are compared in groups or without order, not both");
    const correlation = by && new Correlation(rulebook.kinds, by);
    const forms = new Forms(rulebook, correlation);
    const options = {
      keepsGroups: by !== undefined,
      keepsUnmatched: unmatched === "pass",
      signal,
      stripsAnsi: stripAnsi,
    };
    const oldSide = await Side.of("old", old, rulebook, forms, options);
    try {
      const sides = { old: oldSide, now: await Side.of("new", now, rulebook, forms, options) };
      const fields = new FieldComparison(rulebook.kinds, correlation, forms);
      const order = by !== undefined ? "grouped" : unordered ? "unordered" : "whole";
      return new Comparison(forms, fields, sides, order, correlation?.unknown ?? []);
    } catch (error) {
      oldSide.close();
      throw error;
    }
  }

  /** The last line of the old log and of the new one. */
  get lastLines(): readonly { readonly log: string; readonly line: number }[] {
    return [this.old, this.now].map(({ name, lines }) => ({ log: name, line: lines }));
  }

  /** How many lines are the same and how many are not. It is complete when the differences have been read to their end. */
  get summary(): ComparisonSummary {
    const { same, onlyOld, onlyNew } = this.tally;
    const [old, now] = [this.old, this.now];
    return {
      same,
      old: { lines: old.lines, unmatched: old.unmatched, only: onlyOld },
      new: { lines: now.lines, unmatched: now.unmatched, only: onlyNew },
    };
  }

  /** What differs, in order; nothing if the logs are the same. Throws the failure of a log that has changed since. */
  *differences(): Generator<Difference> {
    for (const item of this.withContext(0)) if (item.kind !== "gap" && item.kind !== "same") yield item;
  }

  /** What differs, and up to `context` lines that are the same before and after it. Throws as `differences` does. */
  withContext(context: number): Iterable<Difference | Same | Gap> {
    this.tally = { same: 0, onlyOld: 0, onlyNew: 0 };
    const tools: ComparisonTools = { forms: this.forms, fields: this.fields, context, tally: this.tally };
    switch (this.order) {
      case "grouped":
        return grouped(this.old, this.now, tools);
      case "unordered":
        return counted(this.old, this.now, tools);
      case "whole":
        return aligned(new Sequence(this.old), new Sequence(this.now), undefined, tools);
    }
  }

  /** Lets go of the logs; no line can be read afterwards. */
  close(): void {
    this.old.close();
    this.now.close();
  }
}
