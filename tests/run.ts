// `npm test -- [NAME…] [--only TEXT] [--runs N] [--seed N] [--write]`: runs tests/**/*.test.ts in as many processes as
// there are cores. Each runs one file after another, because it takes longer to start and to load the modules than to
// run most files. The results come last, because the log of a CI run is often read from its end. With `--write`,
// expected outputs that are files are written instead of compared, and those that a person must read are named at the
// end. With `--only`, tests run if their names contain the text.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { WRITES_VARIABLE } from "./support/expected-file.ts";
import { bundleTests } from "./support/test-bundle.ts";
import { type FileResult, SILENCE_MS, TestProcess } from "./support/test-process.ts";
import { temporaryFolder } from "./support/test-runs.ts";

/** A tenth of the random cases, so that a run takes little time. `.ci/run` makes more than all of them. */
const USUAL_RUNS = "0.1";

/** The files that take longest, as measured. They are started first, so that none of them is left at the end. */
const LONGEST = [
  ...[
    "report/report-browser",
    "examples",
    "fault-inputs",
    "faults",
    "cases",
    "tools/suggest/suggest",
    "fault-outputs",
    "fault-process",
  ],
  ...[
    "run/threads-output",
    "run/threads-command",
    "tools/check/check",
    "run/parts",
    "tools/diff/diff-hostile",
    "service",
    "tools/why/why",
    "run/threads",
  ],
  ...["tools/check/add-examples", "matcher/steps", "matcher/solver-hostile", "hostile", "tools/trace/trace"],
].map((name) => `tests/${name}.test.ts`);

const tests = fileURLToPath(new URL(".", import.meta.url));
const { values, positionals: names } = parseArgs({
  options: {
    only: { type: "string" },
    runs: { type: "string", default: process.env.TEST_RUNS ?? USUAL_RUNS },
    write: { type: "boolean", default: false },
    seed: { type: "string", default: process.env.TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 31)) },
  },
  allowPositionals: true,
});
const runs = Number(values.runs);
const seed = Number(values.seed);
if (!(runs > 0)) throw new Error(`--runs takes a number above 0, not '${values.runs}'`);
if (!Number.isInteger(seed)) throw new Error(`--seed takes a whole number, not '${values.seed}'`);

const files = readdirSync(tests, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => ({ name: `tests/${file}`, bytes: bytesOf(file) }))
  .filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))
  // Of the others, large files tend to take longer.
  .sort((one, other) => rankOf(one.name) - rankOf(other.name) || other.bytes - one.bytes)
  .map(({ name }) => name);

const began = performance.now();
const { only } = values;
const leavesOut = runs < 1 && only === undefined;
console.log(`seed ${seed}, ${runs} times the random cases`);
if (leavesOut) console.log("some costly cases that are always the same are left out; --runs 1 runs all");
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
const bundle = await bundleTests(tests, files);
const temporary = temporaryFolder();
const results = new Map<string, FileResult>();
const waiting = files.values();
await Promise.all(Array.from({ length: availableParallelism() }, runInTurn));

const again = `--seed ${seed}${values.runs === USUAL_RUNS ? "" : ` --runs ${runs}`}`;
let [passed, failed] = [0, 0];
for (const [file, result] of results) {
  passed += result.passed;
  failed += result.failed;
  if (result.failed > 0) console.log(`\n${file}\n${result.output}\nalone: npm test -- ${file} ${again}`);
}
if (files.length === 0 || (only !== undefined && passed + failed === 0)) {
  failed++;
  console.log(`no test ran${only === undefined ? "" : `; none has '${only}' in its name`}`);
}
console.log(`\n${files.length} files, ${((performance.now() - began) / 1000).toFixed(0)} s, seed ${seed}`);
for (const [file, { skipped, whySkipped }] of results) {
  const tests = skipped === 1 ? "test" : "tests";
  const isAsked = only === undefined || whySkipped !== "";
  if (skipped > 0 && isAsked)
    console.log(`SKIPPED: ${skipped} ${tests} of ${file}${whySkipped === "" ? "" : `: ${whySkipped}`}`);
}
for (const { toRead } of results.values()) for (const what of toRead) console.log(`READ what was written: ${what}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs files as long as there are some. All share a process, except those that measure it and what follows a crash. */
async function runInTurn(): Promise<void> {
  let shared: TestProcess | undefined;
  for (const file of waiting) {
    const isAlone = bundle.measuresProcess(file);
    const process = (isAlone ? undefined : shared) ?? newProcess();
    const result = await process.run(file, bundle.pathOf(file));
    if (isAlone) await process.close();
    else shared = process.isAlive ? process : undefined;
    results.set(file, result);
    const { passed, failed, seconds, cpuSeconds, output } = result;
    if (only !== undefined && passed + failed === 0) continue;
    const cpu = cpuSeconds === undefined ? "" : `, ${cpuSeconds.toFixed(1)} CPU s`;
    console.log(`${file}: ${passed} passed${failed === 0 ? "" : `, ${failed} failed`}, ${seconds.toFixed(1)} s${cpu}`);
    if (failed === 0 && output !== "") console.log(output);
  }
  await shared?.close();
}

function newProcess(): TestProcess {
  const { options, env } = bundle;
  const random = { TEST_SEED: String(seed), TEST_RUNS: String(runs) };
  const writes = values.write ? { [WRITES_VARIABLE]: "1" } : {};
  const chosen = only === undefined ? {} : { TEST_ONLY: only };
  const place = temporary === undefined ? {} : { TMPDIR: temporary };
  return new TestProcess({
    options,
    env: { ...env, ...random, ...writes, ...chosen, ...place },
    silence: SILENCE_MS * Math.max(runs, 1),
  });
}

/** The place of a test file among those that take longest, or the last one. */
function rankOf(file: string): number {
  const rank = LONGEST.indexOf(file);
  return rank === -1 ? LONGEST.length : rank;
}

/** The size of a test file together with what it imports from tests/support/: some only name the tests made there. */
function bytesOf(file: string): number {
  const text = readFileSync(tests + file, "utf8");
  const imported = Array.from(
    text.matchAll(/ from "(?:\.\.?\/)+(support\/[^"]+)"/g),
    ([, path]) => statSync(tests + path).size,
  );
  return imported.reduce((sum, bytes) => sum + bytes, text.length);
}
