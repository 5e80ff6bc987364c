// The library on logs of lines of one kind and several lengths, in a process that has been running for a while. Writes
// to standard output, as JSON, the CPU time of one pass over each log, in seconds.
import { readFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { Processor } from "../../../src/processor.ts";

const PIECE_BYTES = 64 * 1024;
/** Passes over a log go on for so long: short ones are many, of those that take longer there is one. */
const SECONDS = 0.05;
/** For all code to be compiled before it is measured, every log is run through in turn. */
const WARM_UPS = 2;

const [rulesPath = "", ...logs] = process.argv.slice(2);
const processor = new Processor({ rulesPath });
const contents = logs.map((log) => readFileSync(log));

for (let i = 0; i < WARM_UPS; i++) {
  for (const content of contents) await secondsOfPasses(content);
}
const seconds: number[] = [];
for (const content of contents) seconds.push(await secondsOfPasses(content));
process.stdout.write(JSON.stringify(seconds));

/** The mean of as many passes as fit. */
async function secondsOfPasses(content: Buffer): Promise<number> {
  let total = 0;
  let passes = 0;
  for (; total < SECONDS; passes++) {
    const input = freshPieces(content);
    const nowhere = new Writable({ write: (_bytes, _encoding, done) => done() });
    const before = process.cpuUsage();
    await processor.process(input, nowhere);
    const { user, system } = process.cpuUsage(before);
    total += (user + system) / 1e6;
  }
  return total / passes;
}

function freshPieces(content: Buffer): Readable {
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    pieces.push(Buffer.from(content.subarray(at, at + PIECE_BYTES)));
  }
  return Readable.from(pieces);
}
