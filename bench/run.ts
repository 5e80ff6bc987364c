// Runs the benches: npm run bench -- [--section NAME]... [--only WORKLOAD]... [--lines N] [--rounds N] [--other FILE]
// [--megabytes N] [--data FOLDER]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { engines, leftOut } from "./engines/all.ts";
import { bundleEngines } from "./engines/bundle.ts";
import { benchOptions } from "./options.ts";
import { machine } from "./report/machine.ts";
import { SECTIONS, sectionNamed } from "./sections/all.ts";
import type { Bench } from "./sections/section.ts";

const options = benchOptions(process.argv.slice(2));
const sections = options.sections.length === 0 ? SECTIONS : options.sections.map(sectionNamed);

const results = fileURLToPath(new URL("results", import.meta.url));
mkdirSync(results, { recursive: true });
const folder = mkdtempSync(join(results, "run-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

bundleEngines(folder);
const all = engines(folder, options.other);
const { node, cpu, cores, memoryGb } = machine();
const date = new Date().toISOString();
const record = join(results, date.replaceAll(/[:.]/g, "-"));
const report: string[] = [];
const print: Bench["print"] = (text) => {
  console.log(text);
  report.push(text);
};
const plot: Bench["plot"] = (name, title, svg) => {
  const file = `${record}-${name}.svg`;
  writeFileSync(file, svg);
  print(`![${title}](${basename(file)})\n`);
};

const { lines, rounds } = options;
print(`Node ${node}, ${cpu}, ${cores} cores, ${memoryGb} GB, ${date.slice(0, 10)}`);
print(`${lines} lines, medians of ${rounds} rounds\n`);
for (const name of leftOut()) print(`${name}: left out, since its program is not installed\n`);

const figures: Record<string, unknown> = {};
for (const { name, run } of sections) {
  const own = join(folder, name);
  mkdirSync(own);
  print(`## ${name}\n`);
  figures[name] = run({ options, engines: all, folder: own, print, plot });
  rmSync(own, { recursive: true });
  // Written after every section, so that a later failure loses no figures.
  writeFileSync(`${record}.md`, report.join("\n"));
  writeFileSync(`${record}.json`, `${JSON.stringify({ date, ...machine(), lines, rounds, ...figures }, null, 2)}\n`);
}
console.log(`Written to bench/results/${basename(record)}.md and .json`);
