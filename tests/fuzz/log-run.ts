import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { LineRecord, ProcessOptions, Processor, RunStatistics } from "../../src/index.ts";
import { Collector } from "../support/collector.ts";

/** The log in chunks of these sizes, repeated. Small sizes are used only at the beginning, to save time. */
export function* chunked(log: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let at = 0, i = 0; at < log.length; i++) {
    const size = i < 1_000 ? sizes[i % sizes.length]! : 65_536;
    yield log.subarray(at, at + size);
    at += size;
  }
}

export interface Output {
  readonly bytes: Buffer;
  readonly statistics: RunStatistics;
}

/** Runs `process` on a log. */
export async function processed(
  processor: Processor,
  chunks: Iterable<Buffer>,
  options: ProcessOptions = {},
): Promise<Output> {
  const output = new Collector();
  const statistics = await processor.process(Readable.from(chunks), output, options);
  return { bytes: output.bytes, statistics };
}

/** Pipes a log through a transform and returns the output. */
export async function transformed(processor: Processor, chunks: Iterable<Buffer>): Promise<Buffer> {
  const output = new Collector();
  await pipeline(Readable.from(chunks), processor.createTransform(), output);
  return output.bytes;
}

export async function recordsOf(
  processor: Processor,
  log: Buffer,
  options: { readonly stripAnsi?: boolean } = {},
): Promise<LineRecord<Uint8Array>[]> {
  const records: LineRecord<Uint8Array>[] = [];
  const reading = processor.records(Readable.from([log]), { ...options, bytes: true });
  for await (const record of reading) records.push(record);
  return records;
}

/** The log in a compressed format, as one or as two, one after the other. */
export function packed(log: Buffer, compress: (log: Buffer) => Buffer): Buffer {
  const half = log.length % 3 === 0 ? log.length >> 1 : log.length;
  return Buffer.concat([compress(log.subarray(0, half)), compress(log.subarray(half))]);
}

/** The lines as they are written. */
export function joined(lines: Iterable<Uint8Array>): Buffer {
  const end = Buffer.from("\n");
  return Buffer.concat([...lines].flatMap((line) => [line, end]));
}
