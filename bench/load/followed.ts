import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { jobLine, memoryOf, rulesIn, script } from "./command.ts";

const PAUSE_MS = 50;
/** How long the last lines may take to come out. */
const MAX_WAIT_MS = 5_000;

/** Writes to a log for this many minutes while it is followed, and compares the output with what was written. */
export async function followed(minutes: number, folder: string): Promise<string> {
  rulesIn(folder);
  const log = join(folder, "app.log");
  writeFileSync(log, "");
  const following = "tail -n +1 -F app.log & echo $! > tail.pid; wait";
  const child = script(`exec "$NODE" "$COMMAND" -qr rules.yaml < <(${following})`, folder);
  const writtenAt: number[] = [];
  let next = 0;
  let wrong = 0;
  let slowest = 0;
  const read = (async () => {
    for await (const number of createInterface(child.stdout!)) {
      if (Number(number) !== next) wrong++;
      slowest = Math.max(slowest, performance.now() - writtenAt[next++]!);
    }
  })();

  const until = performance.now() + minutes * 60_000;
  while (performance.now() < until) {
    // Bursts of lines, of which the last is completed later.
    const count = 1 + (writtenAt.length % 97);
    const lines = Array.from({ length: count }, (_, i) => jobLine(writtenAt.length + i));
    const torn = lines.pop()!;
    appendFileSync(log, lines.join("") + torn.slice(0, 9));
    for (const _ of lines) writtenAt.push(performance.now());
    await sleep(PAUSE_MS);
    writtenAt.push(performance.now());
    appendFileSync(log, torn.slice(9));
    await sleep(PAUSE_MS);
  }
  for (let waited = 0; next < writtenAt.length && waited < MAX_WAIT_MS; waited += PAUSE_MS) await sleep(PAUSE_MS);
  const memory = memoryOf(child.pid!, "VmHWM");
  process.kill(Number(readFileSync(join(folder, "tail.pid"), "utf8")));
  await read;
  const isWhole = next === writtenAt.length && wrong === 0;
  const verdict = isWhole
    ? "every line out once, in order"
    : `NOT WHOLE: ${next} of ${writtenAt.length}, ${wrong} wrong`;
  return `${writtenAt.length} lines in ${minutes} min; ${verdict}; the slowest came out after ${slowest.toFixed(0)} ms; peak ${memory} MB`;
}
