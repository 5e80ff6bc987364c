// Runs what docs/how-to/log-pipelines.md shows with the programs that are installed or can be unpacked, kills things in
// the middle and counts the lines: `npm run check:recipes [NAME…]`. Takes some minutes; NATS needs the network.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, type Program, type ProgramDefinition } from "./programs.ts";
import { RSYSLOG, rsyslogRecipes } from "./rsyslog.ts";
import { SYSLOG_NG, syslogNgRecipes } from "./syslog-ng.ts";
import { FAULTS, isAsPromised, type Recipe, type Result, trial } from "./trial.ts";

const names = process.argv.slice(2);
const temporary = mkdtempSync(join(tmpdir(), "normalizer-recipes-"));
let failures = 0;

function fail(what: string): void {
  failures++;
  console.log(`FAIL ${what}`);
}

function found(definition: ProgramDefinition): Program | undefined {
  const program = findProgram(definition, temporary);
  if (typeof program !== "string") return program;
  console.log(`SKIPPED: ${definition.name}: ${program}`);
  return undefined;
}

const JQ: ProgramDefinition = { name: "jq", folders: [], packages: [], versionOption: "--version" };

function cell({ lost, twice, broken, isInOrder }: Result): string {
  const parts = [`${lost} lost`];
  if (twice > 0) parts.push(`${twice} twice`);
  if (broken > 0) parts.push(`${broken} broken`);
  if (!isInOrder) parts.push("mixed");
  return parts.join(", ");
}

async function row(recipe: Recipe): Promise<string[]> {
  const results: Result[] = [];
  for (const fault of FAULTS) {
    const result = await trial(recipe, fault);
    results.push(result);
    const promised = recipe.promises[fault];
    console.log(`${recipe.name}, ${fault}: ${cell(result)}`);
    if (!isAsPromised(result, promised)) fail(`the page says: ${promised}`);
  }
  const [none] = results;
  return [
    recipe.name,
    recipe.version,
    String(none!.lines),
    String(none!.written),
    none!.isInOrder ? "yes" : "no",
    ...results.slice(1).map(cell),
  ];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => row.map((text, column) => text.padEnd(widths[column]!)).join("  ").trimEnd()).join("\n");
}

try {
  const jq = found(JQ) ?? "none";
  const rsyslog = found(RSYSLOG);
  const syslogNg = found(SYSLOG_NG);
  const recipes = [
    ...(rsyslog === undefined ? [] : rsyslogRecipes(rsyslog, jq)),
    ...(syslogNg === undefined ? [] : syslogNgRecipes(syslogNg)),
  ].filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
  const rows = [
    ["recipe", "version", "lines in", "out", "order kept", "child kill -9", "child SIGTERM", "restarted", "killed -9"],
  ];
  for (const recipe of recipes) rows.push(await row(recipe));
  console.log(`\n${table(rows)}\n`);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
console.log(failures === 0 ? "the recipes do what the page says" : `${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;
