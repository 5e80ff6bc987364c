// `npm run measure:summary -- DATA [OPTION]...`: whether `diff --summary` claims what was changed, and nothing else.
// `--only PART` measures one part, `--kind TEXT` changes and faults of such kinds alone. `--wrong` lists what is
// claimed of equal logs, and what is not found; `--keep FOLDER` does, too, with the options of each command, whose logs
// and rules stay in the folder. `--seed N` makes other halves, changes and faults. `--command FILE` is the launcher
// that is measured, by default that of this checkout. Rules are those that `suggest` writes for the whole log. The
// parts are
//
// - equal: random halves of the logs of DATA/loghub and DATA/loghub-full, the two equal runs of DATA/runs, blocks of
//   logs in turn, and the good runs of DATA/failed-runs/seeded. None of these comparisons should claim anything.
// - seeded: one change made to one of two halves, of a kind in change-candidates.ts, so large that chance does not
//   explain it (chance.ts). It is found if a claim names the event, the field and the value with a fitting change.
// - faults: two logs of requests, the second one with a fault (injected-faults.ts). Counted is whether its cause is
//   named by the first claim, or by one of the first three.
// - cost: CPU seconds by those of `diff --unordered`, and memory, for logs of a million lines.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Random } from "../bench/workloads/random.ts";
import { type Candidate, choose, DURATION, KINDS } from "./change-candidates.ts";
import { median } from "./failed-run-scores.ts";
import { likeSamples, writeLines } from "./generated-runs.ts";
import { FAULTS, inject } from "./injected-faults.ts";
import { blockHalves, groupBy, type Halves, type KnownLog, knownLog, type Line, randomHalves } from "./known-logs.ts";
import { invented, logOf, type Request, retold, type Source } from "./request-logs.ts";
import { costOf, forAll, type Program, runDiff, TIME } from "./run-comparison.ts";
import { seededLines } from "./seeded-lines.ts";
import { seededSteps } from "./seeded-steps.ts";
import { type Answer, type Claim, rankOf, readAnswer } from "./summary-claims.ts";

const PARTS = ["equal", "seeded", "faults", "cost"];
/** How many changes of each kind, and how many faults. */
const CHANGES = 25;
const FAULTS_EACH = 24;
/** Random halves of each log. */
const SPLITS = 3;
const splits = Array.from({ length: SPLITS }, (_, split) => split);
const BLOCK = 100;
const REQUESTS = 600;
const MILLION = 1_000_000;
/** Fields that hold ids of tasks or processes, by the names that `suggest` gives them. */
const IDS: Readonly<Record<string, string>> = { Linux: "pid", OpenSSH: "pid", OpenStack: "thread", Spark: "tid" };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true, default: PARTS },
    wrong: { type: "boolean", default: false },
    keep: { type: "string" },
    kind: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
    command: { type: "string", default: fileURLToPath(new URL("../dist/normalizer.cjs", import.meta.url)) },
  },
});
const data = resolve(positionals[0] ?? "");
const program: Program = [process.execPath, resolve(values.command)];
const lists = values.wrong || values.keep !== undefined;
if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true });
const temporary = values.keep ?? mkdtempSync(join(tmpdir(), "measure-summary-"));
process.on("exit", () => values.keep ?? rmSync(temporary, { recursive: true, force: true }));
const notes = new Set<string>();
const failures = new Map<string, number>();
let files = 0;

const randomFor = (name: string): Random =>
  new Random(Array.from(`${values.seed} ${name}`).reduce((hash, c) => Math.imul(hash, 31) + c.charCodeAt(0), 7));
const percent = (part: number, all: number): string => (all === 0 ? "-" : `${((100 * part) / all).toFixed(1)} %`);

function writeRow(name: string, ...cells: readonly (string | number)[]): void {
  console.log(name.padEnd(42) + cells.map((cell) => String(cell).padStart(11)).join(""));
}

function write(text: string): string {
  const path = join(temporary, `${files++}`);
  writeFileSync(path, text, "latin1");
  // A log that has just been written is read with more care, as it may still change.
  utimesSync(path, 0, 0);
  return path;
}

const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => `${text}\n`).join("");

/** The answer is undefined if the command fails, which is counted. */
interface Asked {
  readonly answer: Answer | undefined;
  readonly options: string;
}

async function ask(old: string, changed: string, ...rest: readonly string[]): Promise<Asked> {
  const paths = [write(old), write(changed)];
  const options = ["--summary", "--mask", ...rest, ...paths];
  const asked = { options: options.join(" ") };
  try {
    const { text, isQuiet } = await runDiff(program, "--format", "json", ...options);
    return { ...asked, answer: readAnswer(text, isQuiet) };
  } catch (error) {
    const message = (error as Error).message.replaceAll(temporary, "…").slice(0, 300);
    failures.set(message, (failures.get(message) ?? 0) + 1);
    return { ...asked, answer: undefined };
  } finally {
    if (values.keep === undefined) for (const path of paths) rmSync(path);
  }
}

/** Lists what is wrong, with the first claims. */
function list(what: string, { answer, options }: Asked): void {
  console.log(`      ${what}`);
  if (values.keep !== undefined) console.log(`          diff ${options}`);
  for (const claim of answer?.claims.slice(0, 3) ?? []) console.log(`          ${shown(claim)}`);
}

const claimsOf = ({ answer }: Asked): number => answer?.claims.length ?? 0;

const rulesPaths = new Map<KnownLog["rules"], string>();

function rulesOptions({ rules }: KnownLog, by?: string): string[] {
  const path = rulesPaths.get(rules) ?? write(rules.text);
  rulesPaths.set(rules, path);
  return ["--rules", path, ...(by ? ["--by", by] : [])];
}

function shown({ change, rule, shape, field, value, from, to, old, new: changed, confidence }: Claim): string {
  const steps = from === undefined && to === undefined ? "" : ` ${from} → ${to}`;
  const what = `${rule ?? shape}${steps}${field === undefined ? "" : ` ${field}=${value ?? ""}`}`;
  return `${change} ${what} ${JSON.stringify(old)} ${JSON.stringify(changed)} ${confidence}`.slice(0, 240);
}

function logsIn(folder: string): string[] {
  const path = join(data, folder);
  if (!existsSync(path)) {
    notes.add(`Not measured, because it is missing: ${path}`);
    return [];
  }
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".log"))
    .sort()
    .map((name) => join(path, name));
}

const systemLogs = (): Promise<KnownLog[]> =>
  Promise.all(
    [...logsIn("loghub"), ...logsIn("loghub-full")].map((path) => {
      const name = basename(path, ".log");
      return knownLog(name, readFileSync(path), IDS[name.replace(/_.*/, "")]);
    }),
  );

/** Systems of which there can be any number of requests. */
function sources(): Map<string, Source> {
  const lines = (paths: readonly string[]): string[] =>
    paths.flatMap((path) => readFileSync(path, "latin1").split(/\r?\n/));
  const found = new Map<string, Source>([1, 2, 3].map((n) => [`invented ${n}`, invented(randomFor(`system ${n}`))]));
  const add = (name: string, paths: readonly string[], id: RegExp): void => {
    if (paths.length > 0) found.set(name, retold(lines(paths), id));
  };
  add("tracing", logsIn("distributed-tracing"), /_id=(req-\w+)/);
  add("shop", logsIn("runs/A"), /(?:rid=|req=|application_name=| )([\da-f]{32})\b/);
  add("OpenStack", logsIn("loghub/OpenStack"), /(?:instance: |servers\/)([\da-f]{8}(?:-[\da-f]{4,12}){4})/);
  return found;
}

interface RequestLog {
  readonly log: KnownLog;
  readonly requests: readonly Request[];
}

/** A log of so many requests, with the fields that hold their ids. */
async function requestLog(name: string, source: Source, count: number): Promise<RequestLog> {
  const requests = source(count, randomFor(name));
  const ids = new Set(requests.map(({ id }) => id));
  const log = await knownLog(name, Buffer.from(logOf(requests), "latin1"));
  const fields = log.lines.flatMap((line) => [...line.fields].filter(([, { value }]) => ids.has(value)));
  return { requests, log: { ...log, by: [...new Set(fields.map(([field]) => field))].sort().join(",") } };
}

interface Comparison {
  readonly name: string;
  readonly old: string;
  readonly new: string;
  readonly options: readonly string[];
}

async function measureEqual(): Promise<void> {
  console.log("");
  writeRow("equal logs", "compared", "no claim", "", "asked", "questions");
  const logs = await systemLogs();
  const comparison = (halves: Halves, options: readonly string[]): Comparison => {
    const [old, changed] = [textOf(halves.old), textOf(halves.new)];
    return { name: halves.log.name, old, new: changed, options };
  };
  const halves = (log: KnownLog, split: number, by?: string): Halves =>
    randomHalves(log, randomFor(`${log.name} ${split} ${by}`), by);
  const withIds = logs.filter(({ by }) => by !== undefined);
  const runs = logsIn("runs/A").map((path) => ({
    name: `runs ${basename(path)}`,
    old: readFileSync(path, "latin1"),
    new: readFileSync(path.replace("/A/", "/B/"), "latin1"),
  }));
  const runLogs = await Promise.all(runs.map((run) => knownLog(run.name, Buffer.from(run.old + run.new, "latin1"))));
  const projects = groupBy(
    logsIn("failed-runs/seeded").filter((path) => /good\d\.log$/.test(path)),
    (path) => basename(resolve(path, "..")),
  );

  let [asked, quiet] = [0, 0];
  const measure = async (title: string, comparisons: readonly Comparison[], counts: boolean): Promise<void> => {
    const answers = await forAll(comparisons, (one) => ask(one.old, one.new, ...one.options));
    const right = answers.filter(({ answer }) => answer?.claims.length === 0).length;
    if (counts) [asked, quiet] = [asked + answers.length, quiet + right];
    const questions = median(answers.map(({ answer }) => answer?.questions ?? 0));
    writeRow(`  ${title}`, answers.length, right, percent(right, answers.length), counts ? "90 %" : "", questions);
    for (const [i, answer] of lists ? answers.entries() : [])
      if (claimsOf(answer) > 0) list(comparisons[i]!.name, answer);
  };
  const byLine = (log: KnownLog): Comparison[] => splits.map((k) => comparison(halves(log, k), rulesOptions(log)));
  await measure("random halves, rules", logs.flatMap(byLine), true);
  const masked = logs.map((log) => comparison(halves(log, SPLITS), []));
  await measure("random halves, masks alone", masked, true);
  const byId = (log: KnownLog): Comparison[] =>
    splits.map((k) => comparison(halves(log, k, log.by), rulesOptions(log, log.by)));
  const runsByRules = runs.map((run, i) => ({ ...run, options: rulesOptions(runLogs[i]!) }));
  await measure("runs A and B, rules", runsByRules, true);
  await measure(
    "runs A and B, masks alone",
    runs.map((run) => ({ ...run, options: [] })),
    true,
  );
  writeRow("  these together", asked, quiet, percent(quiet, asked), "90 %");
  // Lines of a process come in bursts, so that these halves differ by more than chance allows lines to.
  await measure("random halves by id, rules, --by", withIds.flatMap(byId), false);
  const blocks = logs.map((log) => comparison(blockHalves(log, BLOCK), rulesOptions(log)));
  await measure(`blocks of ${BLOCK} lines in turn, rules`, blocks, false);
  const pairs = [...projects].flatMap(([name, paths]) =>
    paths.slice(1).map((other, i) => ({ name: `${name} ${basename(other)}`, old: paths[i]!, other })),
  );
  const read = pairs.map(({ name, old, other }) => ({
    ...{ name, old: readFileSync(old, "latin1"), new: readFileSync(other, "latin1"), options: [] },
  }));
  await measure("good runs of seeded failures, masks", read, false);
}

async function measureSeeded(): Promise<void> {
  console.log("");
  const titles = ["possible", "visible", "made", "found", "", "asked", "first", "in three", "others"];
  writeRow("seeded changes", ...titles);
  const made = [...sources()].map(([name, source]) => requestLog(name, source, 2 * REQUESTS));
  const logs = [...(await systemLogs()), ...(await Promise.all(made)).map(({ log }) => log)];
  const all: Candidate[] = logs.flatMap((log) => {
    const random = randomFor(`changes ${log.name}`);
    const byId = log.by === undefined ? [] : [...seededSteps(randomHalves(log, random, log.by), random)];
    const byLine = splits.map(() => [...seededLines(randomHalves(log, random), random)]);
    // Few events measure something, so that these are changed in several halves.
    const measures = byLine.slice(1).flatMap((list) => list.filter(({ kind }) => kind === DURATION));
    return [...byLine[0]!, ...measures, ...byId];
  });
  const total = { made: 0, found: 0, first: 0, three: 0 };
  for (const kind of KINDS.filter((name) => name.includes(values.kind))) {
    const candidates = all.filter((one) => one.kind === kind);
    const { visible, chosen } = choose(candidates, CHANGES, randomFor(kind));
    const answers = await forAll(chosen, ({ candidate: { halves }, change }) =>
      ask(textOf(halves.old), change.lines.map((line) => `${line}\n`).join(""), ...rulesOptions(halves.log, halves.by)),
    );
    const ranks = answers.map(({ answer }, i) => (answer ? rankOf(answer, chosen[i]!.change.isNamedBy) : 0));
    const count = (least: number, most: number): number => ranks.filter((rank) => rank >= least && rank <= most).length;
    const [found, first, three] = [count(1, Number.POSITIVE_INFINITY), count(1, 1), count(1, 3)];
    const others = median(answers.map((answer, i) => claimsOf(answer) - (ranks[i]! > 0 ? 1 : 0)));
    const share = percent(found, chosen.length);
    writeRow(`  ${kind}`, candidates.length, visible, chosen.length, found, share, "95 %", first, three, others);
    total.made += chosen.length;
    total.found += found;
    total.first += first;
    total.three += three;
    for (const [i, { candidate }] of lists ? chosen.entries() : []) {
      if (ranks[i]! > 0) continue;
      const { halves, what, evidence } = candidate;
      const by = halves.by === undefined ? "" : ` --by ${halves.by}`;
      list(`${halves.log.name}${by}: ${what} (${evidence.toFixed(0)})`, answers[i]!);
    }
  }
  const share = percent(total.found, total.made);
  writeRow("  together", "", "", total.made, total.found, share, "95 %", total.first, total.three);
}

async function measureFaults(): Promise<void> {
  console.log("");
  writeRow("faults of requests", "made", "first", "asked", "in three", "asked", "found", "claims");
  const systems = await Promise.all(
    [...sources()].map(async ([name, source]) => ({ source, good: await requestLog(name, source, REQUESTS) })),
  );
  const asked = [
    ["60 %", ""],
    ["40 %", ""],
    ["", "40 %"],
  ];
  for (const [k, kind] of FAULTS.entries()) {
    if (!kind.includes(values.kind)) continue;
    const faults = Array.from({ length: FAULTS_EACH }, (_, i) => {
      const { source, good } = systems[i % systems.length]!;
      for (let attempt = 0; attempt < 50; attempt++) {
        const random = randomFor(`${kind} ${i} ${attempt}`);
        const fault = inject(kind, good.log, good.requests, source(REQUESTS, random), random);
        if (fault) return { ...fault, good };
      }
      return undefined;
    }).flatMap((fault) => fault ?? []);
    const answers = await forAll(faults, ({ log, good }) =>
      ask(textOf(good.log.lines), log, ...rulesOptions(good.log, good.log.by)),
    );
    const ranks = answers.map(({ answer }, i) => (answer ? rankOf(answer, faults[i]!.isCause) : 0));
    const share = (most: number): string =>
      percent(ranks.filter((rank) => rank >= 1 && rank <= most).length, faults.length);
    const claims = median(answers.map(claimsOf));
    const cells = [share(1), asked[k]![0]!, share(3), asked[k]![1]!, share(Number.POSITIVE_INFINITY), claims];
    writeRow(`  ${kind}`, faults.length, ...cells);
    for (const [i, { what }] of lists ? faults.entries() : []) {
      if (ranks[i] === 1) continue;
      list(`${what}: ${ranks[i] === 0 ? "not found" : `place ${ranks[i]}`}`, answers[i]!);
    }
  }
}

async function measureCost(): Promise<void> {
  if (!existsSync(TIME)) {
    notes.add(`Costs are not measured, because ${TIME} is missing (apt-get install time).`);
    return;
  }
  console.log("");
  writeRow("a million lines on two sides", "CPU s", "unordered", "ratio", "asked", "MB", "asked");
  for (const name of ["OpenStack", "Linux", "OpenSSH"]) {
    for (const path of logsIn(`loghub/${name}`)) {
      const log = await knownLog(name, readFileSync(path), IDS[name]);
      const samples = log.lines.map(({ text }) => text);
      const sides = [1, 2].map((seed) => {
        const side = join(temporary, `side${seed}`);
        writeLines(side, MILLION / 2, likeSamples(samples, seed));
        return side;
      });
      const kinds: [string, string[]][] = [
        [name, rulesOptions(log)],
        [`${name}, masks alone`, []],
      ];
      if (name === "OpenSSH") kinds.push([`${name} --by ${log.by}`, rulesOptions(log, log.by)]);
      for (const [kind, options] of kinds) {
        const args = [...program, "diff", "--mask", ...options] as const;
        const own = costOf([...args, "--summary", ...sides], 1);
        const other = costOf([...args, "--unordered", ...sides], 1);
        const figures = [own.cpu.toFixed(2), other.cpu.toFixed(2), (own.cpu / other.cpu).toFixed(2), "1.50"];
        writeRow(`  ${kind}`, ...figures, own.memory, 250);
      }
    }
  }
}

/** What cannot be measured, in a sentence. */
function whatIsMissing(): string | undefined {
  const unknown = values.only.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) return `There is no part ${unknown}; the parts are ${PARTS.join(", ")}.`;
  if (!existsSync(program[1]!)) return `The command is missing: ${program[1]} (npm run build).`;
  if (positionals.length !== 1) return "The folder with the data is missing (npm run measure:summary -- DATA).";
  return existsSync(data) ? undefined : `The data is missing: ${data}`;
}

const missing = whatIsMissing();
if (missing !== undefined) {
  console.error(missing);
  process.exit(2);
}
const MEASURES = { equal: measureEqual, seeded: measureSeeded, faults: measureFaults, cost: measureCost };
for (const [part, measure] of Object.entries(MEASURES)) if (values.only.includes(part)) await measure();
if (notes.size > 0) console.log(`\n${[...notes].join("\n")}`);
for (const [message, times] of failures) console.log(`WRONG, ${times} times: ${message}`);
if (failures.size > 0) process.exitCode = 1;
