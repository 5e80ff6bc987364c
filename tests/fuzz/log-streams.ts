// What must hold for a log that breaks off, is stopped, arrives as text, or is read at the same time as others.
import assert from "node:assert/strict";
import { isUtf8 } from "node:buffer";
import { DamagedLogError } from "../../src/index.ts";
import { MAX_MAGIC_LENGTH } from "../../src/io/decompress.ts";
import { Collector } from "../support/collector.ts";
import { COMPRESSORS } from "../support/compressors.ts";
import type { Logged } from "./log-checks.ts";
import { chunked, joined } from "./log-run.ts";

const MAX_BYTES = 200_000;

/** `expected` holds the output of each line, and `place` decides where the log breaks off. */
export async function checkStreams(logged: Logged, expected: readonly Uint8Array[], place: number): Promise<void> {
  if (logged.log.length > MAX_BYTES) return;
  await checkStopped(logged, expected, place);
  for (const { format, compress } of COMPRESSORS)
    await checkDamaged(logged, expected, place, format, compress(logged.log));
  await checkText(logged, expected, place);
  await checkTogether(logged, expected);
}

/** Checks that a stopped run writes a beginning of the whole output. */
async function checkStopped({ processor, log, chunks }: Logged, expected: readonly Uint8Array[], place: number) {
  const stop = new AbortController();
  function* stopping(): Generator<Buffer> {
    let left = place % (log.length + 1);
    for (const chunk of chunked(log, chunks)) {
      if (left <= 0) stop.abort();
      left -= chunk.length;
      yield chunk;
    }
  }
  const output = new Collector();
  await processor.process(stopping(), output, { signal: stop.signal }).catch((error: unknown) => {
    if (error !== stop.signal.reason) throw error;
  });
  const { bytes } = output;
  assert.ok(joined(expected).subarray(0, bytes.length).equals(bytes), "a stopped run wrote something else");
}

/** Checks that a compressed log that breaks off gives what can be decompressed, and an error. */
async function checkDamaged(
  { processor, chunks }: Logged,
  expected: readonly Uint8Array[],
  place: number,
  format: string,
  packed: Buffer,
) {
  // Some formats pack an empty log into fewer bytes than other formats begin with.
  const whole = Math.min(MAX_MAGIC_LENGTH, packed.length - 1);
  const part = packed.subarray(0, whole + (place % (packed.length - whole)));
  const output = new Collector();
  await assert.rejects(
    async () => processor.process(chunkedInput(part, chunks), output),
    (error) => error instanceof DamagedLogError,
  );
  const lines = output.bytes.filter((byte) => byte === 0x0a).length;
  const before = joined(expected.slice(0, Math.max(lines - 1, 0)));
  assert.ok(output.bytes.subarray(0, before.length).equals(before), `of damaged ${format} there are other lines`);
}

async function* chunkedInput(log: Buffer, chunks: readonly number[]): AsyncGenerator<Buffer> {
  yield* chunked(log, chunks);
}

/** Checks that text cut anywhere, even inside a character, is the same log. */
async function checkText({ processor, log }: Logged, expected: readonly Uint8Array[], place: number): Promise<void> {
  if (!isUtf8(log)) return;
  const text = log.toString();
  const at = place % (text.length + 1);
  const output = new Collector();
  const pieces = [text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1)];
  await processor.process(
    (async function* () {
      yield* pieces;
    })(),
    output,
  );
  assert.ok(output.bytes.equals(joined(expected)), "as text the log gives other lines");
}

/** Checks that several concurrent runs and other calls do not disturb each other. */
async function checkTogether({ processor, log, chunks }: Logged, expected: readonly Uint8Array[]): Promise<void> {
  async function* slowly(sizes: readonly number[]): AsyncGenerator<Buffer> {
    for (const chunk of chunked(log, sizes)) {
      await Promise.resolve();
      processor.normalize(chunk.subarray(0, 80));
      yield chunk;
    }
  }
  const outputs = [chunks, [7, 3], chunks.toReversed()].map(async (sizes) => {
    const output = new Collector();
    await processor.process(slowly(sizes), output);
    return output.bytes;
  });
  const all = joined(expected);
  for (const output of await Promise.all(outputs)) assert.ok(output.equals(all), "runs at a time disturb one another");
}
