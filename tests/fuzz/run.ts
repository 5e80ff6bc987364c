// `npm run fuzz`: runs hostile rules files, logs and command lines for a limited time. The same seed gives the same
// cases.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fill } from "./command-run.ts";
import type { Fault } from "./messages.ts";
import { fuzzOptions } from "./options.ts";
import { supervise } from "./supervise.ts";

const { seed, seconds, targets, index } = fuzzOptions(process.argv.slice(2));
let faults = 0;
let folder: string | undefined;

for (const name of targets) {
  const begin = Date.now();
  const until = begin + (seconds * 1000) / targets.length;
  let own = 0;
  const [first, last] = index === undefined ? [0, Number.MAX_SAFE_INTEGER] : [index, index];
  const cases = await supervise({ name, seed, first, last, until }, (fault) => {
    own++;
    faults++;
    report(`--target ${name} --seed ${seed} --case ${fault.index}`, fault);
  });
  const time = ((Date.now() - begin) / 1000).toFixed(0);
  console.log(`${name}: ${cases} cases of seed ${seed} in ${time} s, ${own === 1 ? "1 fault" : `${own} faults`}`);
}
process.exitCode = faults === 0 ? 0 : 1;

/** Prints how to reproduce a fault, and keeps its files for inspection. */
function report(again: string, { index, message, files }: Fault): void {
  folder ??= mkdtempSync(join(tmpdir(), "normalizer-faults-"));
  const path = join(folder, `${faults}-${index}`);
  fill(path, { ...files, "fault.txt": `${again}\n\n${message}\n` });
  console.log(`FAULT ${again}\n  ${path}\n${message.slice(0, 2_000).replaceAll(/^/gm, "  | ")}\n`);
}
