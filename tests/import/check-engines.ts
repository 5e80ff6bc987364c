// Whether rules imported from pattern databases and rulebases do what their engines do, and whether syslog-ng does with
// exported rules what they do here. Each log is run through both.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fieldName } from "../../src/exchange/import/fields.ts";
import { exportRules, importRules, Processor } from "../../src/index.ts";
import { type EngineMatch, isInstalled, lognormalizerMatches, patternized, pdbtoolMatches } from "./engine-matches.ts";
import { differenceOf, isExplained, type Outcome } from "./explained.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const RULEBASES = `${ROOT}tests/fixtures/rulebases/`;
const WRITTEN = `${ROOT}bench/workloads/written/`;

/** Fields that stand for the header of a line, which the engines do not count among the values. */
const HEADER_FIELDS = ["timestamp", "host", "program", "pid"];
/** Differences that are shown for a log. */
const MAX_SHOWN = 2;

/** One comparison: what the rules here and the engine there make of each line. */
interface Comparison {
  readonly title: string;
  readonly lines: readonly string[];
  readonly theirs: readonly (EngineMatch | null)[];
  readonly ours: readonly (EngineMatch | null)[];
  readonly rules: number;
  /** What is told of the rules that were carried over, by their names. */
  readonly comments: ReadonlyMap<string, readonly string[]>;
  /** The names of those that were not. A rule of the same name may be among those that were. */
  readonly leftOut: ReadonlySet<string>;
}

interface Tally {
  rules: number;
  exactRules: number;
  lines: number;
  exactLines: number;
}

/** Compares everything for which the engines are installed, and prints the shares that carry over exactly. */
export async function checkEngines(folder: string | undefined): Promise<void> {
  const logs = logsIn(folder);
  if (isInstalled("pdbtool")) {
    const tally = emptyTally();
    for (const [name, lines, isWhole] of logs) {
      if (!isWhole)
        await addPatterndb(tally, `sshd.patterndb.xml ${name}`, text(`${RULEBASES}sshd.patterndb.xml`), lines, isWhole);
      // A few lines are too little for it to find patterns in.
      if (lines.length >= 1000)
        await addPatterndb(tally, `patternize ${name}`, patternized(lines, isWhole), lines, isWhole);
    }
    shares("patterndb", tally);
    const exported = emptyTally();
    for (const [name, lines] of logs) {
      const written = `${WRITTEN}${name.toLowerCase()}.yaml`;
      if (existsSync(written)) await addExport(exported, `export of ${name.toLowerCase()}.yaml`, text(written), lines);
    }
    const { rules } = await importRules(text(`${RULEBASES}sshd.patterndb.xml`));
    await addExport(exported, "export of imported rules", rules, logs[0]![1]);
    shares("exported rules", exported);
  } else missing("pdbtool (syslog-ng-core)");
  if (isInstalled("lognormalizer")) {
    const tally = emptyTally();
    for (const [name, lines, isWhole] of logs)
      if (!isWhole) await addLiblognorm(tally, `sshd.rulebase ${name}`, text(`${RULEBASES}sshd.rulebase`), lines);
    shares("liblognorm", tally);
  } else missing("lognormalizer (liblognorm-utils)");
}

type NamedLog = readonly [name: string, lines: readonly string[], isWhole: boolean];

/** The own log first, then those of loghub. With `isWhole` their lines have no header of syslog. */
function logsIn(folder: string | undefined): NamedLog[] {
  const own: NamedLog = ["sshd.log", linesOf(`${RULEBASES}sshd.log`), false];
  if (folder === undefined) return [own];
  const systems = ["OpenSSH", "Linux", "HDFS", "Hadoop", "Zookeeper", "Apache", "Windows", "Proxifier"];
  return [
    own,
    ...systems.map(
      (name): NamedLog => [
        name,
        linesOf(`${folder}/loghub/${name}/${name}_2k.log`),
        name !== "OpenSSH" && name !== "Linux",
      ],
    ),
  ];
}

async function addPatterndb(tally: Tally, title: string, database: string, lines: readonly string[], isWhole: boolean) {
  const { rules, ruleCount, leftOut } = await importRules([{ name: "patterns.xml", text: database }], {
    from: "patterndb",
  });
  const added = new Set(Array.from(database.matchAll(/<value name="([^"]*)"/g), ([, name]) => name!));
  const theirs = pdbtoolMatches(database, lines, isWhole).map(
    (match) => match && { ...match, values: new Map([...match.values].filter(([name]) => !added.has(name))) },
  );
  add(tally, {
    ...{
      title,
      lines,
      theirs,
      ours: ownMatches(rules, lines, HEADER_FIELDS),
      comments: commentsIn(rules),
      leftOut: leftOutIn(rules),
    },
    rules: ruleCount + leftOut.length,
  });
}

async function addLiblognorm(tally: Tally, title: string, rulebase: string, lines: readonly string[]) {
  const { rules, ruleCount, leftOut } = await importRules([{ name: "rulebase", text: rulebase }], {
    from: "liblognorm",
  });
  const added = new Set(Array.from(rulebase.matchAll(/\+([^=]+)=/g), ([, name]) => name!));
  const theirs = lognormalizerMatches(rulebase, lines).map(
    (match) => match && { ...match, values: new Map([...match.values].filter(([name]) => !added.has(name))) },
  );
  add(tally, {
    ...{
      title,
      lines,
      theirs,
      ours: ownMatches(rules, lines, []),
      comments: commentsIn(rules),
      leftOut: leftOutIn(rules),
    },
    rules: ruleCount + leftOut.length,
  });
}

async function addExport(tally: Tally, title: string, rules: string, lines: readonly string[]): Promise<void> {
  const { text: database, ruleCount, leftOut, differences } = await exportRules({ rules }, { to: "patterndb" });
  const exported = Array.from(database.matchAll(/<rule id="([^"]*)"/g), ([, id]) => ruleKey(id!));
  add(tally, {
    ...{ title, lines, theirs: pdbtoolMatches(database, lines, true), ours: ownMatches(rules, lines, []) },
    rules: ruleCount + leftOut.length,
    leftOut: new Set(leftOut.map(({ rule }) => ruleKey(rule.name))),
    comments: new Map([
      ...exported.map((name) => [name, []] as const),
      ...differences.map(({ rule, remarks }) => [ruleKey(rule.name), remarks] as const),
    ]),
  });
}

function ownMatches(rules: string, lines: readonly string[], dropped: readonly string[]): (EngineMatch | null)[] {
  const processor = new Processor({ rules });
  return lines.map((line) => {
    const match = processor.normalize(line);
    if (match === undefined) return null;
    const values = match.captures.flatMap(({ name, value }): [string, string][] =>
      dropped.includes(name) || name === "_" || name === "blanks" || value === undefined ? [] : [[name, value]],
    );
    return { rule: match.rule, values: new Map(values) };
  });
}

/** The comments of the rules of a file, by their names, without the first, which is the place. */
function commentsIn(rules: string): Map<string, string[]> {
  const written = new Map<string, string[]>();
  for (const [, comment, quoted] of rules.matchAll(/((?:^ {2}#.*\n)*)^ {2}- name: (.*)$/gm)) {
    const name = ruleKey(unquoted(quoted!));
    written.set(name, [...(written.get(name) ?? []), ...commentLines(comment!).slice(1)]);
  }
  return written;
}

/** The names of the rules of a file that were left out. */
function leftOutIn(rules: string): Set<string> {
  return new Set(Array.from(rules.matchAll(/^ {2}# \S+: Left out: ([^:]+): /gm), ([, name]) => ruleKey(name!)));
}

/** The lines of a comment in a rules file. */
export function commentLines(comment: string): string[] {
  return Array.from(comment.matchAll(/^ *# (.*)$/gm), ([, line]) => line!);
}

function unquoted(name: string): string {
  return name.replace(/^'(.*)'$/, "$1").replace(/^"(.*)"$/, "$1");
}

/** Patterns of one rule are rules here, with a number after its name. */
function ruleKey(name: string): string {
  return name.replace(/_\d+$/, "");
}

/** What a rule made of a line, with the names that fields have here. */
function outcomeOf(match: EngineMatch | null): Outcome | null {
  if (match === null) return null;
  const values = [...match.values].map(([name, value]): [string, string] => [
    fieldName(name).replace(/_\d+$/, ""),
    value,
  ]);
  return { rule: ruleKey(match.rule), values: new Map(values.filter(([name]) => name !== "blanks").sort()) };
}

function shown(outcome: Outcome | null): string {
  if (outcome === null) return "none";
  return `${outcome.rule}: ${[...outcome.values].map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(" ")}`;
}

function add(tally: Tally, { title, lines, theirs, ours, rules, comments, leftOut }: Comparison): void {
  if (theirs.length !== lines.length) throw new Error(`${title}: ${theirs.length} results for ${lines.length} lines`);
  const inexact = new Set<string>();
  const [shownLines, unexplained]: [string[], string[]] = [[], []];
  let [exact, matched, others, lost] = [0, 0, 0, 0];
  for (const [i, line] of lines.entries()) {
    const [their, own] = [outcomeOf(theirs[i]!), outcomeOf(ours[i]!)];
    // A line that neither matches says nothing.
    if (their === null && own === null) continue;
    matched++;
    const difference = differenceOf(their, own);
    if (difference === undefined) {
      exact++;
      continue;
    }
    shownLines.push(`  ${line}\n    theirs ${shown(their)}\n    ours   ${shown(own)}`);
    for (const match of [their, own]) if (match !== null) inexact.add(match.rule);
    // Which of several rules wins is told once, in the docs.
    if (difference.kind === "winner") others++;
    else if (own === null && leftOut.has(their!.rule)) lost++;
    else if (!isExplained(difference, comments.get((own ?? their)!.rule) ?? [])) unexplained.push(shownLines.at(-1)!);
  }
  if (matched === 0) return;
  const exactRules = Math.max(0, rules - inexact.size);
  const reasons = `${others} by another rule, ${lost} by a rule that was left out`;
  console.log(
    `${title}: ${rules} rules, ${exactRules} exact; ${matched} of ${lines.length} lines matched, ${exact} exact; ${reasons}`,
  );
  for (const difference of shownLines.slice(0, MAX_SHOWN)) console.log(difference);
  if (unexplained.length > 0) {
    console.log(
      `FAIL ${unexplained.length} of these lines are not explained by a comment of their rules:\n${unexplained[0]}`,
    );
    process.exitCode = 1;
  }
  tally.rules += rules;
  tally.exactRules += exactRules;
  tally.lines += matched;
  tally.exactLines += exact;
}

function emptyTally(): Tally {
  return { rules: 0, exactRules: 0, lines: 0, exactLines: 0 };
}

function shares(what: string, { rules, exactRules, lines, exactLines }: Tally): void {
  const percent = (part: number, all: number): string => `${((100 * part) / all).toFixed(2)}%`;
  console.log(`${what}: rules that carry over exactly: ${percent(exactRules, rules)}`);
  console.log(`${what}: lines that carry over exactly: ${percent(exactLines, lines)}`);
}

function missing(program: string): void {
  console.log(`SKIPPED ${program} is not installed: nothing is compared with it`);
}

function text(path: string): string {
  return readFileSync(path, "utf8");
}

function linesOf(path: string): string[] {
  return text(path)
    .split(/\r?\n/)
    .filter((line) => line !== "");
}
