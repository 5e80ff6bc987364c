// Counts steps by V8's block coverage, so that every loop counts: reads, tries, moves in a queue. A proxy that counts
// reads, as in `counted.ts`, misses loops that never read the line. A call of the runtime counts as one call, whatever
// it costs: `indexOf`, `fill`, `sort`. Regular expressions are checked by `npm run lint`.

import assert from "node:assert/strict";
import { type Profiler, Session } from "node:inspector";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { build } from "esbuild";
import { folder } from "./folder.ts";
import { suite } from "./suite.ts";
import { REQUIRE } from "./test-bundle.ts";

/** Some modules of src/, with a counter of their steps. */
type Counting<Modules> = Modules & StepCounting;

interface StepCounting {
  /** Returns the steps of the modules while `work` runs. The same work always takes the same number. */
  during(work: () => void): number;
  /** The same for work that ends later. */
  until(work: () => Promise<unknown>): Promise<number>;
  /** Stops counting, so that later code is fast again. */
  stop(): void;
}

/** Twice the line, or twice the rules, may take at most this many times the steps. */
export const GROWTH = 2.3;

const SOURCES = fileURLToPath(new URL("../../src/", import.meta.url));

/**
 * Bundles these exports of modules, given by their paths in src/, and loads them as a new script. The modules as other
 * tests load them would not do, because functions that were compiled before counting began have no counters.
 */
async function countedModules<Modules>(exported: Readonly<Record<string, string>>): Promise<Counting<Modules>> {
  const { outputFiles } = await build({
    stdin: {
      contents: Object.entries(exported)
        .map(([path, names]) => `export { ${names} } from "./${path}";`)
        .join("\n"),
      resolveDir: SOURCES,
      loader: "ts",
    },
    bundle: true,
    format: "esm",
    platform: "node",
    minifyWhitespace: true,
    banner: REQUIRE,
    write: false,
  });
  const { load, ...counter } = stepCounter();
  return { ...(await load<Modules>(outputFiles[0]!.text)), ...counter };
}

/** c8 uses the same counters, and reading them resets them. */
export const isCoverage = process.env.NODE_V8_COVERAGE !== undefined;

/** Defines a suite of tests that count the steps of some modules. Under coverage these tests are skipped. */
export function countingSuite<Modules>(
  name: string,
  exported: Readonly<Record<string, string>>,
  define: (test: (name: string, handler: () => void | Promise<void>) => void, modules: () => Counting<Modules>) => void,
): void {
  suite(name, (test) => {
    let modules: Counting<Modules> | undefined;
    if (!isCoverage) {
      test.before(async () => {
        modules = await countedModules(exported);
      });
      test.after(() => modules?.stop());
    }
    define(isCoverage ? test.skip : test, () => modules!);
  });
}

/** Checks that twice the size takes no more than a little above twice the steps. */
export function checkGrowth(what: string, once: number, twice: number): void {
  assert.ok(twice <= GROWTH * once + 25_000, `${what}: ${once} steps, then ${twice}`);
}

export interface StepCounter extends StepCounting {
  /** Loads a script. From then on its steps are counted, and those of no other script. */
  load<T>(source: string): Promise<T>;
}

/**
 * Starts counting. V8 runs no optimised code meanwhile: it would not count calls of functions without branches that it
 * inlined. Counters have 32 bits and wrap around, so no block may run 2 ** 31 times, which takes two minutes.
 */
export function stepCounter(): StepCounter {
  const session = new Session();
  session.connect();
  const setOptimizing = (isOn: boolean): void => {
    for (const compiler of ["opt", "maglev"]) setFlagsFromString(`--${isOn ? "" : "no-"}${compiler}`);
  };
  setOptimizing(false);
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

  let url = "";
  const taken = (): number => {
    let steps = 0;
    // In the same thread a session answers before `post` returns.
    session.post("Profiler.takePreciseCoverage", (error, coverage) => {
      if (error !== null) throw error;
      const script = coverage.result.find((script) => script.url === url);
      for (const { ranges } of script?.functions ?? []) steps += stepsIn(ranges);
    });
    return steps;
  };

  return {
    load: async <T>(source: string) => {
      url = pathToFileURL(join(folder({ "counted.mjs": source }), "counted.mjs")).href;
      return (await import(url)) as T;
    },
    during: (work) => {
      taken();
      work();
      return taken();
    },
    until: async (work) => {
      taken();
      await work();
      return taken();
    },
    stop: () => {
      session.post("Profiler.stopPreciseCoverage");
      session.disconnect();
      setOptimizing(true);
    },
  };
}

/**
 * A block takes one step for each of its characters. V8 omits a block that ran as often as the block around it, and in
 * characters the sum is the same with and without it. The ranges of a function nest, outer ones first.
 */
function stepsIn(ranges: readonly Profiler.CoverageRange[]): number {
  let steps = 0;
  const around: Profiler.CoverageRange[] = [];
  for (const range of ranges) {
    while (around.length > 0 && around.at(-1)!.endOffset <= range.startOffset) around.pop();
    const outer = around.at(-1)?.count ?? 0;
    steps += (range.count - outer) * (range.endOffset - range.startOffset);
    around.push(range);
  }
  return steps;
}
