import { fieldsByName, type LineConverter } from "../../run/record-builder.ts";
import { INSPECT } from "../../text/collections/lazy-items.ts";
import { described } from "../../text/messages/phrases.ts";
import { StringLayout } from "../../text/messages/text-layout.ts";
import { DiffMarkdown } from "./diff-comments.ts";
import { DEFAULT_CONTEXT_LINES, DEFAULT_ORIGINALS, DiffText } from "./diff-text.ts";
import { writeDiff } from "./diff-writer.ts";
import {
  type ComparisonDifference,
  type ComparisonFigures,
  type ComparisonItem,
  type ComparisonLine,
  type ComparisonRule,
  type ComparisonSummary,
  type GroupIds,
  mapLines,
} from "./difference.ts";
import type { LogDiff } from "./log-diff.ts";

/**
 * The differences between two logs. Holds a few numbers for each line and the text of each distinct output. Lines are
 * read again when they are needed, from the logs or from temporary copies, which `close` deletes.
 */
export class Comparison<Line extends string | Uint8Array = string> {
  /** The names in `by` that no rule has. */
  readonly unknownFields: readonly string[];

  // Nothing that prints an object shows these: they hold the rules, the key of pseudonyms, and memory of the process.
  readonly #logs: LogDiff;
  readonly #convert: LineConverter<Line>;

  /** `Processor.compare` makes these. */
  constructor(logs: LogDiff, convert: LineConverter<Line>) {
    this.unknownFields = logs.unknownFields;
    this.#logs = logs;
    this.#convert = convert;
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
        group = bytes && {
          ...bytes,
          old: bytes.old && this.toLine(bytes.old),
          new: bytes.new && this.toLine(bytes.new),
        };
      }
      yield this.toItem(item, group);
    }
  }

  /** What `JSON.stringify` writes. */
  toJSON(): ComparisonFigures {
    return { equal: this.equal, ...this.summary, rules: this.rules, unknownFields: this.unknownFields };
  }

  [INSPECT](_depth: number, options: object, inspect: (value: unknown, options: object) => string): string {
    return `Comparison ${inspect({ equal: this.equal, ...this.summary }, options)}`;
  }

  /** The text that `normalizer diff` shows. Throws like `differences`, or an Error if a string cannot hold the text. */
  toString(): string {
    return this.written(DiffText);
  }

  /** The Markdown that `normalizer diff --format markdown` writes. Throws like `differences`. */
  toMarkdown(): string {
    return this.written(DiffMarkdown);
  }

  private written(Writer: typeof DiffText | typeof DiffMarkdown): string {
    const { logs, isGrouped, hasRules } = this.#logs;
    const text = new StringLayout();
    const writer = new Writer(text, logs, { isGrouped, hasRules, originals: DEFAULT_ORIGINALS });
    for (const _ of writeDiff(this.#logs, writer, DEFAULT_CONTEXT_LINES));
    return text.toString();
  }

  /**
   * Closes the logs, which nothing else does: each has a descriptor until then. No line can be read afterwards; the
   * summary stays available.
   */
  close(): void {
    this.#logs.close();
  }

  private toItem(item: ComparisonItem<Buffer>, group: GroupIds<Line> | undefined): ComparisonItem<Line> {
    const mapped = mapLines(item, (line) => line && this.toComparisonLine(line));
    if (!("fields" in item)) return { ...mapped, group } as ComparisonItem<Line>;
    const fields = item.fields.map(({ name, old, new: next }) => ({
      name,
      old: this.toLine(old),
      new: this.toLine(next),
    }));
    return { ...mapped, group, fields } as object as ComparisonItem<Line>;
  }

  private toComparisonLine(item: ComparisonLine<Buffer>): ComparisonLine<Line> {
    const { file, line, rule, ruleFile, catchAll, output, original } = item;
    const captures = item.captures.map(({ name, value }) => ({ name, value: this.toLine(value) }));
    return {
      ...{ file, line, rule },
      ...(ruleFile !== undefined && { ruleFile }),
      ...(catchAll && { catchAll }),
      ...{ fields: fieldsByName(captures), captures },
      ...{ output: this.toLine(output), original: this.toLine(original) },
    };
  }

  private toLine(bytes: Buffer): Line {
    return this.#convert(bytes, 0, bytes.length);
  }
}
