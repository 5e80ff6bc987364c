import { spawn } from "node:child_process";
import { once } from "node:events";
import { COMMAND, ended, jobLine, memoryOf, rulesIn } from "./command.ts";

const BLOCK_LINES = 20_000;

/** Sends this many gigabytes through a pipe into a pipe, compares every byte of the output, and watches the memory. */
export async function pipe(gigabytes: number, folder: string): Promise<string> {
  const numbers = Array.from({ length: BLOCK_LINES }, (_, i) => i);
  const block = Buffer.from(numbers.map(jobLine).join(""));
  const expected = Buffer.from(`${numbers.join("\n")}\n`);
  const blocks = Math.ceil((gigabytes * 1e9) / block.length);
  const child = spawn(process.execPath, [COMMAND, "-qr", rulesIn(folder)], { stdio: ["pipe", "pipe", "inherit"] });
  const end = ended(child);
  const began = performance.now();

  const compared = (async () => {
    let bytes = 0;
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      for (let from = 0; from < chunk.length; ) {
        const at = bytes % expected.length;
        const length = Math.min(chunk.length - from, expected.length - at);
        if (chunk.compare(expected, at, at + length, from, from + length) !== 0)
          throw new Error(`different bytes at ${bytes}`);
        bytes += length;
        from += length;
      }
    }
    return bytes;
  })();

  const memory: number[] = [];
  for (let i = 0; i < blocks; i++) {
    if (!child.stdin.write(block)) await once(child.stdin, "drain");
    if (i % Math.ceil(blocks / 10) === 0) memory.push(memoryOf(child.pid!, "VmRSS"));
  }
  memory.push(memoryOf(child.pid!, "VmRSS"));
  const peak = memoryOf(child.pid!, "VmHWM");
  child.stdin.end();
  const [bytes, exit] = [await compared, await end];
  const seconds = (performance.now() - began) / 1000;
  const isWhole = bytes === blocks * expected.length && exit === 0;
  const sent = (blocks * block.length) / 1e9;
  return [
    `${sent.toFixed(1)} GB in ${seconds.toFixed(0)} s`,
    `${isWhole ? "every line out once, in order" : `NOT WHOLE: ${bytes} bytes, exit ${exit}`}`,
    `memory at each tenth ${memory.join(", ")} MB, peak ${peak} MB`,
  ].join("; ");
}
