// `npm run measure:runs -- DATA [--root CHECKOUT] [--only PART]... [--folder NAME] [--pairs]`: how good the answers of
// `diff --good` are, and what they cost. DATA has failed-runs/cidiff (pairs of logs of CI with labelled lines),
// failed-runs/seeded (failures made on purpose, with five good runs each), runs (single changes) and loghub.
// The parts are labelled, seeded, changes and cost. `--folder` measures one pair (commonslang_2089) or one seeded
// failure (tape-qs/hang) alone. `--pairs` writes a row for each, the worst first. `--root` measures another checkout,
// which must be built and have its node_modules.
//
// Told lines are those of the blocks and of the changed rows that are told. "First" counts the runs whose first block
// has a labelled line. "Words emptied" is the same command, built with no word in src/text/events/bad-words.ts.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Score, Told } from "./failed-run-scores.ts";
import { choices, isQuiet, mean, median, readLabels, readTold, scoreOf, showsLabel } from "./failed-run-scores.ts";
import { GENERATED, writeRuns } from "./generated-runs.ts";
import { builtWithoutWords, compare, costOf, forAll, type Output, type Program, TIME } from "./run-comparison.ts";

const PARTS = ["labelled", "seeded", "changes", "cost"];
const RIVAL = "logdelta 0.3.4";
/** The four pairs with the most lines, 21 to 41 thousand in both logs together. */
const LARGE_PAIRS = ["nopol_1590", "juliac_789", "assertj_1944", "dspot_842"];
const BUDGET_LINES = 40;
const START_BYTES = 16_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: "string", default: fileURLToPath(new URL("..", import.meta.url)) },
    only: { type: "string", multiple: true, default: PARTS },
    folder: { type: "string" },
    pairs: { type: "boolean", default: false },
  },
});
const root = resolve(values.root);
const data = resolve(positionals[0] ?? "");
const temporary = mkdtempSync(join(tmpdir(), "measure-failed-runs-"));
process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));
/** What is said below the tables: what is not in them, and which answers contradict themselves. */
const notes = new Set<string>();
const complaints = new Set<string>();

const built: Program = [process.execPath, join(root, "dist/normalizer.cjs")];

async function tell(program: Program, good: readonly string[], failed: string): Promise<Told & Output> {
  const output = await compare(program, good, failed, "--format", "json");
  const told = readTold(output.text);
  if (isQuiet(told) !== output.isQuiet) complaints.add(`the exit code for ${failed} with ${good.length} good runs`);
  return { ...told, ...output };
}

/** The folders in a folder of the data. Notes if it is missing. */
function foldersOf(...names: string[]): string[] {
  const folder = join(data, ...names);
  if (!existsSync(folder)) {
    notes.add(`Not measured, because it is missing: ${folder}`);
    return [];
  }
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries.map(({ name }) => join(folder, name)).sort();
}

/** Whether `--folder` asks for it, or for nothing. */
function isAsked(name: string): boolean {
  return (values.folder ?? name) === name;
}

function writeRow(name: string, ...cells: readonly (string | number)[]): void {
  console.log(name.padEnd(34) + cells.map((cell) => String(cell).padStart(12)).join(""));
}

interface Named {
  readonly name: string;
  readonly score: Score;
}

function writePairs(results: readonly Named[]): void {
  if (!values.pairs) return;
  for (const { name, score } of results.toSorted((a, b) => a.score.f1 - b.score.f1)) {
    const shares = [score.recall, score.precision, score.f1].map((share) => share.toFixed(3));
    writeRow(`  ${name}`, ...shares, score.told, score.isFirstRight ? "yes" : "no");
  }
}

function meanOf(results: readonly Named[], key: "recall" | "precision" | "f1"): string {
  return mean(results.map(({ score }) => score[key])).toFixed(3);
}

function medianTold(results: readonly Named[]): number {
  return median(results.map(({ score }) => score.told));
}

function share<Item>(items: readonly Item[], test: (item: Item) => boolean): string {
  return `${items.filter(test).length}/${items.length}`;
}

const isFirstRight = ({ score }: Named): boolean => score.isFirstRight;
const labelsIn = (folder: string, name = "groundtruth"): Set<number> =>
  readLabels(readFileSync(join(folder, name), "utf8"));

async function measureLabelled(wordless: Program | undefined): Promise<void> {
  const folders = foldersOf("failed-runs", "cidiff").filter((folder) => isAsked(basename(folder)));
  if (folders.length === 0) return;
  console.log("");
  writeRow(`${folders.length} labelled pairs`, "recall", "precision", "F1", "told", "first");
  const run = (program: Program): Promise<(Told & Output)[]> =>
    forAll(folders, (folder) => tell(program, [join(folder, "pass.log")], join(folder, "fail.log")));
  const write = (title: string, answers: readonly Told[], labels: string): void => {
    const results = folders
      .map((folder, i) => ({ folder, answer: answers[i]! }))
      .filter(({ folder }) => existsSync(join(folder, labels)))
      .map(({ folder, answer }) => ({ name: basename(folder), score: scoreOf(labelsIn(folder, labels), answer) }));
    const means = [meanOf(results, "recall"), meanOf(results, "precision"), meanOf(results, "f1")];
    writeRow(title, ...means, medianTold(results), share(results, isFirstRight));
    writePairs(results);
  };
  const answers = await run(built);
  write("annotator 1", answers, "groundtruth");
  write("annotator 2", answers, "groundtruth2");
  if (wordless !== undefined) write("annotator 1, words emptied", await run(wordless), "groundtruth");

  const screens = await forAll(folders, async (folder) => {
    const [good, failed] = [[join(folder, "pass.log")], join(folder, "fail.log")];
    const shows = (text: string): boolean => showsLabel(text, readFileSync(failed, "utf8"), labelsIn(folder));
    const { text } = await compare(built, good, failed);
    const { text: brief } = await compare(built, good, failed, "--budget", String(BUDGET_LINES));
    const start = Buffer.from(text).subarray(0, START_BYTES).toString();
    return { isInStart: shows(start), isInBrief: shows(brief), brief };
  });
  const sizes = screens.map(({ brief }) => ({ lines: brief.split("\n").length - 1, bytes: Buffer.byteLength(brief) }));
  writeRow(
    `label in the first ${START_BYTES} bytes`,
    share(screens, ({ isInStart }) => isInStart),
  );
  writeRow(
    `label in a budget of ${BUDGET_LINES} lines`,
    share(screens, ({ isInBrief }) => isInBrief),
  );
  for (const unit of ["lines", "bytes"] as const) {
    const counts = sizes.map((size) => size[unit]);
    writeRow(`  ${unit} of it: median, most`, median(counts), Math.max(...counts));
  }
  const again = (await run(built)).map(({ text }) => text);
  writeRow(
    "the same when run again",
    share([...again.entries()], ([i, text]) => text === answers[i]!.text),
  );
}

async function measureSeeded(program: Program, note: string): Promise<void> {
  const projects = foldersOf("failed-runs", "seeded");
  const failures = projects
    .flatMap((project) => readdirSync(project, { withFileTypes: true }).map(({ name }) => join(project, name)))
    .filter((path) => existsSync(join(path, "groundtruth")))
    .map((folder) => ({ folder, name: `${basename(dirname(folder))}/${basename(folder)}` }))
    .filter(({ name }) => isAsked(name));
  if (failures.length === 0) return;
  console.log("");
  const titles = ["recall", "found", "first", "told", "fifth quiet", "pairs quiet"];
  writeRow(`${failures.length} seeded failures${note}`, ...titles);
  const runs = [1, 2, 3, 4, 5];
  const goodRun = (project: string, run: number): string => join(project, `good${run}.log`);
  for (const count of [1, 2, 4]) {
    const results = await forAll(failures, async ({ folder, name }) => {
      const good = runs.slice(0, count).map((run) => goodRun(dirname(folder), run));
      return { name, score: scoreOf(labelsIn(folder), await tell(program, good, join(folder, "fail.log"))) };
    });
    // Each good run, compared with all choices of so many others.
    const controls = (values.folder === undefined ? projects : []).flatMap((project) =>
      choices(runs, count).flatMap((good) =>
        runs.filter((run) => !good.includes(run)).map((run) => ({ project, run, good })),
      ),
    );
    const quiet = await forAll(controls, async ({ project, run, good }) => {
      const told = await tell(
        program,
        good.map((other) => goodRun(project, other)),
        goodRun(project, run),
      );
      return { isFifth: run === 5 && good.at(-1) === count, isQuiet: isQuiet(told) };
    });
    writeRow(
      `${count} good`,
      meanOf(results, "recall"),
      share(results, ({ score }) => score.recall > 0),
      share(results, isFirstRight),
      medianTold(results),
      share(
        quiet.filter(({ isFifth }) => isFifth),
        (control) => control.isQuiet,
      ),
      share(quiet, (control) => control.isQuiet),
    );
    writePairs(results);
  }
}

async function measureChanges(): Promise<void> {
  const [a, b] = foldersOf("runs");
  if (a === undefined || b === undefined) return;
  const changes = readFileSync(join(data, "runs", "changes.tsv"), "utf8")
    .trimEnd()
    .split(/\r?\n/)
    .slice(1);
  const told = await forAll([...changes.entries()], async ([i, change]) => {
    const [file, number, from, to] = change.split("\t") as [string, string, string, string];
    const line = Number(number);
    const lines = readFileSync(join(b, file), "utf8").split("\n");
    if (!lines[line - 1]?.includes(from)) throw new Error(`Line ${line} of ${file} does not have: ${from}`);
    const changed = join(temporary, `change-${i}.log`);
    writeFileSync(
      changed,
      lines
        .with(
          line - 1,
          lines[line - 1]!.replace(from, () => to),
        )
        .join("\n"),
    );
    return (await tell(built, [join(a, file), join(b, file)], changed)).news.has(line);
  });
  console.log("");
  writeRow(
    "single changes told",
    share(told, (isTold) => isTold),
  );
  for (const [i, change] of changes.entries())
    if (!told[i]) console.log(`  not told: ${change.replaceAll("\t", "  ")}`);
}

function measureCost(): void {
  if (!existsSync(TIME)) {
    notes.add(`Costs are not measured, because ${TIME} is missing (apt-get install time).`);
    return;
  }
  const hasRival = spawnSync("logdelta", ["--version"], { encoding: "utf8" }).stdout?.trim() === RIVAL;
  if (!hasRival) notes.add(`${RIVAL} is not in the PATH (cargo install logdelta --version 0.3.4).`);
  console.log("");
  writeRow("costs", "CPU s", "memory MB", ...(hasRival ? ["logdelta s", "logdelta MB", "CPU ratio"] : []));
  const write = (name: string, good: string, failed: string, times: number): void => {
    const own = costOf([...built, "diff", "--good", good, failed], times);
    const cells = [own.cpu.toFixed(2), own.memory];
    if (hasRival) {
      const rival = costOf(["logdelta", "novel", "--color", "never", "--baseline", good, failed], times);
      cells.push(rival.cpu.toFixed(2), rival.memory, (own.cpu / rival.cpu).toFixed(2));
    }
    writeRow(name, ...cells);
  };
  for (const folder of foldersOf("failed-runs", "cidiff"))
    if (LARGE_PAIRS.includes(basename(folder)))
      write(basename(folder), join(folder, "pass.log"), join(folder, "fail.log"), 5);
  const samples = foldersOf("loghub").map((folder) => join(folder, `${basename(folder)}_2k.log`));
  for (const kind of samples.length === 0 ? [] : GENERATED) {
    const { good, failed } = writeRuns(kind, samples, temporary);
    write(kind, good, failed, 1);
  }
}

/** What cannot be measured, in a sentence. */
function whatIsMissing(): string | undefined {
  const unknown = values.only.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) return `There is no part ${unknown}; the parts are ${PARTS.join(", ")}.`;
  if (!existsSync(built[1]!)) return `${root} is not built (npm run build).`;
  if (positionals.length !== 1) return "The folder with the data is missing (npm run measure:runs -- DATA).";
  return existsSync(data) ? undefined : `The data is missing: ${data}`;
}

const missing = whatIsMissing();
if (missing !== undefined) {
  console.error(missing);
  process.exit(2);
}
const measures = (part: string): boolean => values.only.includes(part);
const wordless = await builtWithoutWords(root, join(temporary, "without-words"));
if (wordless === undefined) notes.add("Words are not emptied, because the command has no table of them.");
if (measures("labelled")) await measureLabelled(wordless);
if (measures("seeded")) {
  await measureSeeded(built, "");
  if (wordless !== undefined) await measureSeeded(wordless, ", words emptied");
}
if (measures("changes") && values.folder === undefined) await measureChanges();
if (measures("cost") && values.folder === undefined) measureCost();
if (notes.size > 0) console.log(`\n${[...notes].join("\n")}`);
for (const complaint of complaints) console.log(`WRONG: ${complaint}`);
if (complaints.size > 0) process.exitCode = 1;
