// The part of the library that works in browsers: rules, and lines in memory. The build makes one file of it that
// needs nothing else.

import type { RecordOptions } from "../../run/line-writer.ts";
import type { Log } from "../../run/log.ts";
import { type LineRecord, readRecords } from "../../run/read-records.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { checkArgument, checkOptions, checkProcessorOptions } from "../check-options.ts";
import { converterOf, givenRulebook, LineProcessor, recordsOf } from "../line-processor.ts";
import { LINE_TEXT } from "../option-values.ts";
import type { InBytes, LineAs, ProcessorOptions } from "../options.ts";

export type { ReadOptions } from "../../io/line-text.ts";
export type { RulesIssue, RulesIssueCode } from "../../rules/rules-error.ts";
export { RulesError } from "../../rules/rules-error.ts";
export { MissingKeyError } from "../../rules/transforms/pseudonyms.ts";
export type { RecordOptions } from "../../run/line-writer.ts";
export type { LineRecord, RecordTime } from "../../run/read-records.ts";
export type { CapturedFields, FieldCapture, NormalizedLine } from "../../run/record-builder.ts";
export type { ExplainedText, ExplainedTextLine, HiddenValues, OutputPart, TextOptions } from "../../run/text-lines.ts";
export type { ExplainedLine } from "../../tools/why/explanation.ts";
export type { ProcessorOptions, PseudonymKeyOptions, RulesObject } from "../options.ts";

/** Normalizes lines by rules, as the Processor of the package itself does. */
export class Processor extends LineProcessor {
  readonly #rulebook: Rulebook;
  readonly #mask: boolean;

  /** Throws a RulesError with the first twenty problems, a MissingKeyError without a needed key, or a TypeError. */
  constructor(options: ProcessorOptions) {
    checkProcessorOptions("new Processor", options);
    if (options.rulesPath !== undefined)
      throw new TypeError("new Processor: files cannot be read here; pass { rules }");
    const rulebook = givenRulebook(options);
    super(rulebook, options.mask ?? false);
    this.#rulebook = rulebook;
    this.#mask = options.mask ?? false;
  }

  /** Yields a record for each line of a log, as text or, if `bytes` is true, as bytes. */
  records<Bytes extends boolean = false>(
    log: string | Uint8Array,
    options: RecordOptions & InBytes<Bytes> = {},
  ): AsyncGenerator<LineRecord<LineAs<Bytes>>, void, undefined> {
    checkArgument("records", "log", LINE_TEXT, log);
    checkOptions("records", options);
    const settings = { ...options, mask: this.#mask, convert: converterOf(options.bytes) };
    const logs = [inMemory(Buffer.from(log as string))];
    return recordsOf((give) => readRecords(this.#rulebook, logs, settings, give), options.signal);
  }
}

function inMemory(bytes: Buffer): Log {
  async function* open(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  return { name: "log 1", path: undefined, open, failure: (error) => error };
}
