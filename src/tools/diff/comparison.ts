import type { Log } from "../../run/log.ts";
import { fieldsByName, type LineConverter } from "../../run/record-builder.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { INSPECT, LazyItems } from "../../text/collections/lazy-items.ts";
import { described } from "../../text/messages/phrases.ts";
import { StringLayout } from "../../text/messages/text-layout.ts";
import { DEFAULT_CONTEXT_LINES, DEFAULT_ORIGINALS, DiffText } from "./diff-text.ts";
import { writeDiff } from "./diff-writer.ts";
import type {
  ComparisonDifference,
  ComparisonFigures,
  ComparisonItem,
  ComparisonLine,
  ComparisonRule,
  ComparisonSummary,
  Counts,
  FieldChange,
  GroupIds,
  Occurrences,
  WholeGroup,
} from "./difference.ts";
import { type ComparisonOptions, LogDiff } from "./log-diff.ts";

/** Reads the logs of both sides to compare them. Rejects like `LogDiff.of`. */
export async function compareLogs<Line extends string | Uint8Array>(
  rulebook: Rulebook,
  old: readonly Log[],
  next: readonly Log[],
  options: ComparisonOptions & { readonly mask: boolean },
  convert: LineConverter<Line>,
): Promise<Comparison<Line>> {
  const logs = await LogDiff.of(rulebook, old, next, options);
  return new Comparison(logs, (bytes) => convert(bytes, 0, bytes.length), options.by !== undefined);
}

/**
 * The differences between two logs. Holds a few numbers for each line and the text of each distinct output. Lines are
 * read again when they are needed: from the logs, or from temporary copies of logs that cannot be read twice. `close`
 * closes the logs and deletes the copies.
 */
export class Comparison<Line extends string | Uint8Array = string> {
  /** The names in `by` that no rule has. */
  readonly unknownFields: readonly string[];

  // Nothing that prints an object shows these: they hold the rules, the key of pseudonyms, and memory of the process.
  readonly #logs: LogDiff;
  readonly #toLine: (bytes: Buffer) => Line;
  readonly #isGrouped: boolean;

  /** `Processor.compare` makes these. */
  constructor(logs: LogDiff, toLine: (bytes: Buffer) => Line, isGrouped: boolean) {
    this.unknownFields = logs.unknownFields;
    this.#logs = logs;
    this.#toLine = toLine;
    this.#isGrouped = isGrouped;
  }

  /** Whether the logs are equal. */
  get equal(): boolean {
    const { old, new: next } = this.summary;
    return old.only + next.only === 0;
  }

  /** How many lines are equal and how many are not. Always covers both logs as a whole. */
  get summary(): ComparisonSummary {
    return this.#logs.summary;
  }

  /**
   * How many lines each rule won, the rules whose lines changed most first. Rules without lines are left out; the lines
   * that no rule matched come last.
   */
  get rules(): readonly ComparisonRule[] {
    return this.#logs.rules;
  }

  /**
   * Yields the differences in order; none if the logs are equal. Throws if a log cannot be read again, or a
   * ChangedFileError if it has changed.
   */
  *differences(): Generator<ComparisonDifference<Line>> {
    for (const item of this.items(0)) if (item.kind !== "gap" && item.kind !== "same") yield item;
  }

  /**
   * Yields the differences, each with up to `context` equal lines before and after it. Throws like `differences`, or at
   * once a TypeError or a RangeError for anything but a whole number of lines.
   */
  withContext(context: number): Generator<ComparisonItem<Line>> {
    if (typeof context !== "number")
      throw new TypeError(`withContext takes a number of lines, not ${described(context)}`);
    if (!(context >= 0 && (Number.isInteger(context) || context === Infinity)))
      throw new RangeError(`withContext takes a whole number of lines from 0 on, not ${context}`);
    return this.items(context);
  }

  private *items(context: number): Generator<ComparisonItem<Line>> {
    let bytes: GroupIds<Buffer> | undefined;
    let group: GroupIds<Line> | undefined;
    for (const item of this.#logs.items(context)) {
      if ("group" in item && item.group !== bytes) {
        bytes = item.group;
        group = bytes && { ...bytes, old: this.toOptionalLine(bytes.old), new: this.toOptionalLine(bytes.new) };
      }
      yield this.toItem(item, group);
    }
  }

  /** What `JSON.stringify` writes. */
  toJSON(): ComparisonFigures {
    return { equal: this.equal, ...this.summary, rules: this.rules, unknownFields: this.unknownFields };
  }

  /** What `console.log` shows. */
  [INSPECT](_depth: number, options: object, inspect: (value: unknown, options: object) => string): string {
    return `Comparison ${inspect({ equal: this.equal, ...this.summary }, options)}`;
  }

  /** The text that `normalizer diff` shows. Throws like `differences`, or an Error if a string cannot hold the text. */
  toString(): string {
    const text = new StringLayout();
    const writer = new DiffText(text, this.#logs.logs, {
      isGrouped: this.#isGrouped,
      hasRules: this.#logs.hasRules,
      originals: DEFAULT_ORIGINALS,
    });
    for (const _ of writeDiff(this.#logs, writer, DEFAULT_CONTEXT_LINES));
    return text.toString();
  }

  /** Closes the logs. No line can be read afterwards; the summary stays available. */
  close(): void {
    this.#logs.close();
  }

  private toItem(item: ComparisonItem<Buffer>, group: GroupIds<Line> | undefined): ComparisonItem<Line> {
    switch (item.kind) {
      case "gap":
        return { kind: item.kind, group };
      case "removed":
        return { kind: item.kind, group, old: this.toComparisonLine(item.old) };
      case "added":
        return { kind: item.kind, group, new: this.toComparisonLine(item.new) };
      case "same":
        return { kind: item.kind, group, old: this.toComparisonLine(item.old), new: this.toComparisonLine(item.new) };
      case "changed": {
        const [old, next] = [this.toComparisonLine(item.old), this.toComparisonLine(item.new)];
        return { kind: item.kind, group, fields: this.toFieldChanges(item.fields), old, new: next };
      }
      case "removed_group":
      case "added_group":
        return { kind: item.kind, group: group!, count: item.count, lines: this.toLines(item) };
      case "count":
        return { kind: item.kind, group, ...this.toCounts(item) };
      case "changed_count": {
        const [was, became] = [this.toCounts(item.was), this.toCounts(item.became)];
        return { kind: item.kind, group, fields: this.toFieldChanges(item.fields), was, became };
      }
    }
  }

  /** Each iteration reads the lines again. */
  private toLines({ count, lines }: WholeGroup<Buffer>): Iterable<ComparisonLine<Line>> {
    const toLine = (line: ComparisonLine<Buffer>): ComparisonLine<Line> => this.toComparisonLine(line);
    return new LazyItems(count, function* () {
      for (const line of lines) yield toLine(line);
    });
  }

  private toComparisonLine(item: ComparisonLine<Buffer>): ComparisonLine<Line> {
    const { file, line, rule, catchAll, output, original } = item;
    const captures = item.captures.map(({ name, value }) => ({ name, value: this.#toLine(value) }));
    return {
      ...{ file, line, rule },
      ...(catchAll && { catchAll }),
      ...{ fields: fieldsByName(captures), captures },
      ...{ output: this.#toLine(output), original: this.#toLine(original) },
    };
  }

  private toFieldChanges(fields: readonly FieldChange<Buffer>[]): FieldChange<Line>[] {
    return fields.map(({ name, old, new: next }) => ({ name, old: this.#toLine(old), new: this.#toLine(next) }));
  }

  private toCounts({ old, new: next }: Counts<Buffer>): Counts<Line> {
    return { old: this.toOccurrences(old), new: this.toOccurrences(next) };
  }

  private toOccurrences({ count, first }: Occurrences<Buffer>): Occurrences<Line> {
    return { count, first: first && this.toComparisonLine(first) };
  }

  private toOptionalLine(bytes: Buffer | undefined): Line | undefined {
    return bytes && this.#toLine(bytes);
  }
}
