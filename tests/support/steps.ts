// Counts the steps of the matcher by V8's block coverage, so that every loop counts: reads, tries, moves in a queue. A proxy
// that counts reads, as in `counted.ts`, misses loops that never read the line. Calls of the runtime count as calls only,
// whatever they cost: `indexOf`, `fill`, `sort`.
import { type Profiler, Session } from "node:inspector";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { build } from "esbuild";
import { folder } from "./folder.ts";

type Engine = Pick<typeof import("../../src/matcher/matcher.ts"), "Matcher"> &
  Pick<typeof import("../../src/matcher/pattern.ts"), "pattern">;

/** The matcher, and how many steps it takes. */
export interface CountedEngine extends Engine {
  /** Steps of the matcher while `work` runs. The same work takes the same number every time. */
  during(work: () => void): number;
  /** Stops counting, so that what runs later is fast again. */
  stop(): void;
}

const ENTRY = fileURLToPath(new URL("../../src/matcher/", import.meta.url));

/**
 * Bundles the matcher and loads it as a new script: functions that were compiled before counting began have no counters,
 * and other tests have loaded the matcher by then.
 */
export async function countedEngine(): Promise<CountedEngine> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { Matcher } from "./matcher.ts"; export { pattern } from "./pattern.ts";`,
      resolveDir: ENTRY,
      loader: "ts",
    },
    bundle: true,
    format: "esm",
    platform: "node",
    minifyWhitespace: true,
    write: false,
  });
  const { load, ...counter } = stepCounter();
  return { ...(await load<Engine>(outputFiles[0]!.text)), ...counter };
}

export interface StepCounter extends Pick<CountedEngine, "during" | "stop"> {
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
