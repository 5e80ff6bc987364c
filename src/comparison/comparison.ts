import { TextString } from "../diagnostics/text-layout.ts";
import type { NamedLog } from "../normalization/log.ts";
import type { LineForm } from "../normalization/record-builder.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import { ComparedLogs } from "./compared-logs.ts";
import { ComparisonText } from "./comparison-text.ts";
import { writeDifferences } from "./diff-writer.ts";
import type {
  ComparedLine,
  ComparisonSummary,
  Counts,
  Difference,
  FieldChange,
  Gap,
  GroupIds,
  Occurrences,
  Same,
} from "./difference.ts";

export interface ComparisonOptions {
  /** Lines are compared in groups by their ids: what the first of these fields, of those that captured something, captured. */
  readonly by?: readonly string[] | undefined;
  /** Only how often each line occurs is compared. */
  readonly unordered?: boolean | undefined;
  /** Lines that no rule matches are compared as they are (`pass`, the default) or left out (`drop`). */
  readonly unmatched?: "pass" | "drop" | undefined;
  /** Frees lines of colours and other sequences for terminals before they are compared. */
  readonly stripAnsi?: boolean | undefined;
  /** Ends the call at once, with the signal's reason as the error, and lets go of the logs. */
  readonly signal?: AbortSignal | undefined;
}

/** What differs; text, or bytes if these were asked for. */
export type ComparisonDifference<Line extends string | Uint8Array = string> = Difference<Line>;

/** A line that both logs have, near a difference. */
export type ComparisonSame<Line extends string | Uint8Array = string> = Same<Line>;

/** Lines that both logs have, and that are not given. */
export type ComparisonGap<Line extends string | Uint8Array = string> = Gap<Line>;

/** A line that is compared, and where it stands. */
export type ComparisonLine<Line extends string | Uint8Array = string> = ComparedLine<Line>;

/** Reads two logs. Rejects as `ComparedLogs.of` does. */
export async function compareLogs<Line extends string | Uint8Array>(
  rulebook: Rulebook,
  old: NamedLog,
  next: NamedLog,
  options: ComparisonOptions,
  key: LineForm<Line>,
): Promise<Comparison<Line>> {
  const logs = await ComparedLogs.of(rulebook, old, next, options);
  return new Comparison(logs, (bytes) => key(bytes, 0, bytes.length), options.by !== undefined);
}

/** As many lines around a difference as `diff` shows. */
const CONTEXT = 3;

/**
 * What differs between two logs that were read. Of each line it holds sixteen bytes at most, and once each of the distinct
 * forms that are compared. The lines themselves are read once more when they are asked for: from the logs, or from temporary
 * files where a log cannot be read twice. Close it to let go of both.
 */
export class Comparison<Line extends string | Uint8Array = string> {
  /** The names in `by` that no rule has. */
  readonly unknownFields: readonly string[];

  private readonly logs: ComparedLogs;
  private readonly toLine: (bytes: Buffer) => Line;
  private readonly isGrouped: boolean;

  /** `Processor.compare` makes these. */
  constructor(logs: ComparedLogs, toLine: (bytes: Buffer) => Line, isGrouped: boolean) {
    this.unknownFields = logs.unknownFields;
    this.logs = logs;
    this.toLine = toLine;
    this.isGrouped = isGrouped;
  }

  /** Whether nothing differs. */
  get equal(): boolean {
    const { old, new: next } = this.summary;
    return old.only + next.only === 0;
  }

  /** How many lines are the same and how many are not: of both logs as a whole, whatever has been asked for before. */
  get summary(): ComparisonSummary {
    return this.logs.summary;
  }

  /**
   * What differs, in order; nothing if the logs are the same. Throws the error of a log that cannot be read again, or a
   * ChangedFileError if it has changed.
   */
  *differences(): Generator<ComparisonDifference<Line>> {
    for (const item of this.withContext(0)) if (item.kind !== "gap" && item.kind !== "same") yield item;
  }

  /** What differs, and up to `context` lines that are the same before and after it. Throws as `differences` does. */
  *withContext(context: number): Generator<ComparisonDifference<Line> | ComparisonSame<Line> | ComparisonGap<Line>> {
    let bytes: GroupIds | undefined;
    let group: GroupIds<Line> | undefined;
    for (const item of this.logs.items(context)) {
      if ("group" in item && item.group !== bytes) {
        bytes = item.group;
        group = bytes && { old: this.optional(bytes.old), new: this.optional(bytes.new) };
      }
      yield this.item(item, group);
    }
  }

  /** What `normalizer diff` shows. Throws as `differences` does, and an Error for more text than a string can hold. */
  toString(): string {
    const text = new TextString();
    const writer = new ComparisonText(text, this.logs.lastPlaces, this.isGrouped);
    for (const _ of writeDifferences(this.logs, writer, CONTEXT));
    return text.toString();
  }

  /** Lets go of the logs. No line can be read afterwards; the summary stays. */
  close(): void {
    this.logs.close();
  }

  private item(
    item: Difference | Same | Gap,
    group: GroupIds<Line> | undefined,
  ): Difference<Line> | Same<Line> | Gap<Line> {
    switch (item.kind) {
      case "gap":
        return { kind: item.kind, group };
      case "removed":
        return { kind: item.kind, group, old: this.line(item.old) };
      case "added":
        return { kind: item.kind, group, new: this.line(item.new) };
      case "same":
        return { kind: item.kind, group, old: this.line(item.old), new: this.line(item.new) };
      case "changed": {
        const fields = this.fields(item.fields);
        return { kind: item.kind, group, fields, old: this.line(item.old), new: this.line(item.new) };
      }
      case "removed_group":
      case "added_group": {
        const { kind, count, lines } = item;
        const line = (one: ComparedLine): ComparedLine<Line> => this.line(one);
        const read = function* (): Generator<ComparedLine<Line>> {
          for (const one of lines) yield line(one);
        };
        return { kind, group: group!, count, lines: { [Symbol.iterator]: read } };
      }
      case "count":
        return { kind: item.kind, ...this.counts(item) };
      case "changed_count": {
        const { kind, was, became } = item;
        return { kind, fields: this.fields(item.fields), was: this.counts(was), became: this.counts(became) };
      }
    }
  }

  private line({ file, line, rule, output, original }: ComparedLine): ComparedLine<Line> {
    return { file, line, rule, output: this.toLine(output), original: this.toLine(original) };
  }

  private fields(fields: readonly FieldChange[]): FieldChange<Line>[] {
    return fields.map(({ name, old, new: next }) => ({ name, old: this.toLine(old), new: this.toLine(next) }));
  }

  private counts({ old, new: next }: Counts): Counts<Line> {
    return { old: this.occurrences(old), new: this.occurrences(next) };
  }

  private occurrences({ count, first }: Occurrences): Occurrences<Line> {
    return { count, first: first && this.line(first) };
  }

  private optional(bytes: Buffer | undefined): Line | undefined {
    return bytes && this.toLine(bytes);
  }
}
