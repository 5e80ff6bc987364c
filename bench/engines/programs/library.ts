// The library in a program that has been running for a while: no start, no disk. The first pass warms up and writes its
// lines for comparison. The second gets new buffers, is measured, and writes nowhere.
import { readFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { Processor } from "../../../src/library/processor.ts";
import { reportCpu } from "./stopwatch.ts";

const PIECE_BYTES = 64 * 1024;

const [rulesPath = "", log = ""] = process.argv.slice(2);
const processor = new Processor({ rulesPath });

await processor.process(input(), process.stdout);
const fresh = input();
const nowhere = new Writable({ write: (_bytes, _encoding, done) => done() });
await reportCpu(async () => {
  await processor.process(fresh, nowhere);
});

function input(): Readable {
  const bytes = readFileSync(log);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) pieces.push(Buffer.from(bytes.subarray(at, at + PIECE_BYTES)));
  return Readable.from(pieces);
}
