// What the engines of others make of a log: pdbtool of syslog-ng, and lognormalizer of liblognorm.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A matched line: the rule, and the values by the names that the engine gives them. */
export interface EngineMatch {
  readonly rule: string;
  readonly values: ReadonlyMap<string, string>;
}

/** Whether a program can be run. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ["--help"]).error === undefined;
}

/** A header of syslog without a program, so that the whole line is the message. */
const EMPTY_HEADER = "<13>1 - - - - - - ";

/** What pdbtool makes of each line, of which none is empty. With `isWhole`, lines are messages without a header. */
export function pdbtoolMatches(database: string, lines: readonly string[], isWhole: boolean): (EngineMatch | null)[] {
  const log = lines.map((line) => `${isWhole ? EMPTY_HEADER : ""}${line}\n`).join("");
  const output = inFolder({ "patterns.xml": database, log }, (folder) =>
    run("pdbtool", ["match", "-p", "patterns.xml", "-f", "log"], folder),
  );
  const blocks = output.split(/\n\n/).filter((block) => block !== "");
  return blocks.map((block) => {
    const pairs = block.split("\n").map((line): [string, string] => {
      const equals = line.indexOf("=");
      return [line.slice(0, equals), line.slice(equals + 1)];
    });
    const rule = pairs.find(([name]) => name === ".classifier.rule_id")?.[1];
    const values = pairs.filter(([name]) => !/^(?:[A-Z_]+|\.classifier\..*|\.SDATA\..*)$/.test(name));
    return rule === undefined ? null : { rule, values: new Map(values) };
  });
}

/** A database that pdbtool makes of a log. */
export function patternized(lines: readonly string[], isWhole: boolean): string {
  const log = lines.map((line) => `${isWhole ? EMPTY_HEADER : ""}${line}\n`).join("");
  return inFolder({ log }, (folder) => run("pdbtool", ["patternize", "-f", "log", "-S", "1", "-n"], folder));
}

/** What lognormalizer makes of each line. Rules are told apart by their tags. */
export function lognormalizerMatches(rulebase: string, lines: readonly string[]): (EngineMatch | null)[] {
  const output = inFolder({ rulebase }, (folder) =>
    run("lognormalizer", ["-r", "rulebase", "-T", "-e", "json"], folder, `${lines.join("\n")}\n`),
  );
  const matches = output.split("\n").filter((line) => line !== "");
  return matches.map((line) => {
    const { "event.tags": tags = [], originalmsg, "unparsed-data": unparsed, ...event } = JSON.parse(line);
    return unparsed === undefined ? { rule: tags.join(","), values: new Map(flattened(event, "")) } : null;
  });
}

function flattened(object: object, prefix: string): [string, string][] {
  return Object.entries(object).flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? flattened(value, `${prefix}${name}.`)
      : [[prefix + name, String(value)] as [string, string]],
  );
}

function inFolder<T>(files: Readonly<Record<string, string>>, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "engines-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(program: string, args: readonly string[], cwd: string, input = ""): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, input, maxBuffer: 1 << 28 });
  // pdbtool match ends with 1 if a message matched nothing.
  if (status === null || status > 1) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout.toString();
}
