// `npm run measure:imports -- DATA [--only PART]... [--wrong] [--log TEXT]`: what the test suites of other tools say of
// rules that are imported from their files, in DATA/suites. `--wrong` lists what is refused and what differs, `--log`
// only for names, patterns, files or tests that contain this text. The parts are
//
// - specs: the patterns of logstash-patterns-core's specs, with the messages that they are tested with. A message is
//   equal if both match and capture the same values, or neither matches.
// - names: whether each name in its pattern files can be imported by itself.
// - patterndb: the test messages of syslog-ng's public databases. One is equal if the rule wins it that has it as an
//   example, with all its test values.
// - liblognorm: the steps of its tests. One is imported if no rule of its rulebase is left out, and equal if the fields
//   are those of the expected JSON, or both miss. It is equal in one piece if the texts of some fields only mean what
//   the JSON has, by what their types promise: a list of names with values the object of these.
//
// A difference is untold if no comment of its rule speaks of one: comments begin with the place of the pattern.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import sax from "sax";
import { fieldName } from "../src/exchange/import/fields.ts";
import { importRules, type NormalizedLine, Processor } from "../src/index.ts";
import { commentLines } from "../tests/import/check-engines.ts";
import { differenceOf, isExplained, type Outcome } from "../tests/import/explained.ts";

const PARTS = ["specs", "names", "patterndb", "liblognorm"];
const MODES = ["legacy", "ecs-v1"];
/** What `--wrong` shows of a text. */
const WIDTH = 200;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true, default: PARTS },
    log: { type: "string", default: "" },
    wrong: { type: "boolean", default: false },
  },
});
const suites = join(resolve(positionals[0] ?? ""), "suites");
/** The figures of all parts, with what they should at least be. */
const summary: (readonly [what: string, figure: string, least: string])[] = [];

const cut = (text: string): string => (text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text);
const isAsked = (name: string): boolean => name.includes(values.log);
const percent = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)}%`;

function complain(what: string, of: string, detail = ""): void {
  if (values.wrong) console.log(cut(`${what.padEnd(10)} ${JSON.stringify(of)} ${detail}`));
}

function recordsIn<Record>(path: string): Record[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record);
}

/** Rules that were imported, or why there are none. */
interface Imported {
  readonly processor: Processor | undefined;
  readonly rules: string;
  readonly leftOut: readonly string[];
}

async function imported(text: string, from: "grok" | "patterndb" | "liblognorm", name: string): Promise<Imported> {
  return importedFiles([{ name, text }], from);
}

async function importedFiles(
  files: readonly { readonly name: string; readonly text: string }[],
  from: "grok" | "patterndb" | "liblognorm",
): Promise<Imported> {
  try {
    const { rules, ruleCount, leftOut } = await importRules(files, { from });
    const reasons = leftOut.map(({ reason }) => reason);
    return { processor: ruleCount > 0 ? new Processor({ rules }) : undefined, rules, leftOut: reasons };
  } catch (error) {
    return { processor: undefined, rules: "", leftOut: [String(error)] };
  }
}

/** The values that a line's fields hold, without those of no interest, and the number that a taken name gets. */
function valuesOf(line: NormalizedLine, ignored: ReadonlySet<string> = new Set()): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { name, value } of line.captures) {
    if (name === "_" || name === "blanks" || value === "" || ignored.has(name)) continue;
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

/** Values by name, with those of numbered names (`a_2`) under the name, in order: other tools repeat a name. */
function joined(found: ReadonlyMap<string, readonly string[]>, expected: ReadonlySet<string>): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const [name, own] of found) {
    const plain = name.replace(/_\d+$/, "");
    const key = !expected.has(name) && expected.has(plain) ? plain : name;
    all.set(key, [...(all.get(key) ?? []), ...own]);
  }
  return all;
}

/** The comments above the rule with this name, without that of the place. */
function remarksOn(rules: string, rule: string): string[] {
  for (const [, comment = "", name = ""] of rules.matchAll(/((?:^ {2}#.*\n)*)^ {2}- name: (.*)$/gm))
    if (name.replace(/^["']|["']$/g, "") === rule) return commentLines(comment).slice(1);
  return [];
}

/** The definitions of a file of grok patterns, read in the simple way in which the official ones are written. */
function definitionsOf(folder: string): Map<string, string> {
  const definitions = new Map<string, string>();
  for (const file of readdirSync(folder).sort()) {
    for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
      const [, name, pattern] = /^([A-Za-z0-9_-]+(?: - [A-Z ]+)?)\s+(.*)$/.exec(line) ?? [];
      if (name !== undefined) definitions.set(name, pattern!);
    }
  }
  return definitions;
}

/** A file of the pattern, named `name`, and of all that it refers to. */
function closureOf(name: string, pattern: string, definitions: ReadonlyMap<string, string>): string {
  const lines = [`${name} ${pattern}`];
  const known = new Set([name]);
  for (let i = 0; i < lines.length; i++) {
    for (const [, used = ""] of lines[i]!.matchAll(/%\{([^}:]+)/g)) {
      const definition = definitions.get(used);
      if (definition === undefined || known.has(used)) continue;
      known.add(used);
      lines.push(`${used} ${definition}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

interface Spec {
  readonly mode: string;
  readonly pattern: string;
  readonly message: string;
  readonly matched: boolean;
  readonly fields: Readonly<Record<string, readonly (string | null)[]>>;
}

async function measureSpecs(): Promise<void> {
  const specs = recordsIn<Spec>(join(suites, "grok/records.jsonl")).filter(({ pattern }) => isAsked(pattern));
  // Some specs name a pattern with its event behind a blank, which grok leaves out.
  const byPattern = new Map<string, Spec[]>();
  for (const spec of specs) {
    const key = `${spec.mode} ${spec.pattern.replace(/(%\{\w+) [^}]*\}/g, "$1}")}`;
    byPattern.set(key, [...(byPattern.get(key) ?? []), spec]);
  }
  let [isImported, compared, equal, untold] = [0, 0, 0, 0];
  for (const [key, examples] of byPattern) {
    const { mode } = examples[0]!;
    const pattern = key.slice(mode.length + 1);
    const definitions = definitionsOf(join(suites, "grok/patterns", mode));
    const { processor, rules, leftOut } = await imported(closureOf("SPEC", pattern, definitions), "grok", "patterns");
    if (processor === undefined) {
      complain("refused", key, leftOut.join("; "));
      continue;
    }
    isImported++;
    const remarks = remarksOn(rules, "SPEC");
    for (const { message, matched, fields } of examples) {
      if (message.includes("\n")) continue;
      compared++;
      const line = processor.normalize(message);
      const expected = new Map(
        Object.entries(fields)
          .map(
            ([name, all]) =>
              [fieldName(name), all.filter((value): value is string => value !== null && value !== "")] as const,
          )
          .filter(([, all]) => all.length > 0),
      );
      const own = outcomeOf(line && joined(valuesOf(line), new Set(expected.keys())));
      const theirs = outcomeOf(matched ? expected : undefined);
      const difference = differenceOf(theirs, own);
      if (difference === undefined) {
        equal++;
        continue;
      }
      const isTold = isExplained(difference, remarks);
      if (!isTold) untold++;
      const differing = difference.kind === "values" ? difference.fields : [];
      const detail = differing.map((name) => `${name}: ${theirs?.values.get(name)} → ${own?.values.get(name)}`);
      complain(isTold ? "differs" : "UNTOLD", `${key}: ${message}`, `${difference.kind} ${detail.join(", ")}`);
    }
  }
  summary.push([`patterns of ${byPattern.size} imported`, `${isImported}`, "135"]);
  summary.push([`messages of ${compared} equal`, `${equal}, ${percent(equal, compared)}`, "97%"]);
  summary.push(["differences without a comment", `${untold}`, "0"]);
}

function outcomeOf(found: ReadonlyMap<string, readonly string[]> | undefined): Outcome | null {
  if (found === undefined) return null;
  return { rule: "SPEC", values: new Map([...found].map(([name, all]) => [name, JSON.stringify(all)])) };
}

async function measureNames(): Promise<void> {
  let [all, isImported] = [0, 0];
  for (const mode of MODES) {
    const definitions = definitionsOf(join(suites, "grok/patterns", mode));
    for (const name of definitions.keys()) {
      if (!isAsked(name)) continue;
      all++;
      const { processor, leftOut } = await imported(closureOf("NAME", `%{${name}}`, definitions), "grok", "patterns");
      if (processor === undefined) complain("refused", `${mode} ${name}`, leftOut.join("; "));
      else isImported++;
    }
  }
  summary.push([`names of ${all} importable`, `${isImported}`, "620"]);
}

/** A test message of a database: of which rule and program, and the values that it must have. */
interface Example {
  readonly rule: string;
  readonly program: string | undefined;
  message: string;
  readonly values: Map<string, string>;
}

/** The examples of a database, read independently of the importer. */
function examplesOf(text: string): Example[] {
  const examples: Example[] = [];
  const parser = sax.parser(true);
  let [rule, content, valueName] = ["", "", ""];
  parser.onopentag = ({ name, attributes }) => {
    content = "";
    if (name === "rule") rule = String(attributes.id);
    if (name === "test_message") {
      const program = attributes.program;
      examples.push({ rule, program: program as string | undefined, message: "", values: new Map() });
    }
    if (name === "test_value") valueName = String(attributes.name);
  };
  parser.ontext = (text) => {
    content += text;
  };
  parser.oncdata = parser.ontext;
  parser.onclosetag = (name) => {
    if (name === "test_message") examples.at(-1)!.message = content;
    if (name === "test_value") examples.at(-1)!.values.set(valueName, content);
  };
  parser.write(text).close();
  return examples;
}

async function measurePatterndb(): Promise<void> {
  const folder = join(suites, "patterndb");
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\.(pdb|xml)$/.test(path));
  let [files, compared, equal] = [0, 0, 0];
  for (const path of paths.sort()) {
    if (!isAsked(path)) continue;
    const text = readFileSync(join(folder, path), "utf8");
    const { processor, rules, leftOut } = await imported(text, "patterndb", path);
    for (const reason of leftOut) complain("refused", path, reason);
    if (processor === undefined) continue;
    files++;
    const added = new Set(Array.from(text.matchAll(/<value name=["']([^"']*)/g), ([, name]) => name!));
    for (const { rule, program, message, values } of examplesOf(text)) {
      const isLeftOut = !rules.includes(rule);
      if (message.trim().includes("\n") || isLeftOut) continue;
      compared++;
      const line = processor.normalize(
        program === undefined ? message : `Jan  1 00:00:00 localhost ${program}: ${message}`,
      );
      const own = line && valuesOf(line);
      const wrong = [...values].filter(
        ([name, value]) => value !== "" && !added.has(name) && own?.get(fieldName(name))?.[0] !== value,
      );
      const isRule =
        line !== undefined &&
        (line.rule === rule || line.rule.startsWith(`${rule}_`) || line.rule.startsWith(`${rule}-`));
      if (isRule && wrong.length === 0) equal++;
      else {
        const detail = wrong.map(([name, value]) => `${name}: ${value} → ${own?.get(fieldName(name))}`).join(", ");
        complain("differs", `${path} ${rule}: ${message}`, `${line?.rule ?? "not matched"} ${detail}`);
      }
    }
  }
  summary.push([`databases of ${paths.length} imported`, `${files}`, "21"]);
  summary.push([`test messages of ${compared} equal`, `${equal}, ${percent(equal, compared)}`, "98%, at least 300"]);
}

interface Step {
  readonly test: string;
  readonly step: number;
  readonly rulebases: Readonly<Record<string, string>>;
  readonly message: string;
  readonly expected: string | null;
  readonly contains: readonly string[] | null;
}

/** Whether captured text is what liblognorm made of it, perhaps as a part of JSON. */
function isSame(own: string | undefined, expected: unknown): boolean {
  if (own === undefined) return false;
  if (own === String(expected)) return true;
  try {
    return isDeepStrictEqual(JSON.parse(own), expected);
  } catch {
    return false;
  }
}

const withoutEscapes = (text: string): string =>
  text.replace(/\\(.)/gs, (_, one: string) => ({ n: "\n", r: "\r" })[one] ?? one);

/** The names with values that an expression found: a value with escapes, or else one without. */
const members = (found: Iterable<RegExpMatchArray>): Record<string, unknown> =>
  Object.fromEntries(Array.from(found, ([, name = "", escaped, plain]) => [name, plain ?? withoutEscapes(escaped!)]));

/** What the texts of a type mean, read independently of the type. */
const MEANINGS: Readonly<Record<string, (text: string) => unknown>> = {
  pairs: (text) => members(text.matchAll(/([^\s=]+)=(?:["']((?:\\.|[^\\])*?)["'](?!\S)|(\S*))/gs)),
  iptables: (text) => Object.fromEntries(text.split(" ").map((item) => [...item.split(/=(.*)/, 2), null])),
  cef: (text) => members(text.matchAll(/([\w.]+)=((?:\\.|[^\\=])*?)(?: +(?=[\w.]+=)|$)/gs)),
  column: withoutEscapes,
};

/** How the fields of a line compare. */
interface Comparison {
  /**
   * Those that are not as expected, with those that are not expected; none if only the latter are there, as in
   * liblognorm's own comparison: the expected JSON of its tests leaves some out.
   */
  readonly wrong: readonly string[];
  readonly isInOnePiece: boolean;
}

function compareFields(
  line: NormalizedLine,
  rules: string,
  expected: Readonly<Record<string, unknown>>,
  ignored: ReadonlySet<string>,
): Comparison {
  const own = new Map([...valuesOf(line)].map(([name, all]) => [name, all.join()] as const));
  const types = new Map(Array.from(rules.matchAll(/\{(\w+):(\w+)\}/g), ([, name, type]) => [name!, type!]));
  const wrong = new Set<string>();
  let isInOnePiece = false;
  const compare = (key: string, value: unknown): void => {
    if (value === "" || value === null) return;
    const name = fieldName(key);
    const text = own.get(name);
    const meaning = MEANINGS[types.get(name) ?? ""];
    if (isSame(text, value)) own.delete(name);
    else if (text !== undefined && meaning !== undefined && isDeepStrictEqual(meaning(text), value)) {
      isInOnePiece = true;
      own.delete(name);
    } else if (typeof value === "object" && !Array.isArray(value)) {
      for (const [inner, member] of Object.entries(value)) compare(`${key}_${inner}`, member);
    } else wrong.add(name);
  };
  for (const [key, value] of Object.entries(expected)) if (!ignored.has(key)) compare(key, value);
  return { wrong: wrong.size === 0 ? [] : [...wrong, ...own.keys()], isInOnePiece };
}

async function measureLiblognorm(): Promise<void> {
  let [isImported, compared, equal, inOnePiece, untold] = [0, 0, 0, 0, 0];
  const steps = recordsIn<Step>(join(suites, "liblognorm/records.jsonl")).filter(({ test }) => isAsked(test));
  for (const { test, step, rulebases, message, expected, contains } of steps) {
    const key = `${test} ${step}`;
    // The file that a test names comes first, and then what it includes.
    const names = Object.keys(rulebases).sort((a, b) => Number(b === "tmp.rulebase") - Number(a === "tmp.rulebase"));
    const files = names.map((name) => ({ name, text: rulebases[name]! }));
    const { processor, rules, leftOut } = await importedFiles(files, "liblognorm");
    if (processor === undefined || leftOut.length > 0) {
      complain("refused", key, `${leftOut.join("; ")} ${JSON.stringify(Object.values(rulebases))}`);
      continue;
    }
    isImported++;
    // Some steps only ask whether the rulebase loads.
    if (expected === null && contains === null) continue;
    const miss = (expected ?? contains?.join() ?? "").includes('"unparsed-data"');
    let fields: Record<string, unknown>;
    try {
      fields = JSON.parse(expected ?? `{${(contains ?? []).join()}}`);
    } catch {
      // liblognorm's own tests compare some of these as text.
      complain("not JSON", key, String(expected));
      continue;
    }
    compared++;
    const line = processor.normalize(message);
    const annotated = Array.from(
      Object.values(rulebases)
        .join("\n")
        .matchAll(/\+([\w.]+)=/g),
      ([, name]) => name!,
    );
    const ignored = new Set(["event.tags", ...annotated]);
    const { wrong, isInOnePiece } =
      miss || line === undefined ? { wrong: [], isInOnePiece: false } : compareFields(line, rules, fields, ignored);
    if (miss === (line === undefined) && wrong.length === 0) {
      if (isInOnePiece) inOnePiece++;
      else equal++;
      continue;
    }
    const kind = line === undefined ? "less" : miss ? "more" : "values";
    const remarks = line === undefined ? [] : remarksOn(rules, line.rule);
    const isTold = isExplained(kind === "values" ? { kind, fields: wrong } : { kind }, remarks);
    if (!isTold) untold++;
    const own = line === undefined ? "not matched" : JSON.stringify(line.fields);
    complain(
      isTold ? "differs" : "UNTOLD",
      `${key}: ${message}`,
      `${expected ?? contains} → ${own} ${JSON.stringify(Object.values(rulebases))}`,
    );
  }
  summary.push([`liblognorm's steps of ${steps.length} imported`, `${isImported}`, "450"]);
  summary.push([`steps of ${compared} equal, field by field`, `${equal}, ${percent(equal, compared)}`, "-"]);
  summary.push(["steps equal in one piece", `${inOnePiece}, ${percent(inOnePiece, compared)}`, "-"]);
  const both = equal + inOnePiece;
  summary.push(["steps equal in either way", `${both}, ${percent(both, compared)}`, "95%"]);
  summary.push(["steps that differ without a comment", `${untold}`, "0"]);
}

const MEASURES = {
  specs: measureSpecs,
  names: measureNames,
  patterndb: measurePatterndb,
  liblognorm: measureLiblognorm,
};

for (const [part, measure] of Object.entries(MEASURES)) if (values.only.includes(part)) await measure();
for (const [what, figure, least] of summary) console.log(`${what.padEnd(44)} ${figure.padStart(14)}   asked: ${least}`);
