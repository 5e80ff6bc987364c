import { LineReader } from "../streams/line-reader.ts";
import { Aliases } from "./aliases.ts";
import type { Log } from "./log.ts";
import type { Unmatched } from "./normalization.ts";
import { Recognizer } from "./recognizer.ts";
import { type Rendering, renderingsOf } from "./rendering.ts";
import type { LineKind, Rulebook } from "./rulebook.ts";

/** A field's name, and what it captured. */
export interface Capture<Line extends string | Uint8Array = string> {
  readonly name: string;
  readonly value: Line;
}

/** What became of one line. */
export interface NormalizedLine<Line extends string | Uint8Array = string> {
  /** Name of the rule that won the line. */
  readonly rule: string;
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

interface RecordingOptions {
  readonly unmatched: Unmatched;
  readonly stripsAnsi: boolean | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Makes objects of recognized lines, which own their bytes. */
export class Recording {
  private readonly kinds: readonly LineKind[];
  private readonly renderings: readonly Rendering[];

  constructor({ kinds }: Rulebook) {
    this.kinds = kinds;
    this.renderings = renderingsOf(kinds, new Aliases(), "");
  }

  /** Of a line of a kind: field i lies at `bounds[2 * i]` to `bounds[2 * i + 1]` of the bytes. */
  of(kind: number, bytes: Buffer, bounds: readonly number[]): NormalizedLine<Uint8Array> {
    const { name: rule, pattern } = this.kinds[kind]!;
    const captures = pattern.fields.map((name, i) => {
      return { name, value: new Uint8Array(bytes.subarray(bounds[2 * i]!, bounds[2 * i + 1]!)) };
    });
    const rendering = this.renderings[kind]!;
    rendering.take(bytes, bounds);
    const output = new Uint8Array(rendering.length);
    rendering.writeInto(output, 0);
    return { rule, captures, output };
  }
}

/** So many records are given at once, at most. */
const MOST_AT_ONCE = 1000;

/**
 * Reads logs in turn as if they were one, and gives the records of their lines; waits each time until they are taken. No
 * record waits for more input. Rejects with the failure of a log, after the records of what was read, or with what `give`
 * rejects with.
 */
export async function readRecords(
  rulebook: Rulebook,
  logs: readonly Log[],
  { unmatched, ...reading }: RecordingOptions,
  give: (records: LineRecord<Uint8Array>[]) => Promise<void>,
): Promise<void> {
  const reader = new LineReader(reading);
  const recognizer = new Recognizer(rulebook);
  const recording = new Recording(rulebook);
  let records: LineRecord<Uint8Array>[] = [];

  const add = (): void => {
    const { bytes, start, end } = reader.lines;
    const kind = recognizer.recognize(bytes, start, end);
    const line = reader.number;
    if (kind !== -1) {
      if (unmatched !== "only") records.push({ line, ...recording.of(kind, bytes, recognizer.bounds) });
    } else if (unmatched !== "drop") {
      records.push({ line, rule: undefined, captures: [], output: new Uint8Array(bytes.subarray(start, end)) });
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
      if (records.length === MOST_AT_ONCE) await hand();
    }
    await hand();
  };

  for (const log of logs) {
    if (reading.signal?.aborted) return;
    recognizer.begin();
    try {
      await reader.read(log.open(), take);
    } catch (error) {
      throw log.failure(error);
    }
  }
}

/** A line in text: what is not UTF-8 becomes the replacement character. */
export function inText<Line extends Pick<NormalizedLine<Uint8Array>, "captures" | "output">>({
  captures,
  output,
  ...others
}: Line) {
  return {
    ...others,
    captures: captures.map(({ name, value }) => ({ name, value: textOf(value) })),
    output: textOf(output),
  };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}
