import { type CapturedFields, type FieldCapture, fieldsByName } from "../../run/record-builder.ts";
import type { Numbering } from "./aliased-values.ts";
import type { ComparisonKeys } from "./comparison-keys.ts";
import type { ComparisonLine } from "./difference.ts";

/** What a side knows of a line when it has read it again. */
interface LineParts extends Pick<ComparisonLine<Buffer>, "file" | "line" | "rule" | "output" | "original"> {
  readonly isCatchAll: boolean;
  /** The index of its line pattern; -1 if no rule matched. */
  readonly linePattern: number;
  /** The line as it was matched: with or without its terminal sequences. */
  readonly matched: Buffer;
  /** The numbers of the aliases in its output. */
  readonly numbering: Numbering | undefined;
}

/**
 * A line that was read again, with what the comparison needs to know of it. A class, because V8 makes a dictionary of
 * an object literal with a spread and getters, and there may be millions of lines.
 */
export class SideLine implements ComparisonLine<Buffer> {
  readonly file: string;
  readonly line: number;
  readonly rule: string | undefined;
  readonly catchAll?: true;
  readonly output: Buffer;
  readonly original: Buffer;
  readonly linePattern: number;
  readonly matched: Buffer;
  readonly numbering: Numbering | undefined;
  readonly #keys: ComparisonKeys;

  constructor(parts: LineParts, keys: ComparisonKeys) {
    this.file = parts.file;
    this.line = parts.line;
    this.rule = parts.rule;
    if (parts.isCatchAll) this.catchAll = true;
    this.output = parts.output;
    this.original = parts.original;
    this.linePattern = parts.linePattern;
    this.matched = parts.matched;
    this.numbering = parts.numbering;
    this.#keys = keys;
  }

  // Made when they are asked for: the command shows neither.
  get fields(): CapturedFields<Buffer> {
    return fieldsByName(this.captures);
  }

  get captures(): FieldCapture<Buffer>[] {
    return this.#keys.capturesOf(this.linePattern, this.matched);
  }
}
