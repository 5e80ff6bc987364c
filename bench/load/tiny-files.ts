import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ended, jobLine, rulesIn, script } from "./command.ts";

const FILES_A_FOLDER = 1000;

/** Normalizes this many files of one line each, through xargs. */
export async function tinyFiles(files: number, folder: string): Promise<string> {
  rulesIn(folder);
  for (let i = 0; i < files; i++) {
    // Paths that sort in the order of their numbers.
    const group = join(folder, "logs", String(Math.floor(i / FILES_A_FOLDER)).padStart(6, "0"));
    if (i % FILES_A_FOLDER === 0) mkdirSync(group, { recursive: true });
    writeFileSync(join(group, `${String(i).padStart(9, "0")}.log`), jobLine(i));
  }
  const began = performance.now();
  const find = "find logs -name '*.log' -print0 | sort -z";
  const child = script(`${find} | xargs -0 "$NODE" "$COMMAND" -qr rules.yaml`, folder);
  const end = ended(child);
  let next = 0;
  let wrong = 0;
  for await (const number of createInterface(child.stdout!)) if (Number(number) !== next++) wrong++;
  const exit = await end;
  const seconds = (performance.now() - began) / 1000;
  const isWhole = next === files && wrong === 0 && exit === 0;
  const verdict = isWhole ? "every line out once, in order" : `NOT WHOLE: ${next} lines, ${wrong} wrong, exit ${exit}`;
  return `${files} files through xargs in ${seconds.toFixed(0)} s; ${verdict}`;
}
