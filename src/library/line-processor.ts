import { rulesTextOf } from "../rules/rules-text.ts";
import { KeyedPseudonyms, type Pseudonyms } from "../rules/transforms/pseudonyms.ts";
import { loadRules } from "../run/loaded-rules.ts";
import type { LineRecord } from "../run/read-records.ts";
import { asBytes, asText, type LineConverter, type NormalizedLine, RecordBuilder } from "../run/record-builder.ts";
import { type Rulebook, requireKey, rulebookOf } from "../run/rulebook.ts";
import { type ExplainedText, explainedText, rewrittenLines, type TextOptions } from "../run/text-lines.ts";
import type { ExplainedLine } from "../tools/why/explanation.ts";
import type { Why } from "../tools/why/why.ts";
import { checkArgument, checkOptions } from "./check-options.ts";
import { LINE_TEXT, TEXT } from "./option-values.ts";
import type { LineAs, ProcessorOptions, PseudonymKeyOptions } from "./options.ts";

/**
 * What processors do with lines and texts in memory. It reads no file and no stream. Methods throw, or reject with, a
 * TypeError for wrong arguments.
 */
export class LineProcessor {
  // Nothing that prints an object shows these: the rules hold the key of pseudonyms.
  readonly #rulebook: Rulebook;
  readonly #mask: boolean;
  /** All calls of `normalize` share its aliases. */
  readonly #recordBuilder: RecordBuilder;
  #lineExplainer: Why | undefined;

  /** Throws a MissingKeyError if rules need a key and have none. */
  constructor(rulebook: Rulebook, mask: boolean) {
    requireKey(rulebook);
    this.#rulebook = rulebook;
    this.#mask = mask;
    this.#recordBuilder = new RecordBuilder(rulebook);
  }

  /**
   * Normalizes one line without its terminator: text to text, or bytes to bytes, which the caller may keep. Returns
   * undefined if no rule matches. Numbers aliases across all calls of this method on one Processor.
   */
  normalize(line: string): NormalizedLine | undefined;
  normalize(line: Uint8Array): NormalizedLine<Uint8Array> | undefined;
  normalize(line: string | Uint8Array): NormalizedLine<string | Uint8Array> | undefined;
  normalize(line: string | Uint8Array): NormalizedLine<string | Uint8Array> | undefined {
    checkArgument("normalize", "line", LINE_TEXT, line);
    const bytes = Buffer.from(line as string);
    const { matcher } = this.#rulebook;
    const winner = matcher.match(bytes, 0, bytes.length);
    if (winner === -1) return undefined;
    const convert = typeof line === "string" ? asPartOf(line, bytes) : asBytes;
    return this.#recordBuilder.of<string | Uint8Array>(winner, bytes, matcher.bounds, convert);
  }

  /**
   * Normalizes a text of any number of lines, as `process` normalizes a log: each line of the result ends with `\n`,
   * and aliases are numbered anew.
   */
  normalizeText(text: string, options: TextOptions = {}): string {
    checkArgument("normalizeText", "text", TEXT, text);
    checkOptions("normalizeText", options);
    let output = "";
    for (const line of rewrittenLines(this.#rulebook, Buffer.from(text), this.#mask, options))
      output += `${line.output}\n`;
    return output;
  }

  /** Tells what `normalizeText` makes of each line of a text, and how many values the result does not show. */
  explainText(text: string, options: TextOptions = {}): ExplainedText {
    checkArgument("explainText", "text", TEXT, text);
    checkOptions("explainText", options);
    return explainedText(this.#rulebook, Buffer.from(text), this.#mask, options);
  }

  /**
   * Explains one line without its terminator: which rule won it and why the others lost, or, if no rule matches, which
   * rules are nearest and what would make them match. Offsets count UTF-16 code units of text, or bytes.
   */
  why(line: string): Promise<ExplainedLine>;
  why(line: Uint8Array): Promise<ExplainedLine<Uint8Array>>;
  why(line: string | Uint8Array): Promise<ExplainedLine<string | Uint8Array>>;
  async why(line: string | Uint8Array): Promise<ExplainedLine<string | Uint8Array>> {
    checkArgument("why", "line", LINE_TEXT, line);
    const { Why } = await import("../tools/why/why.ts");
    const { explainedLine } = await import("../tools/why/explanation.ts");
    const bytes = Buffer.from(line as string);
    this.#lineExplainer ??= new Why(this.#rulebook);
    this.#lineExplainer.begin();
    return explainedLine(line, bytes, this.#lineExplainer.explain(bytes));
  }
}

/** Makes text of bytes: parts of the line itself where these are its bytes and it is ASCII, which takes less time. */
function asPartOf(line: string, lineBytes: Buffer): LineConverter<string> {
  if (line.length !== lineBytes.length) return asText;
  return (bytes, from, to) => (bytes === lineBytes ? line.slice(from, to) : asText(bytes, from, to));
}

export function converterOf<Bytes extends boolean>(bytes: Bytes | undefined): LineConverter<LineAs<Bytes>> {
  return (bytes === true ? asBytes : asText) as LineConverter<LineAs<Bytes>>;
}

/** The rules that options hold; none if these have none. Throws a RulesError. */
export function givenRulebook({ rules, ...options }: ProcessorOptions): Rulebook {
  return rules === undefined ? rulebookOf([]) : loadRules(rulesTextOf(rules), pseudonymsOf(options)).rulebook;
}

const ENCODER = new TextEncoder();

/** What gives names to values by the key of options; undefined if they have none. */
export function pseudonymsOf({ key }: PseudonymKeyOptions): Pseudonyms | undefined {
  // Not `Buffer.from`, whose memory is part of that of others.
  return key === undefined ? undefined : new KeyedPseudonyms(typeof key === "string" ? ENCODER.encode(key) : key);
}

/**
 * Yields the records that some work reads and gives in batches. `give` resolves when the next batch is asked for. If
 * the work rejects, throws its error after all records. If the loop ends early, `give` rejects, so that the work can
 * end and close its inputs. Throws the reason of an aborted signal.
 */
export async function* recordsOf<Line extends string | Uint8Array>(
  read: (give: (records: LineRecord<Line>[]) => Promise<void>) => Promise<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<LineRecord<Line>, void, undefined> {
  let records: LineRecord<Line>[] | undefined;
  let isDone = false;
  let wake = (): void => {};
  let taken = (): void => {};
  let refuse = (_: Error): void => {};
  const give = (batch: LineRecord<Line>[]): Promise<void> =>
    new Promise((resolve, reject) => {
      [records, taken, refuse] = [batch, resolve, reject];
      wake();
    });
  const reading = read(give).finally(() => {
    isDone = true;
    wake();
  });
  // The error is handled where `reading` is awaited. Until then it must not count as unhandled.
  reading.catch(() => {});
  try {
    for (;;) {
      while (records === undefined && !isDone)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (records === undefined) break;
      for (const record of records as LineRecord<Line>[]) {
        signal?.throwIfAborted();
        yield record;
      }
      records = undefined;
      taken();
    }
    await reading;
    signal?.throwIfAborted();
  } finally {
    refuse(new Error("nobody reads on"));
    await reading.catch(() => {});
  }
}
