// How measure-failed-runs.ts and measure-summary.ts run the command.
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

/** A program with its first arguments. */
export type Program = readonly [string, ...string[]];

/** GNU time, as Node does not tell what its children cost. */
export const TIME = "/usr/bin/time";

export interface Output {
  readonly text: string;
  /** By the exit code. */
  readonly isQuiet: boolean;
}

/** Runs `diff --good`. Throws if it fails. */
export function compare(
  program: Program,
  good: readonly string[],
  failed: string,
  ...options: string[]
): Promise<Output> {
  return runDiff(program, ...good.flatMap((path) => ["--good", path]), ...options, failed);
}

/** Runs `diff`. Throws if it fails. */
export function runDiff(program: Program, ...options: readonly string[]): Promise<Output> {
  const [file, ...args] = [...program, "diff", ...options];
  return new Promise((fulfil, reject) => {
    execFile(file!, args, { maxBuffer: Number.POSITIVE_INFINITY }, (error, text, stderr) => {
      if (error === null || error.code === 1) fulfil({ text, isQuiet: error === null });
      else reject(new Error(`${args.join(" ")}: ${stderr || error.message}`));
    });
  });
}

/** How many processes run at a time where nothing is timed. */
const PROCESSES = 2;

/** Does the work for all items, some at a time. The results are in the order of the items. */
export async function forAll<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const workers = Array.from({ length: PROCESSES }, async () => {
    for (const [i, item] of rest) results[i] = await work(item);
  });
  await Promise.all(workers);
  return results;
}

/** Builds the command of a checkout into a folder, with an empty table of bad words. Undefined if it has no table. */
export async function builtWithoutWords(root: string, folder: string): Promise<Program | undefined> {
  let isEmptied = false;
  const emptyWords: Plugin = {
    name: "empty-words",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]events[\\/]bad-words\.ts$/ }, ({ path }) => {
        isEmptied = true;
        return {
          contents: `${readFileSync(path, "utf8")}\nfor (const words of Object.values(BAD_NEWS)) words.clear();\n`,
          loader: "ts",
        };
      });
    },
  };
  const { bundleCommand } = await import(pathToFileURL(join(root, "scripts/bundles.mjs")).href);
  await bundleCommand(folder, { plugins: [emptyWords], absWorkingDir: root });
  return isEmptied ? [process.execPath, join(folder, "normalizer.cjs")] : undefined;
}

/** CPU seconds, and the most memory in MB. Of several runs the one with the least CPU counts. */
export function costOf(program: Program, times: number): { cpu: number; memory: number } {
  const costs = Array.from({ length: times }, () => {
    const { status, stderr } = spawnSync(TIME, ["-f", "%U %S %M", ...program], {
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
    });
    if (status !== 0 && status !== 1) throw new Error(`${program.join(" ")}: ${stderr}`);
    // What the program itself writes comes first.
    const [user, system, kilobytes] = stderr.trimEnd().split("\n").at(-1)!.split(" ").map(Number);
    return { cpu: user! + system!, memory: Math.round(kilobytes! / 1000) };
  });
  return costs.reduce((least, cost) => (cost.cpu < least.cpu ? cost : least));
}
