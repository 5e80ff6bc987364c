import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ended, jobLine, rulesIn, script } from "./command.ts";

const LINES = 500_000;

/** Starts this many runs on one log at the same time. */
export async function atOnce(runs: number, folder: string): Promise<string> {
  rulesIn(folder);
  writeFileSync(join(folder, "log"), Array.from({ length: LINES }, (_, i) => jobLine(i)).join(""));
  const began = performance.now();
  const sums = await Promise.all(
    Array.from({ length: runs }, async () => {
      const child = script(`"$NODE" "$COMMAND" -qr rules.yaml log | sha256sum; exit "\${PIPESTATUS[0]}"`, folder);
      const [sum, exit] = await Promise.all([text(child.stdout!), ended(child)]);
      return `${exit} ${sum}`;
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const expected = script("seq 0 499999 | sha256sum", folder);
  const all = new Set([...sums, `0 ${await text(expected.stdout!)}`]);
  const verdict = all.size === 1 ? "all give the same right lines" : `NOT THE SAME: ${[...all].join("")}`;
  return `${runs} runs of ${LINES} lines at a time in ${seconds.toFixed(0)} s; ${verdict}`;
}
