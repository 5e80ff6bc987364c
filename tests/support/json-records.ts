// Brings lines of `--format json` and objects from `records` into one form, so that they can be compared.
import type { LineRecord } from "../../src/index.ts";

/** A parsed line of JSON. */
export interface Parsed {
  readonly file: string;
  readonly line: number;
  readonly offset: number;
  readonly time: { readonly text: string; readonly utc?: string; readonly epoch_ms?: number } | null;
  readonly rule: string | null;
  readonly fields: Readonly<Record<string, string | string[]>>;
  readonly output: string;
  readonly fields_base64?: Readonly<Record<string, string | string[]>>;
  readonly output_base64?: string;
  readonly original?: string;
  readonly original_base64?: string;
}

/** Parses lines of JSON. */
export const parsed = (json: string): Parsed[] =>
  json
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** The bytes that a member stands for. They are base64 if the JSON text cannot hold them. */
function bytesOf(text: string, base64: string | undefined): string {
  return base64 ?? Buffer.from(text).toString("base64");
}

/** A record in the common form, with bytes as base64. */
export function fromRecord(record: LineRecord<Uint8Array>) {
  const { file, line, offset, time, rule, captures, output, original } = record;
  const fields = new Map<string, string[]>();
  for (const { name, value } of captures) {
    fields.set(name, [...(fields.get(name) ?? []), Buffer.from(value).toString("base64")]);
  }
  const [output64, original64] = [output, original].map((bytes) => bytes && Buffer.from(bytes).toString("base64"));
  return { file, line, offset, time, rule: rule ?? null, fields, output: output64, original: original64 };
}

/** A line of JSON in the same form. */
export function fromJson(parsed: Parsed) {
  const { file, line, offset, time, rule, fields, output, fields_base64 = {}, output_base64 } = parsed;
  const values = Object.entries(fields).map(([name, value]): [string, string[]] => {
    const exact = Object.hasOwn(fields_base64, name) ? [fields_base64[name]!].flat() : [];
    return [name, [value].flat().map((text, i) => bytesOf(text, exact[i]))];
  });
  const original = parsed.original === undefined ? undefined : bytesOf(parsed.original, parsed.original_base64);
  return {
    ...{ file, line, offset, rule, original },
    time: time === null ? undefined : { text: time.text, utc: time.utc, epochMs: time.epoch_ms },
    fields: new Map(values),
    output: bytesOf(output, output_base64),
  };
}
