import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePrograms } from "../bundle.ts";
import { ELEMENTS_A_LINE, type ElementKind, workloadsOf } from "../workloads/element-kinds.ts";
import { timed } from "./timed.ts";
import { inTurns } from "./turns.ts";
import { WorkloadFiles } from "./workload-files.ts";

const PROGRAM = fileURLToPath(new URL("programs/elements.ts", import.meta.url));
const LIBRARY = fileURLToPath(new URL("../../src/library/processor.ts", import.meta.url));

/** So many lines that the processor's branch predictor cannot learn them. */
const LINES = 4000;

/**
 * What an element costs on a line, in seconds of CPU time, one figure for each round. Includes the literal before it.
 */
export interface ElementCost {
  readonly kind: string;
  readonly library: string;
  readonly own: readonly number[];
  /** The cost of a field of any text in its place. */
  readonly anyText: readonly number[];
}

/** The libraries that can be measured in process, by name: ours, and the one next to another build of the command. */
export function bundleLibraries(other: string | undefined, folder: string): Map<string, string> {
  bundlePrograms([LIBRARY], join(folder, "ours"));
  const libraries = new Map([["ours", join(folder, "ours/processor.mjs")]]);
  const beside = other && join(dirname(other), "index.js");
  if (beside !== undefined && existsSync(beside)) {
    bundlePrograms([beside], join(folder, "other"));
    libraries.set("other", join(folder, "other/index.mjs"));
  }
  return libraries;
}

/** Measures elements of every kind with all libraries, in turns, in a process for each pattern. */
export function measureElements(
  kinds: readonly ElementKind[],
  libraries: ReadonlyMap<string, string>,
  rounds: number,
  folder: string,
): ElementCost[] {
  bundlePrograms([PROGRAM], folder);
  const output = join(folder, "output");
  const runs = kinds.flatMap((kind, i) => {
    const workloads = workloadsOf(kind);
    const commands = (["own", "anyText", "nothing"] as const).map((name) => {
      const { rules, log } = new WorkloadFiles(workloads[name], join(folder, `${i}-${name}`)).ofLines(LINES);
      return [rules, log];
    });
    return [...libraries].map(([library, module]) => ({ kind: kind.name, library, module, commands }));
  });
  const measured = inTurns(runs, rounds, ({ module, commands }) => {
    const [own, anyText, nothing] = commands.map((files) => {
      timed([process.execPath, join(folder, "elements.mjs"), module, ...files], output);
      return (JSON.parse(readFileSync(output, "utf8")) as number) / LINES;
    });
    return { own: (own! - nothing!) / ELEMENTS_A_LINE, anyText: (anyText! - nothing!) / ELEMENTS_A_LINE };
  });
  return runs.map(({ kind, library }, i) => ({
    kind,
    library,
    own: measured[i]!.map(({ own }) => own),
    anyText: measured[i]!.map(({ anyText }) => anyText),
  }));
}
