import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type FillableTemplate, type LineTemplate, lineOf } from "./line-template.ts";
import { Random } from "./random.ts";
import { rulesFile } from "./rules-file.ts";

/** Rules and the lines that they run on, with a name. */
export interface Workload {
  readonly name: string;
  readonly rules: readonly LineTemplate[];
  /** The rules file, if it is not generated from the rules. */
  readonly rulesText?: string;
  /** The line with this number, from 0 on, with random values. It may match no rule. */
  readonly line: (random: Random, number: number) => string;
  readonly lineEnd: "\n" | "\r\n";
}

/** Lines of some templates, each equally often, with new values. */
export function drawnFrom(templates: readonly FillableTemplate[]): Workload["line"] {
  return (random) => lineOf(random.pick(templates), random);
}

/** The paths of a workload on disk. */
export interface WorkloadPaths {
  readonly rules: string;
  readonly log: string;
}

const CHUNK = 1024 * 1024;

/** Writes the rules and a log of this many lines into a folder. The same seed gives the same bytes. */
export function writeWorkload(workload: Workload, lines: number, folder: string, seed = 1): WorkloadPaths {
  mkdirSync(folder, { recursive: true });
  const files = { rules: join(folder, "rules.yaml"), log: join(folder, `${lines}.log`) };
  writeFileSync(files.rules, workload.rulesText ?? rulesFile(workload.rules));
  const random = new Random(seed);
  const log = openSync(files.log, "w");
  let chunk = "";
  for (let i = 0; i < lines; i++) {
    chunk += workload.line(random, i) + workload.lineEnd;
    if (chunk.length < CHUNK) continue;
    writeSync(log, chunk);
    chunk = "";
  }
  writeSync(log, chunk);
  closeSync(log);
  return files;
}
