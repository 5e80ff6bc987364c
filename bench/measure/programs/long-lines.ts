// Runs the library on logs with lines of one kind and several lengths, in a process that has been running for a while.
// Writes the CPU time of one pass over each log, in seconds, to standard output as JSON.
import { readFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { Processor } from "../../../src/library/processor.ts";

const PIECE_BYTES = 64 * 1024;
/** How long passes over a log continue: many passes for a short log, a single one for a log that takes longer. */
const SECONDS = 0.05;
/** Every log is run through this many times in turn, so that all code is compiled before it is measured. */
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

/** The mean of as many passes as fit into the time. */
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
