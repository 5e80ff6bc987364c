// Which files a line or a rule passes. measure-house.ts says what that means.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * A run has so many lines, or rules, and another one twice as many: few enough that no WebAssembly module takes over,
 * in which coverage sees nothing.
 */
const COUNT = 100;

/** Code counts if it runs for nearly every line: hash tables grow by leaps, and some lines take a shorter way. */
const SHARE = 0.9;

/** A file that a line or a rule passes. */
export interface PassedFile {
  readonly path: string;
  /** No function of it is called for each of them, but a loop runs over them. */
  readonly onlyLoops: boolean;
}

/** How often a piece of code ran, by its file, its function and its place. */
export type Coverage = ReadonlyMap<string, RanCode>;

interface RanCode {
  readonly path: string;
  readonly isFunction: boolean;
  readonly count: number;
}

/** A command, and what shows that it has done its work, so that a run that fails does not pass as a short one. */
interface Trial {
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly exit: number;
  readonly outputs: number;
}

/** What a line and a rule are in the table, and the command that takes so many of them. */
export const TRIALS: Readonly<Record<string, (count: number) => Trial>> = {
  "a plain line": (count) => normalizing("time", count),
  "a line with a date-time": (count) => normalizing("timestamp", count),
  "a differing line": (count) => ({
    files: { "rules.yaml": rulesFile([rule("time", "read")]), old: log(0, count), new: log(count, count) },
    args: ["diff", "-r", "rules.yaml", "old", "new"],
    exit: 1,
    outputs: 2 * count,
  }),
  "a rule": (count) => ({
    files: {
      "rules.yaml": rulesFile(
        ["read", ...numbers(count - 1).map((i) => `wrote${i}`)].map((verb) => rule("time", verb)),
      ),
      log: log(0, 1),
    },
    args: ["-r", "rules.yaml", "log", "-q"],
    exit: 0,
    outputs: 1,
  }),
};

/** The plain command. A field has any text, unless its name is that of a type. */
function normalizing(field: string, count: number): Trial {
  const files = { "rules.yaml": rulesFile([rule(field, "read")]), log: log(0, count) };
  return { files, args: ["-r", "rules.yaml", "log", "-q"], exit: 0, outputs: count };
}

function rulesFile(rules: readonly string[]): string {
  return `rules:\n${rules.join("")}`;
}

function rule(field: string, verb: string): string {
  const pattern = `{${field}} ${verb} {file}: {rows} rows in {duration}`;
  return `  - name: ${verb}\n    pattern: "${pattern}"\n    output: "${verb} {file}: {rows} rows"\n`;
}

/** Lines no two of which are alike, also in what the output shows. */
function log(from: number, count: number): string {
  const line = (i: number): string => `2025-01-14 02:00:0${i % 10}.118 read part-${i}.csv: ${i} rows in ${i % 7} ms\n`;
  return numbers(count)
    .map((i) => line(from + i))
    .join("");
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/** The files of a checkout that each line, or each rule, of a trial passes. */
export function filesPassed(root: string, trial: (count: number) => Trial): PassedFile[] {
  return growth(coverageOf(root, trial(COUNT)), coverageOf(root, trial(2 * COUNT)), COUNT * SHARE);
}

/** The files with code that ran so many times more in the larger run than in the smaller one. */
export function growth(small: Coverage, large: Coverage, atLeast: number): PassedFile[] {
  const passed = new Map<string, boolean>();
  for (const [key, { path, isFunction, count }] of large) {
    if (count - (small.get(key)?.count ?? 0) < atLeast) continue;
    passed.set(path, !isFunction && (passed.get(path) ?? true));
  }
  return Array.from(passed, ([path, onlyLoops]) => ({ path, onlyLoops })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Runs the command of a checkout, from its sources. */
function coverageOf(root: string, { files, args, exit, outputs }: Trial): Coverage {
  const folder = mkdtempSync(join(tmpdir(), "measure-house-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(folder, name), text);
      // A log that has just been written is read with more care, as it may still change.
      utimesSync(join(folder, name), 0, 0);
    }
    const written = join(folder, "coverage");
    const loader = [
      "--import",
      import.meta.resolve("tsx"),
      "--import",
      'data:text/javascript,globalThis.__VERSION__=""',
    ];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...loader, join(root, "src/cli/main.ts"), ...args],
      {
        cwd: folder,
        env: { ...process.env, NODE_V8_COVERAGE: written, TSX_TSCONFIG_PATH: join(root, "tsconfig.json") },
        encoding: "utf8",
        maxBuffer: Number.POSITIVE_INFINITY,
      },
    );
    const shown = stdout.match(/\bread part-/g)?.length ?? 0;
    if (status !== exit || shown < outputs)
      throw new Error(`${args.join(" ")}: exit ${status}, ${shown} lines; ${exit} and ${outputs} expected\n${stderr}`);
    return readCoverage(written, pathToFileURL(join(root, "src/")).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What Node wrote of the files under a URL. The threads of a process write files of their own. */
function readCoverage(folder: string, sources: string): Coverage {
  const coverage = new Map<string, RanCode>();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as { result: ScriptCoverage[] };
    for (const { url, functions } of result) {
      if (!url.startsWith(sources)) continue;
      const path = url.slice(sources.length).replace(/\?.*/, "");
      for (const { functionName, ranges } of functions) {
        // The first range is the whole function, the others are blocks in it.
        for (const [i, { startOffset, endOffset, count }] of ranges.entries()) {
          const key = [path, functionName, i === 0, startOffset, endOffset].join(" ");
          coverage.set(key, { path, isFunction: i === 0, count: count + (coverage.get(key)?.count ?? 0) });
        }
      }
    }
  }
  return coverage;
}

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly { readonly functionName: string; readonly ranges: readonly Range[] }[];
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}
