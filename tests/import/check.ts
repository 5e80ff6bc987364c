// `npm run check:import [-- FOLDER]`: whether imported rules do what the patterns did, judged by a grok of others. Each
// file of patterns in tests/fixtures/import is run on the log beside it and, with FOLDER, on that of the same name in
// FOLDER/loghub.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { importRules, Processor } from "../../src/index.ts";
import { checkDissect } from "./check-dissect.ts";
import { checkEngines, commentLines } from "./check-engines.ts";
import { checkGrok } from "./check-grok.ts";
import { differenceOf, isExplained, type Outcome } from "./explained.ts";
import { type ReferenceSource, referenceMatches } from "./reference-grok.ts";

const FIXTURES = fileURLToPath(new URL("../fixtures/import/", import.meta.url));
const [root] = process.argv.slice(2);
const GROK_SEED = 4;

/** The logs of loghub, by the files of patterns for them. */
const LOGHUB: ReadonlyMap<string, string> = new Map([
  ["apache-error", "Apache"],
  ["hadoop", "Hadoop"],
  ["hdfs", "HDFS"],
  ["linux", "Linux"],
  ["openssh", "OpenSSH"],
  ["proxifier", "Proxifier"],
  ["windows", "Windows"],
  ["zookeeper", "Zookeeper"],
]);

/** Reads a file in the simple ways in which the fixtures are written, independently of the importer. */
function sourceOf(file: string): ReferenceSource {
  const text = readFileSync(FIXTURES + file, "utf8");
  if (file.endsWith(".json")) {
    const { patterns, pattern_definitions } = JSON.parse(text).processors[0].grok;
    return { definitions: new Map(Object.entries(pattern_definitions)), patterns };
  }
  if (file.endsWith(".conf")) {
    const [, list = ""] = /"message" => \[([\s\S]*?)\n\s*\]/.exec(text)!;
    const [, definition = ""] = /pattern_definitions => \{([^}]*\}?[^}]*)\}/.exec(text)!;
    const pairs = Array.from(
      definition.matchAll(/"(\w+)" => "([^"]*)"/g),
      ([, name, value]) => [name!, value!] as const,
    );
    return { definitions: new Map(pairs), patterns: Array.from(list.matchAll(/"([^"]*)"/g), ([, one]) => one!) };
  }
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const named = lines.flatMap((line) => {
    const [, name, pattern] = /^([A-Z0-9_]+) (.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, pattern!] as const];
  });
  const used = new Set(Array.from(text.matchAll(/%\{(\w+)/g), ([, name]) => name));
  const roots = lines.filter((line) => !used.has(line.split(" ")[0]));
  return {
    definitions: new Map(named.filter(([name]) => used.has(name))),
    patterns: roots.map((line) => named.find(([name]) => line.startsWith(`${name} `))?.[1] ?? line),
  };
}

/** What a rule made of a line, without fields that hold nothing of interest. */
function outcome(rule: number, values: Iterable<readonly [string, string]>): Outcome {
  const some = [...values].filter(([name, value]) => name !== "_" && name !== "blanks" && value !== "");
  return { rule: String(rule), values: new Map(some.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

function shown(outcome: Outcome | null): string {
  if (outcome === null) return "none";
  return `${outcome.rule}: ${[...outcome.values].map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(" ")}`;
}

/** Differences that are shown for a log. */
const MAX_SHOWN = 2;

interface Tally {
  rules: number;
  exactRules: number;
  lines: number;
  exactLines: number;
}

const total: Tally = { rules: 0, exactRules: 0, lines: 0, exactLines: 0 };
const row = (...cells: (string | number)[]): void =>
  console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(28) : String(cell).padStart(9))).join(" "));

row("patterns, log", "rules", "imported", "exact", "lines", "exact", "matched");
for (const file of readdirSync(FIXTURES).sort()) {
  if (file.endsWith(".log")) continue;
  const stem = file.split(".")[0]!;
  const system = LOGHUB.get(stem);
  const logs = [
    `${FIXTURES}${stem}.log`,
    ...(root !== undefined && system !== undefined ? [`${root}/loghub/${system}/${system}_2k.log`] : []),
  ];
  for (const log of logs) if (existsSync(log)) await compare(file, log);
}
row("all", total.rules, "", total.exactRules, total.lines, total.exactLines);
console.log(`rules that carry over exactly: ${percent(total.exactRules, total.rules)}`);
console.log(`lines that carry over exactly: ${percent(total.exactLines, total.lines)}`);
await checkGrok(GROK_SEED);
await checkDissect(Math.floor(Math.random() * 1_000_000));
await checkEngines(root);

function percent(part: number, all: number): string {
  return `${((100 * part) / all).toFixed(2)}%`;
}

/** Compares the rules with the reference, all at once and each by itself, and prints the first differences. */
async function compare(file: string, log: string): Promise<void> {
  const source = sourceOf(file);
  const { patterns } = source;
  const { rules, ruleCount } = await importRules([{ name: file, text: readFileSync(FIXTURES + file, "utf8") }]);
  const written = Array.from(rules.matchAll(/((?:^ {2}#.*\n)*)^ {2}- name: (.*)$/gm));
  const names = written.map(([, , name]) => name!);
  // The first line of a comment is the place, and each other one tells a difference.
  const comments = written.map(([, comment]) => commentLines(comment!).slice(1));
  const processor = new Processor({ rules });
  const lines = readFileSync(log, "utf8")
    .split(/\r?\n/)
    .filter((line) => line !== "");
  const reference = referenceMatches(source, lines);
  const inexact = new Set<number>();
  const differences: string[] = [];
  let [exactLines, matched, unexplained] = [0, 0, 0];
  for (const [i, line] of lines.entries()) {
    const own = processor.normalize(line);
    const expected = reference[i]!;
    if (expected !== null) matched++;
    const ours =
      own === undefined
        ? null
        : outcome(
            names.indexOf(own.rule),
            own.captures.map(({ name, value }) => [name, value]),
          );
    const theirs = expected === null ? null : outcome(expected.index, Object.entries(expected.values));
    const difference = differenceOf(theirs, ours);
    if (difference === undefined) {
      exactLines++;
      continue;
    }
    differences.push(`  ${line}\n    grok ${shown(theirs)}\n    ours ${shown(ours)}`);
    for (const one of [theirs, ours]) if (one !== null) inexact.add(Number(one.rule));
    if (!isExplained(difference, comments[Number((ours ?? theirs)!.rule)] ?? [])) unexplained++;
  }
  row(
    `${file} ${log.split("/").at(-1)}`,
    patterns.length,
    ruleCount,
    patterns.length - inexact.size,
    lines.length,
    exactLines,
    matched,
  );
  for (const difference of differences.slice(0, MAX_SHOWN)) console.log(difference);
  if (unexplained > 0) {
    console.log(`FAIL ${unexplained} of these lines are not explained by a comment of their rules`);
    process.exitCode = 1;
  }
  total.rules += patterns.length;
  total.exactRules += patterns.length - inexact.size;
  total.lines += lines.length;
  total.exactLines += exactLines;
}
