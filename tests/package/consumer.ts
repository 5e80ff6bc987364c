/** A program that imports the package and uses what it is for. Takes a rules file, a log and a long log; writes JSON. */
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
await processor.processFiles([long], output, { jobs: 2 });
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

/** The same as a TypeScript program, of as many of the public types as can be named in few lines. */
export const TYPED = `
import { Readable, Writable } from "node:stream";
import { Processor, RulesError } from "log-line-normalizer";
import type { Capture, Difference, LineRecord, NormalizedLine, Statistics, TraceEvent } from "log-line-normalizer";

export const processor = new Processor({ rulesPath: process.argv[2] ?? "" });
const line: NormalizedLine<string> | undefined = processor.normalize("nothing");
const captures: readonly Capture<string>[] = line?.captures ?? [];
const statistics: Statistics = await processor.process(Readable.from(["a\\n"]), process.stdout as Writable);
for await (const record of processor.records(Readable.from(["b\\n"]))) {
  const { output }: LineRecord<string> = record;
  console.log(output, captures.length, statistics.linesProcessed.toFixed());
}
export const bytes: AsyncIterable<LineRecord<Uint8Array>> = processor.records([], { bytes: true });
export async function* events(path: string): AsyncGenerator<TraceEvent> {
  for (const event of await processor.merge([path])) yield event;
}
export const kinds = (difference: Difference): string => difference.kind;
export const codes = (error: RulesError): readonly string[] => error.issues.map(({ code }) => code);
// @ts-expect-error a path is a text
export const wrong = (): Processor => new Processor({ rulesPath: 1 });
`;
