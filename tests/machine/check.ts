// Compares the parsers with the WebAssembly module on random lines:
//   npm run check:machine [-- --cases N] [--seed N] [--set N] [--outputs N]
// Winners and captures on `--cases` lines (10,000,000), then whole outputs of `--outputs` logs (2,000) that come in
// pieces, with those of their single lines. `--set N` runs only the rule set of that number, as a failure names it.
import { parseArgs } from "node:util";
import { describedDifference, LinesCheck } from "./lines-check.ts";
import { checkOutputs } from "./outputs-check.ts";
import { byModule, byParsers } from "./sides.ts";

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "10000000" },
    outputs: { type: "string", default: "2000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    set: { type: "string" },
  },
});
const seed = Number(values.seed);
const cases = Number(values.cases);
console.log(`seed ${seed}`);

const check = new LinesCheck(seed, { expected: byParsers, actual: byModule });
const before = performance.now();
const seconds = (): number => (performance.now() - before) / 1000;
let said = 0;
let difference = check.runSet(Number(values.set ?? 0));
for (let set = 1; difference === undefined && values.set === undefined && check.lines < cases; set++) {
  difference = check.runSet(set);
  if (seconds() - said < 10) continue;
  said = seconds();
  console.log(`${check.lines} lines of ${set} rule sets, ${Math.round(check.lines / said)} a second`);
}
console.log(check.summary(seconds()));
if (difference !== undefined) {
  console.log(describedDifference(difference));
  process.exitCode = 1;
}
if (!check.hasModule) console.log("There is no module here: parsers were compared with parsers.");
const outputs = values.set === undefined ? Number(values.outputs) : 0;
const failure = await checkOutputs(seed, outputs);
if (failure !== undefined) {
  console.log(failure);
  process.exitCode = 1;
} else {
  console.log(`${outputs} logs in pieces gave the outputs of their lines.`);
}
console.log(process.exitCode === undefined ? "0 differences" : "FAILED");
