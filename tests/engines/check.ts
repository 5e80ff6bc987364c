// `npm run check:engines [-- ENGINE…] [--megabytes N]`: runs the programs of docs/how-to/engines-*.md on real engines,
// on this machine. Engines that are not installed are skipped, and named. ENGINE is the beginning of a name: gnu, dask,
// spark. The Python with the engines is PYTHON, or python3. Needs Linux.
import { statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { dask } from "./dask.ts";
import { type Engine, type JobResult, NotPossible, type RunningEngine } from "./engine.ts";
import { BAD_RULES, BAD_RULES_MESSAGE, RULES, writeHazardLog, writeLargeLogs } from "./logs.ts";
import { parallelOverSsh } from "./parallel-over-ssh.ts";
import { ancestorsOf, commandLineOf, descendantSeconds, descendantsOf, kill, runProgram, until } from "./processes.ts";
import { writePrograms } from "./programs.ts";
import { spark } from "./spark.ts";
import { contentOf, filesIn, Workshop } from "./workshop.ts";

const PARTS = [1, 7, 16];

/** The faults happen to the third of seven parts. */
const [FAULTY_PART, FAULTY_PARTS] = [3, 7];

const HEADINGS = ["Engine", "Version", "Parts", "Same bytes", "Faults survived", "CPU s", "One process"];

const { values, positionals } = parseArgs({
  options: { megabytes: { type: "string", default: "64" } },
  allowPositionals: true,
});
const bytes = Number(values.megabytes) * 1e6;
if (!(bytes > 0)) throw new Error(`--megabytes takes a number above 0, not '${values.megabytes}'`);
const all = [parallelOverSsh, dask, spark];
const engines = all.filter(({ name }) => positionals.length === 0 || positionals.some((part) => isPart(part, name)));
const unknown = positionals.find((part) => !all.some(({ name }) => isPart(part, name)));
if (unknown !== undefined) throw new Error(`there is no engine '${unknown}'`);

function isPart(beginning: string, name: string): boolean {
  return name.toLowerCase().startsWith(beginning.toLowerCase());
}

/** Logs with what one process makes of them. */
interface Subject {
  readonly name: string;
  readonly logs: readonly string[];
  readonly content: string;
  readonly statistics: string;
  readonly seconds: number;
}

if (process.platform !== "linux") {
  console.log("SKIPPED: all engines: processes are found by Linux's /proc");
  process.exit();
}

let failures = 0;
function report(what: string, isFine: boolean, detail = ""): boolean {
  if (!isFine) failures++;
  console.log(`${isFine ? "ok  " : "FAIL"} ${what}${isFine || detail === "" ? "" : `:\n${detail}`}`);
  return isFine;
}

const workshop = new Workshop();
process.on("exit", () => workshop.close());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));

const rules = join(workshop.folder, "rules.yaml");
const badRules = join(workshop.folder, "bad rules.yaml");
const hazardLog = join(workshop.folder, "hazard.log");
writeFileSync(rules, RULES);
writeFileSync(badRules, BAD_RULES);
writeHazardLog(hazardLog);
const large = await subject("large logs", writeLargeLogs(workshop.make("logs"), bytes));
const hazard = await subject("hazard log", [hazardLog]);

const rows: string[][] = [];
const skipped: string[] = [];
for (const engine of engines) await checkEngine(engine);
console.log(`\n${values.megabytes} MB of logs\n${tableOf([HEADINGS, ...rows])}`);
for (const why of skipped) console.log(why);
if (failures > 0) console.log(`${failures} failures`);
else console.log(rows.length === 0 ? "no engine was run" : "the engines that ran do what the docs say");
process.exit(failures === 0 ? 0 : 1);

/** Runs one process over logs. */
async function subject(name: string, logs: readonly string[]): Promise<Subject> {
  const out = workshop.makeOutput();
  const output = ["--output", join(out, "1.log"), "--stats-format", "json", "--stats-file", join(out, "1.json")];
  const before = descendantSeconds();
  const words = ["--quiet", "--rules", rules, ...output, ...logs];
  const { status, text } = await runProgram("normalizer", words, workshop.env, workshop.folder);
  if (status !== 0) throw new Error(`one process failed: ${text}`);
  const seconds = descendantSeconds() - before;
  const content = await contentOf(filesIn(out, ".log"));
  return { name, logs, content, statistics: await statisticsOf(out), seconds };
}

async function statisticsOf(out: string): Promise<string> {
  const words = ["stats", "--format", "json", ...filesIn(out, ".json")];
  return (await runProgram("normalizer", words, workshop.env, workshop.folder)).text;
}

async function checkEngine(engine: Engine): Promise<void> {
  const found = await engine.find(workshop.env);
  if ("missing" in found) return skip(engine, found.missing);
  const folder = workshop.make(engine.name.replaceAll(" ", "-"));
  writePrograms(engine.page, folder);
  try {
    const running = await engine.start({ folder, env: workshop.env });
    await checkRunning(engine, found.version, running);
  } catch (error) {
    if (error instanceof NotPossible) skip(engine, error.message);
    else report(engine.name, false, String(error instanceof Error ? error.stack : error));
  }
}

function skip({ name }: Engine, why: string): void {
  const line = `SKIPPED: ${name}: ${why}`;
  console.log(line);
  skipped.push(line);
}

async function checkRunning({ name }: Engine, version: string, engine: RunningEngine): Promise<void> {
  const results: string[][] = [];
  for (const parts of PARTS) {
    const before = descendantSeconds();
    const largeIsSame = await checkJob(`${name}, ${parts} parts`, engine, parts, large);
    const seconds = (descendantSeconds() - before).toFixed(1);
    const hazardIsSame = await checkJob(`${name}, ${parts} parts`, engine, parts, hazard);
    const isSame = largeIsSame && hazardIsSame ? "yes" : "NO";
    results.push([name, version, String(parts), isSame, "", seconds, large.seconds.toFixed(1)]);
  }
  const survived: string[] = [];
  if (await checkKilled(name, "killed child", engine, (pid) => [pid])) survived.push("child");
  const worker = (pid: number): number[] => {
    const found = ancestorsOf(pid).find((ancestor) => engine.isWorker(commandLineOf(ancestor)));
    if (found === undefined) throw new Error("the part has no worker");
    return [found, ...descendantsOf(found), pid];
  };
  if (await checkKilled(name, "killed worker", engine, worker)) survived.push("worker");
  for (const line of engine.workerLog()) console.log(`     ${line}`);
  if (await checkBadRules(name, engine)) survived.push("bad rules");
  for (const row of results) if (row[2] === String(FAULTY_PARTS)) row[4] = survived.join(", ");
  rows.push(...results);
  for await (const { name: what, isFine, detail } of engine.furtherChecks?.() ?? [])
    report(`${name}, ${what}`, isFine, detail);
}

async function checkJob(what: string, engine: RunningEngine, parts: number, subject: Subject): Promise<boolean> {
  const out = workshop.makeOutput();
  const result = await engine.run({ parts, out, args: ["--rules", rules, ...subject.logs] });
  return checkResult(`${what}, ${subject.name}`, result, out, parts, subject);
}

async function checkResult(what: string, result: JobResult, out: string, parts: number, subject: Subject) {
  const files = filesIn(out, ".log");
  const content = await contentOf(files);
  const statistics = await statisticsOf(out);
  const isFine =
    result.isDone && files.length === parts && content === subject.content && statistics === subject.statistics;
  const found = `${files.length} files, ${content}\n${statistics}`;
  return report(`${what}: the same bytes and statistics`, isFine, `${result.text}\n${found}`);
}

/** Kills processes while a part is in the middle of its output. */
async function checkKilled(name: string, fault: string, engine: RunningEngine, victims: (pid: number) => number[]) {
  const out = workshop.makeOutput();
  workshop.stopPart(FAULTY_PART);
  let isOver = false;
  const job = engine.run({ parts: FAULTY_PARTS, out, args: ["--rules", rules, ...large.logs] }).finally(() => {
    isOver = true;
  });
  await until("a part is in the middle", () => isOver || workshop.stoppedProcess() !== undefined);
  const pid = workshop.stoppedProcess();
  if (pid !== undefined) {
    const killed = victims(pid);
    console.log(`     ${fault}: ${commandLineOf(killed[0]!).slice(0, 100)}`);
    kill(killed);
  }
  const result = await job;
  workshop.endFaults();
  if (!(await checkResult(`${name}, ${fault}`, result, out, FAULTY_PARTS, large))) return false;
  const whole = statSync(filesIn(out, ".log")[FAULTY_PART - 1]!).size;
  const left = filesIn(out, ".tmp").map((file) => statSync(file).size);
  const wasInTheMiddle = left.length === 1 && left[0]! > 0 && left[0]! < whole;
  const what = `${name}, ${fault}: it was in the middle of its part`;
  return report(what, wasInTheMiddle, `left over: ${left}; whole: ${whole}`);
}

async function checkBadRules(name: string, engine: RunningEngine): Promise<boolean> {
  const out = workshop.makeOutput();
  const { isDone, text } = await engine.run({ parts: FAULTY_PARTS, out, args: ["--rules", badRules, ...large.logs] });
  const left = [...filesIn(out, ".log"), ...filesIn(out, ".tmp")].map((file) => basename(file));
  const isFine = !isDone && text.includes(BAD_RULES_MESSAGE) && left.length === 0;
  return report(`${name}, bad rules: our message, and nothing left behind`, isFine, `left over: ${left}\n${text}`);
}

function tableOf(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  return lines
    .map((cells) =>
      cells
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
