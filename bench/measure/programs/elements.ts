// Runs a library on one log, in a process that has been running for a while. Writes the CPU time of a pass over the
// log, in seconds, to standard output as JSON.
import { readFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import type { Processor } from "../../../src/library/processor.ts";

const PIECE_BYTES = 64 * 1024;
/**
 * How many seconds passes continue, first to warm up and then to be measured, and how many passes there are at least.
 */
const SECONDS = 0.25;
const MIN_PASSES = 5;

const [library = "", rulesPath = "", log = ""] = process.argv.slice(2);
const module = (await import(library)) as { readonly Processor: typeof Processor };
const processor = new module.Processor({ rulesPath });
const content = readFileSync(log);

// Lines that the rule does not match would be too cheap.
for (const line of content.toString().split("\n").slice(0, 20)) {
  if (processor.normalize(line) === undefined) throw new Error(`the rule does not match ${line}`);
}
await passes();
const seconds = (await passes()).sort((a, b) => a - b);
process.stdout.write(JSON.stringify(seconds[Math.floor(seconds.length / 2)]));

async function passes(): Promise<number[]> {
  const seconds: number[] = [];
  for (let total = 0; total < SECONDS || seconds.length < MIN_PASSES; ) {
    const input = freshPieces();
    const nowhere = new Writable({ write: (_bytes, _encoding, done) => done() });
    const before = process.cpuUsage();
    await processor.process(input, nowhere);
    const { user, system } = process.cpuUsage(before);
    seconds.push((user + system) / 1e6);
    total += seconds.at(-1)!;
  }
  return seconds;
}

function freshPieces(): Readable {
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    pieces.push(Buffer.from(content.subarray(at, at + PIECE_BYTES)));
  }
  return Readable.from(pieces);
}
