// All engines on all workloads: npm run bench -- [--lines N] [--rounds N] [--other FILE] [--only WORKLOAD]...
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { engines, FLOOR, OURS } from "./engines/all.ts";
import { bundleEngines } from "./engines/bundle.ts";
import { measureColdStart } from "./measure/cold-start.ts";
import { measureRounds } from "./measure/rounds.ts";
import { benchOptions } from "./options.ts";
import { coldStartTable } from "./report/cold-start-table.ts";
import { engineTable } from "./report/engine-table.ts";
import { figuresOf } from "./report/figures.ts";
import { machine } from "./report/machine.ts";
import { WORKLOADS, workloadNamed } from "./workloads/all.ts";

const options = benchOptions(process.argv.slice(2));
const workloads = options.only.length === 0 ? WORKLOADS : options.only.map(workloadNamed);

const results = fileURLToPath(new URL("results", import.meta.url));
mkdirSync(results, { recursive: true });
const folder = mkdtempSync(join(results, "run-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

await bundleEngines(folder);
const all = engines(folder, options.other);
const ours = all.find(({ name }) => name === OURS)!;
const { node, cpu, cores, memoryGb } = machine();
const date = new Date().toISOString();
const told: string[] = [];
const tell = (text: string): void => {
  console.log(text);
  told.push(text);
};

tell(`Node ${node}, ${cpu}, ${cores} cores, ${memoryGb} GB, ${date.slice(0, 10)}`);
tell(`CPU time for ${options.lines} lines, median of ${options.rounds} rounds\n`);

const coldStart = measureColdStart(["three-services", "341-templates"].map(workloadNamed), ours, folder);
tell(coldStartTable(coldStart));

const measured = workloads.map((workload) => {
  const own = join(folder, workload.name);
  const samples = measureRounds(workload, all, ours, options, own);
  rmSync(own, { recursive: true });
  const figures = samples.map((sample) => figuresOf(sample, options.lines));
  tell(`${workload.name}: ${workload.rules.length} rules\n`);
  tell(engineTable(figures, options.lines, OURS, FLOOR));
  return {
    workload: workload.name,
    rules: workload.rules.length,
    engines: figures.map((figure, i) => ({ ...figure, rounds: samples[i]!.rounds })),
  };
});

const record = join(results, date.replaceAll(/[:.]/g, "-"));
writeFileSync(`${record}.md`, told.join("\n"));
writeFileSync(
  `${record}.json`,
  `${JSON.stringify({ date, ...machine(), ...options, coldStart, workloads: measured }, null, 2)}\n`,
);
console.log(`Written to bench/results/${basename(record)}.md and .json`);
