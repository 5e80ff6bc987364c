import { Correlation } from "../normalization/correlation.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import type { NamedLog } from "../normalization/run.ts";
import { aligned, type Means } from "./aligned.ts";
import { counted } from "./counted.ts";
import type { ComparisonSummary, Difference, Gap, Same } from "./difference.ts";
import { FieldComparison } from "./field-changes.ts";
import { Forms } from "./forms.ts";
import { grouped } from "./grouped.ts";
import { Sequence } from "./sequence.ts";
import { Side } from "./side.ts";
import type { Tally } from "./tally.ts";

export interface ComparisonOptions {
  /** Lines are compared in groups, by what the first of these fields that captured something of them has captured. */
  readonly by?: readonly string[] | undefined;
  /** Only how often each line occurs is compared. */
  readonly unordered?: boolean;
  /** Lines that no rule matches are compared as they are (`pass`, if it is not given), or are left out. */
  readonly unmatched?: "pass" | "drop";
  /** Frees lines of colours and other sequences for terminals before they are compared. */
  readonly stripAnsi?: boolean | undefined;
  /** Ends the reading of the logs, with the signal's reason as the error. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Two logs that were read, to be compared by what rules make of their lines. Of these it holds twelve bytes each, sixteen in
 * groups, and what is distinct of what is compared. The lines themselves are read once more when they are asked for, from
 * the logs, or from temporary files where a log cannot be read twice; these are gone when it is closed.
 */
export class Comparison {
  private readonly forms: Forms;
  private readonly fields: FieldComparison;
  private readonly old: Side;
  private readonly now: Side;
  private readonly order: "grouped" | "unordered" | "whole";
  private tally: Tally = { same: 0, onlyOld: 0, onlyNew: 0 };

  private constructor(forms: Forms, fields: FieldComparison, old: Side, now: Side, order: Comparison["order"]) {
    this.forms = forms;
    this.fields = fields;
    this.old = old;
    this.now = now;
    this.order = order;
  }

  /**
   * Reads two logs, the one after the other. Rejects with the failure of a log, an UnknownFieldError, or a TypeError for
   * options that exclude each other.
   */
  static async of(
    rulebook: Rulebook,
    old: NamedLog,
    now: NamedLog,
    { by, unordered = false, unmatched = "pass", signal, stripAnsi = false }: ComparisonOptions,
  ): Promise<Comparison> {
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
      const newSide = await Side.of("new", now, rulebook, forms, options);
      const fields = new FieldComparison(rulebook.kinds, correlation, forms);
      const order = by !== undefined ? "grouped" : unordered ? "unordered" : "whole";
      return new Comparison(forms, fields, oldSide, newSide, order);
    } catch (error) {
      oldSide.close();
      throw error;
    }
  }

  /** The names in `by` that no rule has. */
  get unknownFields(): readonly string[] {
    return this.fields.unknown;
  }

  /** Where the last lines of both logs stand. */
  get lastPlaces(): readonly { readonly log: string; readonly line: number }[] {
    return [this.old, this.now].map(({ name, lines }) => ({ log: name, line: lines }));
  }

  /** How many lines are the same and how many are not: true when the differences have been asked for to their end. */
  get summary(): ComparisonSummary {
    const { same, onlyOld, onlyNew } = this.tally;
    const [old, now] = [this.old, this.now];
    return {
      same,
      old: { lines: old.lines, unmatched: old.unmatched, only: onlyOld },
      new: { lines: now.lines, unmatched: now.unmatched, only: onlyNew },
    };
  }

  /** What differs, in order; nothing if all that is compared is the same. Throws the failure of a log that has changed. */
  *differences(): Generator<Difference> {
    for (const item of this.withContext(0)) if (item.kind !== "gap" && item.kind !== "same") yield item;
  }

  /** What differs, and before and after it up to so many lines that are the same. */
  withContext(context: number): Iterable<Difference | Same | Gap> {
    this.tally = { same: 0, onlyOld: 0, onlyNew: 0 };
    const means: Means = { forms: this.forms, fields: this.fields, context, tally: this.tally };
    switch (this.order) {
      case "grouped":
        return grouped(this.old, this.now, means);
      case "unordered":
        return counted(this.old, this.now, means);
      case "whole":
        return aligned(new Sequence(this.old), new Sequence(this.now), undefined, means);
    }
  }

  /** Lets go of the logs; no line can be read afterwards. */
  close(): void {
    this.old.close();
    this.now.close();
  }
}
