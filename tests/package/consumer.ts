/**
 * A program that imports the package and uses its main features. Takes a rules file, a log and a long log; writes JSON.
 */
export const PROGRAM = `
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { PassThrough } from "node:stream";
import { Processor, RulesError } from "log-line-normalizer";

const [rulesPath, log, long] = process.argv.slice(2);
const processor = new Processor({ rulesPath });
const hash = createHash("sha256");
const output = new PassThrough().on("data", (chunk) => hash.update(chunk));
await processor.process(long, output, { jobs: 2 });
const records = [];
for await (const record of processor.records(createReadStream(log))) records.push(record.output);
const comparison = await processor.compare(log, log);
const { findings, issues } = await Processor.check({ rulesPath }, [log]);
let refused = false;
try {
  new Processor({ rulesPath: log });
} catch (error) {
  refused = error instanceof RulesError;
}
const require = createRequire(import.meta.url);
console.log(JSON.stringify({
  records,
  first: processor.normalize(records[0])?.output ?? null,
  hash: hash.digest("hex"),
  differences: [...comparison.differences()].length,
  events: [...(await processor.merge([log]))].length,
  problems: issues.length + findings.filter(({ level }) => level === "error").length,
  refused,
  schema: typeof require("log-line-normalizer/schema/rules.schema.json").$schema,
  version: require("log-line-normalizer/package.json").version,
}));
`;

/** The same way as CommonJS, with which tests by jest begin. */
export const REQUIRED = `
const { Processor } = require("log-line-normalizer");
const { normalizedSerializer } = require("log-line-normalizer/test");
const serializer = normalizedSerializer(new Processor({ mask: true }));
console.log(serializer.serialize("worker 12", {}, "", 0, [], (value) => value));
`;

/** A TypeScript program of that kind. */
export const TYPED_COMMON_JS = `
import { Processor } from "log-line-normalizer";
import { normalizedSerializer, type SnapshotSerializer, toMatchNormalizedSnapshot } from "log-line-normalizer/test";
import library = require("log-line-normalizer");

const processor: library.Processor = new Processor({ mask: true });
export const serializer: SnapshotSerializer = normalizedSerializer(processor, { stripAnsi: true });
export const matchers = { toMatchNormalizedSnapshot };
`;

/** A TypeScript program that names as many public types as fit in a few lines. Takes a rules file. */
export const TYPED = `
import { Readable, Writable } from "node:stream";
import { Processor, RulesError } from "log-line-normalizer";
import { Processor as BrowserProcessor } from "log-line-normalizer/browser";
import { normalizedSerializer, toMatchNormalizedSnapshot } from "log-line-normalizer/test";
import type {
  ExplainedText,
  FieldCapture,
  CapturedFields,
  CheckResult,
  Comparison,
  ComparisonDifference,
  ComparisonOptions,
  ExplainedLine,
  LineRecord,
  LogSource,
  NormalizedLine,
  ProcessorOptions,
  RulesOptions,
  Statistics,
  Trace,
  TraceEvent,
} from "log-line-normalizer";

export const processor = new Processor({ rulesPath: process.argv[2] ?? "" });
const line: NormalizedLine | undefined = processor.normalize("nothing");
const captures: readonly FieldCapture[] = line?.captures ?? [];
const statistics: Statistics = await processor.process(Readable.from(["a\\n"]), process.stdout as Writable);
for await (const record of processor.records(Readable.from(["b\\n"]))) {
  const { output, fields }: LineRecord = record;
  const named: CapturedFields = fields;
  console.log(output, captures.length, statistics.linesProcessed.toFixed(), ...Object.keys(named));
}
export const bytes: AsyncIterable<LineRecord<Uint8Array>> = processor.records([], { bytes: true });
export async function* events(path: string): AsyncGenerator<TraceEvent> {
  for (const event of await processor.merge([path, new URL("file:///b.log")])) yield event;
}
export const groups = (trace: Trace): readonly string[] => trace.groups.map(({ id, events }) => id + events.length);
export const changed = (difference: ComparisonDifference): readonly string[] =>
  difference.kind === "changed" ? difference.fields.map(({ name, old }) => name + old.toUpperCase()) : [];
export async function compare(old: LogSource, next: LogSource, options?: ComparisonOptions): Promise<boolean> {
  const comparison: Comparison = await processor.compare(old, next, options);
  const exact: Comparison<Uint8Array> = await processor.compare(old, next, { ...options, bytes: true });
  for (const one of exact.differences()) if (one.kind === "removed_group") for (const { output } of one.lines) output.at(0);
  return comparison.equal || String(comparison) === "";
}
export const masking: ProcessorOptions = { mask: true };
export const inCode: RulesOptions = { rules: { rules: [{ name: "a", pattern: [{ field: "x" }], output: "{x}" }] } };
export const why: Promise<ExplainedLine<Uint8Array>> = processor.why(new Uint8Array());
export const check = (): Promise<CheckResult> => Processor.check(inCode, ["a.log"]);
export const codes = (error: RulesError): readonly string[] => error.issues.map(({ code, place }) => code + place);
export const text: ExplainedText = processor.explainText(processor.normalizeText("a", { unmatched: "drop" }));
export const inTests = [normalizedSerializer(new BrowserProcessor(masking)), toMatchNormalizedSnapshot];
// @ts-expect-error records are no texts
export const record = () => processor.normalizeText("{}", { input: { format: "json" } });
// @ts-expect-error a path is a text or a URL
export const wrong = (): Processor => new Processor({ rulesPath: 1 });
// @ts-expect-error without rules it must mask
export const unmasked = (): Processor => new Processor({ mask: false });
// @ts-expect-error a Map is not an object of a rules file
export const map = (): Processor => new Processor({ rules: new Map() });
// @ts-expect-error fields are a list
export const none = () => processor.trace("a.log", { by: "id" });
`;
