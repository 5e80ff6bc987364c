// Runs what docs/how-to/log-pipelines.md shows with the programs that are installed or can be unpacked, kills things in
// the middle and counts the lines: `npm run check:recipes [NAME…]`. Takes some minutes; NATS needs the network.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JOURNAL_REMOTE, JOURNALCTL, journalTrial } from "./journald.ts";
import { NATS, natsClients, natsRecipe } from "./nats.ts";
import { findProgram, type Program, type ProgramDefinition } from "./programs.ts";
import { RSYSLOG, rsyslogRecipes } from "./rsyslog.ts";
import { SYSLOG_NG, syslogNgRecipes } from "./syslog-ng.ts";
import { FAULTS, type Fault, isAsPromised, type Recipe, type Result, trial } from "./trial.ts";

const names = process.argv.slice(2);
const temporary = mkdtempSync(join(tmpdir(), "normalizer-recipes-"));
process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
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

function cell({ lost, twice, unchanged, broken, isInOrder }: Result): string {
  const parts = [`${lost} lost`];
  if (twice > 0) parts.push(`${twice} twice`);
  if (unchanged > 0) parts.push(`${unchanged} unchanged`);
  if (broken > 0) parts.push(`${broken} broken`);
  if (!isInOrder) parts.push("mixed");
  return parts.join(", ");
}

/** A recipe, and how it is tried with a fault. */
interface Trials extends Pick<Recipe, "name" | "version" | "promises"> {
  run(fault: Fault): Promise<Result>;
}

async function row({ name, version, promises, run }: Trials): Promise<string[]> {
  const results: Result[] = [];
  for (const fault of FAULTS) {
    const result = await run(fault);
    results.push(result);
    console.log(`${name}, ${fault}: ${cell(result)}`);
    if (!isAsPromised(result, promises[fault])) fail(`the page says: ${promises[fault]}`);
  }
  const [none] = results;
  const counts = [String(none!.lines), String(none!.written), none!.isInOrder ? "yes" : "no"];
  return [name, version, ...counts, ...results.slice(1).map(cell)];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const jq = found(JQ);
const rsyslog = found(RSYSLOG);
const syslogNg = found(SYSLOG_NG);
const nats = found(NATS);
const journalctl = found(JOURNALCTL);
const remote = found(JOURNAL_REMOTE);
const recipes: Recipe[] = [];
if (rsyslog !== undefined) recipes.push(...rsyslogRecipes(rsyslog, jq));
if (syslogNg !== undefined) recipes.push(...syslogNgRecipes(syslogNg));
if (nats !== undefined) recipes.push(await natsRecipe(nats, await natsClients(join(temporary, "clients"))));
const trials: Trials[] = recipes.map((recipe) => ({ ...recipe, run: (fault) => trial(recipe, fault) }));
if (journalctl !== undefined && remote !== undefined && jq !== undefined) {
  trials.push({
    name: "journald, in batches",
    version: journalctl.version,
    promises: {
      none: "exactly once",
      "child killed": "exactly once",
      "child stopped": "exactly once",
      restarted: "exactly once",
      killed: "exactly once",
    },
    run: (fault) => journalTrial(journalctl, remote, fault),
  });
}
const chosen = trials.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
const rows = [
  ["recipe", "version", "lines in", "out", "order kept", "child kill -9", "child SIGTERM", "restarted", "killed -9"],
];
for (const recipe of chosen) rows.push(await row(recipe));
console.log(`\n${table(rows)}\n`);
console.log(failures === 0 ? "the recipes do what the page says" : `${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;
