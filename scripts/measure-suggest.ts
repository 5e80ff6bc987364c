// `npm run measure:suggest -- DATA [--only PART]... [--log NAME] [--wrong]`: how good the rules of `suggest` are, by
// the rule that wins each raw line in the engine that rewrites logs. `--log` measures one log or system alone,
// `--wrong` lists what is wrong with its rules. The parts are
//
// - loghub: DATA/loghub, 2,000 lines of each system. suggest-scores.ts defines the figures.
// - linux: DATA/loghub-full, the same for a whole log.
// - halves: rules of the first half of each of these logs, run on the second half.
// - systems: DATA/systems, lines with the values that parsers of another project find in them. A value counts if it
//   occurs in its line, and is captured if a field of the winning rule holds these bytes and no others.
// - runs: DATA/runs, the different lines that a comparison without order tells of two equal runs, by the rules of the
//   first one and of both. A line counts once, however often it occurs.
// - changes: DATA/runs/changes.tsv, single changes to the second run. One is found if the comparison tells more or
//   other differences than without it, the changed line among them.
// - speed: CPU seconds of the built command for a million lines, made of those of loghub.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Random } from "../bench/workloads/random.ts";
import { type ComparisonDifference, Processor } from "../src/index.ts";
import { truthsOf } from "../tests/data/loghub.ts";
import { mean, median } from "./failed-run-scores.ts";
import { costOf, TIME } from "./run-comparison.ts";
import {
  comparable,
  type GroupScore,
  type HalfScore,
  indexesBy,
  isAddress,
  isHash,
  isSwallowed,
  messageStart,
  mostFrequent,
  rightEvents,
  scoreGroups,
  scoreHalves,
  templateOf,
} from "./suggest-scores.ts";
import { linesOf, type Rules, rulesFor, saying, untypedFields, type Win, winsOf } from "./winning-rules.ts";

const PARTS = ["loghub", "linux", "halves", "systems", "runs", "changes", "speed"];
const MILLION = 1_000_000;
/** Logs of which suggest reads a line most slowly: many events, many words, long lines. */
const SLOW = ["BGL", "Mac", "OpenStack", "Thunderbird"];
/** How many long lines are measured, and how many bytes each has at least. */
const LONG = { lines: 9, bytes: 7000 };
/** How many of the worst systems `--wrong` lists. */
const WORST = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true, default: PARTS },
    log: { type: "string" },
    wrong: { type: "boolean", default: false },
  },
});
/** How wide what `--wrong` lists may be. */
const WIDTH = values.log === undefined ? 160 : 320;
const data = resolve(positionals[0] ?? "");
/** The figures of all parts, with what they should at least be. */
const summary: (readonly [what: string, figure: string, least: string])[] = [];

function writeRow(name: string, ...cells: readonly (string | number)[]): void {
  console.log(name.padEnd(26) + cells.map((cell) => String(cell).padStart(10)).join(""));
}

const share = (value: number): string => (Number.isNaN(value) ? "-" : value.toFixed(4));
const cut = (text: string, width = WIDTH): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text);
const isAsked = (name: string): boolean => (values.log ?? name) === name;

/** The logs in the folders of a folder: `NAME/NAME_2k.log`. */
function logsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isAsked(entry.name))
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => join(folder, name, file)))
    .filter((path) => path.endsWith(".log"))
    .sort();
}

const nameOf = (log: string): string => basename(log, ".log").replace(/_2k$/, "");

/** A log with what is known of its lines, and what wins them. */
interface Judged {
  readonly events: readonly string[];
  readonly wins: readonly (Win | undefined)[];
  /** By event: the true template, and what the rules make of its lines in most cases. */
  readonly templates: ReadonlyMap<string, { readonly truth: string; readonly own: string }>;
}

function judge(log: string, rules: Rules, lines: readonly Buffer[]): Judged {
  const truths = truthsOf(log);
  if (truths.length !== lines.length) throw new Error(`${log}: ${lines.length} lines, ${truths.length} truths`);
  const wins = winsOf(rules, lines);
  const events = truths.map(({ event }) => event);
  const templates = new Map(
    [...indexesBy(events)].map(([event, indexes]) => {
      const own = indexes.map((i) => {
        const line = lines[i]!;
        const text = line.toString("latin1");
        const message = Buffer.from(truths[i]!.columns.get("Content")!).toString("latin1");
        return comparable(templateOf(line, wins[i]?.captures ?? [], messageStart(text, message)));
      });
      const truth = comparable(truths[indexes[0]!]!.columns.get("EventTemplate")!);
      return [event, { truth, own: mostFrequent(own) }] as const;
    }),
  );
  return { events, wins, templates };
}

async function measureGroups(logs: readonly string[]): Promise<readonly GroupScore[]> {
  const scores: GroupScore[] = [];
  for (const log of logs) {
    const bytes = readFileSync(log);
    const rules = await rulesFor(bytes);
    const lines = linesOf(bytes);
    const { events, wins, templates } = judge(log, rules, lines);
    const isTemplateRight = (event: string): boolean => templates.get(event)!.own === templates.get(event)!.truth;
    const score = scoreGroups(
      events,
      wins.map((win) => win?.rule.key),
      isTemplateRight,
    );
    scores.push(score);
    const said = wins.filter((win) => win?.rule.saysSomething).length;
    const figures = [score.accuracy, score.groups, score.templates].map(share);
    writeRow(nameOf(log), ...figures, rules.count, score.eventCount, lines.length - said);
    if (values.wrong) writeWrong({ events, wins, templates });
  }
  return scores;
}

const GROUP_TITLES = ["GA", "FGA", "FTA", "rules", "(truth)", "not said"];

async function measureLoghub(): Promise<void> {
  const logs = logsIn(join(data, "loghub"));
  writeRow("\nloghub", ...GROUP_TITLES);
  const scores = await measureGroups(logs);
  if (scores.length < 2) return;
  const accuracies = scores.map(({ accuracy }) => accuracy);
  const groups = mean(scores.map((score) => score.groups));
  const templates = mean(scores.map((score) => score.templates));
  const [rules, events] = [mean(scores.map((one) => one.groupCount)), mean(scores.map((one) => one.eventCount))];
  writeRow("mean", ...[mean(accuracies), groups, templates].map(share), rules.toFixed(0), events.toFixed(0));
  writeRow("lowest", share(Math.min(...accuracies)), share(Math.min(...scores.map((score) => score.groups))));
  const figure = `${share(mean(accuracies))} / ${share(Math.min(...accuracies))} / ${share(groups)}`;
  summary.push([`${logs.length} logs: GA mean / lowest / FGA mean`, figure, ".985 / .93 / .95"]);
}

async function measureLinux(): Promise<void> {
  writeRow("\nfull logs", ...GROUP_TITLES);
  for (const log of logsIn(join(data, "loghub-full"))) {
    const [{ accuracy, groups, templates }] = (await measureGroups([log])) as [GroupScore];
    summary.push([
      `${nameOf(log)}: GA / FGA / FTA`,
      [accuracy, groups, templates].map(share).join(" / "),
      ".95 / .93 / .75",
    ]);
  }
}

/** Events without a group of their own, then rules with several events, then groups that are right but for words. */
function writeWrong({ events, wins, templates }: Judged): void {
  const keys = wins.map((win) => win?.rule.key);
  const rules = new Map(wins.map((win) => [win?.rule.key, win?.rule]));
  const byRule = indexesBy(keys);
  const byEvent = [...indexesBy(events)].toSorted(([, a], [, b]) => b.length - a.length);
  const right = rightEvents(events, keys);
  const truth = (event: string): string => `${event} ${templates.get(event)!.truth}`;
  const shown = (key: string | undefined): string => {
    const rule = rules.get(key);
    return rule === undefined ? "no rule" : `${rule.name}: ${rule.message}`;
  };
  const counts = (lines: readonly number[], of: readonly (string | undefined)[]) =>
    [...indexesBy(lines.map((i) => of[i]))].toSorted(([, a], [, b]) => b.length - a.length);
  const write = (indent: number, count: string, text: string): void =>
    console.log(cut(`${" ".repeat(indent)}${count.padStart(12)}  ${text}`));
  const wrong = byEvent.filter(([event]) => !right.has(event));
  console.log(`  ${wrong.length} events without a group of their own:`);
  for (const [event, lines] of wrong) {
    write(0, `${lines.length}`, truth(event));
    for (const [key, own] of counts(lines, keys)) write(4, `${own.length}/${byRule.get(key)!.length}`, shown(key));
  }
  const merging = [...byRule].filter(([key, lines]) => key !== undefined && counts(lines, events).length > 1);
  console.log(`  ${merging.length} rules with several events:`);
  for (const [key, lines] of merging.toSorted(([, a], [, b]) => b.length - a.length)) {
    write(0, `${lines.length}`, shown(key));
    for (const [event, own] of counts(lines, events)) write(4, `${own.length}`, truth(event!));
  }
  const misworded = byEvent.filter(([event]) => {
    const { truth, own } = templates.get(event)!;
    return right.has(event) && truth !== own;
  });
  console.log(`  ${misworded.length} right groups with another template:`);
  for (const [event, lines] of misworded) {
    write(0, `${lines.length}`, truth(event));
    write(0, "", `${" ".repeat(event.length)} ${templates.get(event)!.own}`);
  }
}

async function measureHalves(): Promise<void> {
  writeRow("\nsecond halves", "matched", "right", "same rule");
  const samples = logsIn(join(data, "loghub"));
  const scores: HalfScore[] = [];
  for (const log of [...samples, ...logsIn(join(data, "loghub-full"))]) {
    const lines = linesOf(readFileSync(log));
    const half = Math.floor(lines.length / 2);
    const first = Buffer.concat(lines.slice(0, half).flatMap((line) => [line, Buffer.from("\n")]));
    const { events, wins, templates } = judge(log, await rulesFor(first), lines);
    const score = scoreHalves(events, wins.map(saying), half);
    scores.push(score);
    writeRow(nameOf(log), share(score.matched), share(score.right), share(score.same));
    if (values.wrong) writeWrongHalf({ events, wins, templates }, half);
  }
  if (samples.length < 2) return;
  const ofSamples = scores.slice(0, samples.length);
  const means = (["matched", "right", "same"] as const).map((key) => share(mean(ofSamples.map((score) => score[key]))));
  writeRow(`mean of the first ${samples.length}`, ...means);
  summary.push(["second halves: known events matched / right rule", means.slice(0, 2).join(" / "), ".995 / .99"]);
}

/** For each event of the first half: what wins its lines in the second, if that is not what wins them in the first. */
function writeWrongHalf({ events, wins, templates }: Judged, half: number): void {
  const shown = (win: Win | undefined): string =>
    win === undefined ? "no rule" : `${win.rule.name}: ${win.rule.message}`;
  for (const [event, lines] of indexesBy(events)) {
    const before = mostFrequent(lines.filter((i) => i < half).map((i) => wins[i]?.rule));
    const others = lines.filter((i) => i >= half && wins[i]?.rule !== before);
    if (others.length === 0 || lines[0]! >= half) continue;
    console.log(cut(`${String(others.length).padStart(12)}  ${event} ${templates.get(event)!.truth}`));
    console.log(cut(`    before: ${before === undefined ? "no rule" : `${before.name}: ${before.message}`}`));
    for (const text of new Set(others.map((i) => shown(wins[i])))) console.log(cut(`    now:    ${text}`));
  }
}

interface Example {
  readonly line: string;
  readonly expected?: Readonly<Record<string, string>>;
}

/** What one system's lines give. */
interface SystemScore {
  readonly name: string;
  readonly lines: number;
  readonly distinctLines: number;
  readonly rules: number;
  readonly swallowed: number;
  readonly expected: readonly {
    readonly name: string;
    readonly value: string;
    readonly isCaptured: boolean;
    readonly win: Win | undefined;
  }[];
}

async function measureSystem(path: string): Promise<SystemScore> {
  const rows = readFileSync(path, "utf8").trimEnd().split("\n");
  const examples = rows.map((row) => JSON.parse(row) as Example);
  const lines = examples.map(({ line }) => Buffer.from(line));
  const log = Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")]));
  const rules = await rulesFor(log);
  const wins = winsOf(rules, lines);
  const captured = wins.map((win, i) =>
    (win?.captures ?? []).map(([from, to]) => lines[i]!.toString("utf8", from, to)),
  );
  const swallowed = wins.filter((win, i) => {
    if (win === undefined) return false;
    const untyped = untypedFields(win.rule.pattern);
    const { fields } = win.rule.pattern;
    return fields.some((field, j) => untyped.has(field) && isSwallowed(captured[i]![j]!, examples[i]!.line));
  });
  const expected = examples.flatMap(({ line, expected = {} }, i) =>
    Object.entries(expected)
      .filter(([, value]) => value !== "" && line.includes(value))
      .map(([name, value]) => ({ name, value, isCaptured: captured[i]!.includes(value), win: wins[i] })),
  );
  return {
    name: basename(path, ".jsonl"),
    lines: lines.length,
    distinctLines: new Set(examples.map(({ line }) => line)).size,
    rules: rules.count,
    swallowed: swallowed.length,
    expected,
  };
}

async function measureSystems(): Promise<void> {
  const paths = ["crowdsec", "lnav"]
    .map((name) => join(data, "systems", name))
    .flatMap((folder) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []))
    .filter((path) => path.endsWith(".jsonl") && isAsked(basename(path, ".jsonl")));
  const scores: SystemScore[] = [];
  for (const path of paths) scores.push(await measureSystem(path));
  const expected = scores.flatMap((score) => score.expected);
  const captured = (list: SystemScore["expected"]): string =>
    share(list.filter(({ isCaptured }) => isCaptured).length / list.length);
  const [addresses, hashes] = [isAddress, isHash].map((test) => expected.filter(({ value }) => test(value)));
  const swallowed = scores.reduce((sum, score) => sum + score.swallowed, 0);
  const lines = scores.reduce((sum, score) => sum + score.lines, 0);
  const known = scores.filter((score) => score.expected.length > 0);
  console.log(`\n${scores.length} systems, ${known.length} with known values`);
  writeRow("values captured", captured(expected), `of ${expected.length}`);
  writeRow("  addresses", captured(addresses!), `of ${addresses!.length}`);
  writeRow("  hashes", captured(hashes!), `of ${hashes!.length}`);
  writeRow("  mean over systems", share(mean(known.map((score) => Number(captured(score.expected))))));
  writeRow("lines swallowed", share(swallowed / lines), `of ${lines}`);
  const density = median(scores.map((score) => score.rules / score.lines));
  const distinct = median(scores.map((score) => score.rules / score.distinctLines));
  writeRow("rules / lines, median", share(density), share(distinct), "   (of different lines)");
  const figure = [expected, addresses!, hashes!].map(captured).join("; ");
  summary.push(["known values captured; addresses; hashes", figure, ".70; .97; .95"]);
  summary.push(["lines swallowed by one field", share(swallowed / lines), ".01"]);
  summary.push(["rules / lines, median over systems", share(density), ".5"]);
  if (values.wrong) writeWrongSystems(scores);
}

function writeWrongSystems(scores: readonly SystemScore[]): void {
  const missed = ({ expected }: SystemScore) => expected.filter(({ isCaptured }) => !isCaptured);
  for (const score of scores.toSorted((a, b) => missed(b).length - missed(a).length).slice(0, WORST)) {
    const { name, expected, lines, rules, swallowed } = score;
    const not = missed(score);
    console.log(
      `${name}: ${lines} lines, ${rules} rules, ${not.length} of ${expected.length} missed, ${swallowed} swallowed`,
    );
    const byName = [...indexesBy(not.map((one) => one.name))].toSorted(([, a], [, b]) => b.length - a.length);
    for (const [field, indexes] of byName.slice(0, values.log === undefined ? 3 : byName.length)) {
      const { value, win } = not[indexes[0]!]!;
      const rule = win === undefined ? "no rule" : win.rule.message;
      console.log(cut(`${String(indexes.length).padStart(6)}  ${field}=${cut(value, 40)}  in ${rule}`));
    }
  }
}

interface Change {
  readonly file: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

function readChanges(): Change[] {
  const path = join(data, "runs", "changes.tsv");
  if (!existsSync(path)) return [];
  const rows = readFileSync(path, "utf8").trimEnd().split(/\r?\n/).slice(1);
  return rows
    .map((row) => {
      const [file, line, from, to] = row.split("\t") as [string, string, string, string];
      return { file, line: Number(line), from, to };
    })
    .filter(({ file }) => isAsked(file));
}

const runOf = (run: string, file: string): string => join(data, "runs", run, file);

/** The rules of two runs of the same work. */
async function rulesOfRuns(file: string): Promise<Processor> {
  const { text } = await Processor.suggest([runOf("A", file), runOf("B", file)], { runs: true });
  return new Processor({ rules: text });
}

/** The logs with changes are those whose two runs are compared. */
async function measureRuns(): Promise<void> {
  writeRow("\nfalse differences", "of one run", "of both");
  const sums = [0, 0];
  for (const file of new Set(readChanges().map((change) => change.file))) {
    const one = new Processor({ rules: (await Processor.suggest(runOf("A", file))).text });
    const cells: number[] = [];
    for (const [i, processor] of [one, await rulesOfRuns(file)].entries()) {
      const comparison = await processor.compare(runOf("A", file), runOf("B", file), { unordered: true });
      cells.push(toldBy(comparison.differences()).flatMap(({ parts }) => parts).length);
      sums[i]! += cells.at(-1)!;
      if (values.wrong) console.log(comparison.toString());
      comparison.close();
    }
    writeRow(file, ...cells);
  }
  writeRow("sum", ...sums);
  summary.push(["two equal runs: false differences", sums.join(" / "), "14 / 4"]);
}

/** What a comparison tells: the differences without line numbers, each with its outputs and lines. */
function toldBy(differences: Iterable<ComparisonDifference>) {
  return Array.from(differences, (item) => {
    const sides = item.kind === "count" ? [item] : item.kind === "changed_count" ? [item.was, item.became] : undefined;
    if (sides === undefined) throw new Error(`A comparison without order has a difference of the kind ${item.kind}.`);
    const parts = sides.map(({ old, new: next }) => ({
      output: (old.first ?? next.first)!.output,
      counts: [old.count, next.count],
      line: next.first?.line,
    }));
    return { text: JSON.stringify(parts.map(({ output, counts }) => [output, counts])), parts };
  });
}

async function isFound({ file, line, from, to }: Change, processor: Processor): Promise<boolean> {
  const bytes = readFileSync(runOf("B", file), "latin1").split("\n");
  const old = bytes[line - 1];
  if (!old?.includes(from)) throw new Error(`Line ${line} of ${file} does not have: ${from}`);
  const changed = Buffer.from(
    bytes
      .with(
        line - 1,
        old.replace(from, () => to),
      )
      .join("\n"),
    "latin1",
  );
  const tell = async (next: string | Buffer) => {
    const log = typeof next === "string" ? next : { name: file, input: Readable.from([next]) };
    const comparison = await processor.compare(runOf("A", file), log, { unordered: true });
    const told = toldBy(comparison.differences());
    comparison.close();
    return told;
  };
  const known = new Set((await tell(runOf("B", file))).map(({ text }) => text));
  const news = (await tell(changed)).filter(({ text }) => !known.has(text));
  let output: string | undefined;
  for await (const record of processor.records({ name: file, input: Readable.from([changed]) })) {
    if (record.line === line) output = record.output;
  }
  return news.some(({ parts }) => parts.some((part) => part.line === line || part.output === output));
}

async function measureChanges(): Promise<void> {
  writeRow("\nsingle changes", "by rules", "by mask");
  const mask = new Processor({ mask: true });
  const rules = new Map<string, Processor>();
  const found = [0, 0];
  const changes = readChanges();
  for (const change of changes) {
    const { file, line, from, to } = change;
    if (!rules.has(file)) rules.set(file, await rulesOfRuns(file));
    const are = [await isFound(change, rules.get(file)!), await isFound(change, mask)];
    for (const [i, is] of are.entries()) if (is) found[i]!++;
    writeRow(`${file}:${line}`, ...are.map((is) => (is ? "found" : "-")), `   ${cut(`${from} → ${to}`, 70)}`);
  }
  writeRow("sum", ...found);
  summary.push([`${changes.length} single changes found by rules / by mask`, found.join(" / "), "19 / 15"]);
}

/** Repeats lines with other seconds and, in numbers of four digits or more, other last digits. */
function* variedLines(lines: readonly string[], count: number): Generator<string> {
  const random = new Random(1);
  const twoDigits = (bound: number): string => String(random.below(bound)).padStart(2, "0");
  const vary = (text: string): string =>
    text.startsWith(":") ? `:${twoDigits(60)}` : text.slice(0, -2) + twoDigits(100);
  for (let i = 0; i < count; i++) yield lines[i % lines.length]!.replace(/(?<=:\d\d):\d\d(?!\d)|\d{4,}/g, vary);
}

/** Long lines of words in any order. */
function longLines(samples: readonly string[]): string[] {
  const random = new Random(1);
  const words = samples.flatMap((line) => line.split(" "));
  return Array.from({ length: LONG.lines }, () => {
    let line = samples[0]!;
    while (line.length < LONG.bytes) line += ` ${random.pick(words)}`;
    return line;
  });
}

function measureSpeed(): void {
  if (!existsSync(TIME)) {
    console.log(`\nSpeed is not measured, because ${TIME} is missing (apt-get install time).`);
    return;
  }
  writeRow("\nspeed", "CPU s", "lines/s", "MB");
  const command = [
    process.execPath,
    fileURLToPath(new URL("../dist/normalizer.cjs", import.meta.url)),
    "suggest",
  ] as const;
  const folder = mkdtempSync(join(tmpdir(), "measure-suggest-"));
  const measure = (name: string, lines: Iterable<string>): number => {
    const path = join(folder, "sample.log");
    writeFileSync(path, "");
    let chunk: string[] = [];
    let count = 0;
    const flush = (): void => {
      if (chunk.length > 0) writeFileSync(path, `${chunk.join("\n")}\n`, { flag: "a", encoding: "latin1" });
      chunk = [];
    };
    for (const line of lines) {
      count = count + 1;
      if (chunk.push(line) === 10_000) flush();
    }
    flush();
    const { cpu, memory } = costOf([...command, path], 1);
    writeRow(name, cpu.toFixed(2), Math.round(count / cpu), memory);
    return count / cpu;
  };
  try {
    const logs = logsIn(join(data, "loghub")).filter((log) => SLOW.includes(nameOf(log)));
    const samples = logs.map((log) => linesOf(readFileSync(log)).map((line) => line.toString("latin1")));
    const speeds = samples.map((lines, i) => measure(nameOf(logs[i]!), variedLines(lines, MILLION)));
    const figure = `${Math.round(Math.min(...speeds) / 1000)} k`;
    summary.push(["lines a second, a million lines (worst)", figure, "200 k"]);
    if (samples.length > 0) measure(`${LONG.lines} lines of ${LONG.bytes / 1000} KB`, longLines(samples.flat()));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What cannot be measured, in a sentence. */
function whatIsMissing(): string | undefined {
  const unknown = values.only.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) return `There is no part ${unknown}; the parts are ${PARTS.join(", ")}.`;
  if (positionals.length !== 1) return "The folder with the data is missing (npm run measure:suggest -- DATA).";
  return existsSync(data) ? undefined : `The data is missing: ${data}`;
}

const missing = whatIsMissing();
if (missing !== undefined) {
  console.error(missing);
  process.exit(2);
}
// `--wrong` is mostly read through `head`.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 1));
const measures: Readonly<Record<string, () => void | Promise<void>>> = {
  loghub: measureLoghub,
  linux: measureLinux,
  halves: measureHalves,
  systems: measureSystems,
  runs: measureRuns,
  changes: measureChanges,
  speed: measureSpeed,
};
for (const part of PARTS) if (values.only.includes(part)) await measures[part]!();
if (summary.length > 0) console.log(`\n${"".padEnd(52)}${"now".padEnd(28)}at least`);
for (const [what, figure, least] of summary) console.log(what.padEnd(52) + figure.padEnd(28) + least);
