import { LineReader } from "../streams/line-reader.ts";
import { Aliases } from "./aliases.ts";
import { LineClassifier } from "./line-classifier.ts";
import type { Unmatched } from "./line-writer.ts";
import type { Log } from "./log.ts";
import type { LinePattern, Rulebook } from "./rulebook.ts";
import { renderersOf, type TemplateRenderer } from "./template-renderer.ts";

/** A field's name, and what it captured. */
export interface Capture<Line extends string | Uint8Array = string> {
  readonly name: string;
  readonly value: Line;
}

/** What fields captured, by their names, as own properties: of a name that occurs more than once, in a list. */
export interface CapturedFields<Line extends string | Uint8Array = string> {
  readonly [name: string]: Line | readonly Line[] | undefined;
}

/** What became of one line. */
export interface NormalizedLine<Line extends string | Uint8Array = string> {
  /** Name of the rule that won the line. */
  readonly rule: string;
  /** Every field of the rule has its member; one that captured nothing, an empty one. */
  readonly fields: CapturedFields<Line>;
  /** In the order of the rule's fields. Names may repeat. */
  readonly captures: readonly Capture<Line>[];
  /** The line's normalized form, without a line terminator. */
  readonly output: Line;
}

/** What became of one line of many. Of one that no rule matches the output is the line itself. */
export interface LineRecord<Line extends string | Uint8Array = string> extends Omit<NormalizedLine<Line>, "rule"> {
  /** From 1 on; of several inputs, through all of them. */
  readonly line: number;
  /** Undefined if no rule matches. */
  readonly rule: string | undefined;
}

interface RecordingOptions<Line extends string | Uint8Array> {
  readonly form: LineForm<Line>;
  readonly unmatched: Unmatched;
  readonly stripsAnsi: boolean | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Makes of a stretch of bytes what a caller is given. */
export type LineForm<Line extends string | Uint8Array> = (bytes: Buffer, from: number, to: number) => Line;

/** What is not UTF-8 becomes the replacement character. */
export const asText: LineForm<string> = (bytes, from, to) => bytes.toString("utf8", from, to);

/** A copy, which has its memory for itself. */
export const asBytes: LineForm<Uint8Array> = (bytes, from, to) => new Uint8Array(bytes.subarray(from, to));

/** Makes objects of recognized lines. They may be kept. */
export class RecordBuilder {
  private readonly linePatterns: readonly LinePattern[];
  private readonly renderers: readonly TemplateRenderer[];

  constructor({ linePatterns }: Rulebook) {
    this.linePatterns = linePatterns;
    this.renderers = renderersOf(linePatterns, new Aliases(), "");
  }

  /** Of a line of a kind: field i lies at `bounds[2 * i]` to `bounds[2 * i + 1]` of the bytes. */
  of<Line extends string | Uint8Array>(
    linePattern: number,
    bytes: Buffer,
    bounds: readonly number[],
    form: LineForm<Line>,
  ): NormalizedLine<Line> {
    const { name: rule, pattern } = this.linePatterns[linePattern]!;
    const captures = pattern.fields.map((name, i) => ({
      name,
      value: form(bytes, bounds[2 * i]!, bounds[2 * i + 1]!),
    }));
    const renderer = this.renderers[linePattern]!;
    renderer.take(bytes, bounds);
    const { length } = renderer;
    const output = Buffer.allocUnsafe(length);
    renderer.writeInto(output, 0);
    return { rule, fields: byName(captures), captures, output: form(output, 0, length) };
  }
}

/** So many records are given at once, at most. */
const MAX_BATCH_SIZE = 1000;

/**
 * Reads logs in turn as if they were one, and gives the records of their lines; waits each time until they are taken. No
 * record waits for more input. Rejects with the failure of a log, after the records of what was read, or with what `give`
 * rejects with.
 */
export async function readRecords<Line extends string | Uint8Array>(
  rulebook: Rulebook,
  logs: readonly Log[],
  { form, unmatched, ...reading }: RecordingOptions<Line>,
  give: (records: LineRecord<Line>[]) => Promise<void>,
): Promise<void> {
  const reader = new LineReader(reading);
  const classifier = new LineClassifier(rulebook);
  const builder = new RecordBuilder(rulebook);
  let records: LineRecord<Line>[] = [];

  const add = (): void => {
    const { bytes, start, end } = reader.lines;
    const linePattern = classifier.classify(bytes, start, end);
    const line = reader.number;
    if (linePattern !== -1) {
      if (unmatched !== "only") records.push({ line, ...builder.of(linePattern, bytes, classifier.bounds, form) });
    } else if (unmatched !== "drop") {
      records.push({ line, rule: undefined, fields: {}, captures: [], output: form(bytes, start, end) });
    }
  };
  const hand = async (): Promise<void> => {
    const given = records;
    records = [];
    if (given.length > 0) await give(given);
  };
  const take = async (): Promise<void> => {
    while (reader.next()) {
      add();
      if (records.length === MAX_BATCH_SIZE) await hand();
    }
    await hand();
  };

  for (const log of logs) {
    if (reading.signal?.aborted) return;
    classifier.begin();
    try {
      await reader.read(log.open(), take);
    } catch (error) {
      throw log.failure(error);
    }
  }
}

function byName<Line extends string | Uint8Array>(captures: readonly Capture<Line>[]): CapturedFields<Line> {
  const fields: Record<string, Line | Line[]> = {};
  for (const { name, value } of captures) {
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (Array.isArray(known)) known.push(value);
    else setOwn(fields, name, known === undefined ? value : [known, value]);
  }
  return fields;
}

function setOwn<Value>(target: Record<string, Value>, name: string, value: Value): void {
  // Set in the ordinary way, this name would be no property.
  if (name === "__proto__") Object.defineProperty(target, name, { ...OWN, value });
  else target[name] = value;
}

const OWN = { configurable: true, enumerable: true, writable: true } as const;
