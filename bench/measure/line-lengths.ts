import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePrograms } from "../bundle.ts";
import type { Engine } from "../engines/engine.ts";
import { type LongLines, linesOfLength } from "../workloads/long-lines.ts";
import { type Time, timed } from "./timed.ts";
import { inTurns } from "./turns.ts";
import { WorkloadFiles } from "./workload-files.ts";

const PROGRAM = fileURLToPath(new URL("programs/long-lines.ts", import.meta.url));

/** A log of at least this many bytes, so that the cost of a pass over many short lines does not show. */
const LEAST_BYTES = 1_000_000;

/** What lines of one kind took, by their length. */
export interface LineLengths {
  readonly name: string;
  readonly lengths: readonly {
    readonly length: number;
    /** Seconds of CPU time for a line, one figure for each round. */
    readonly rounds: readonly number[];
  }[];
}

/** Runs the library on lines of all these kinds and lengths, in a process for each kind. */
export function measureLineLengths(
  kinds: readonly LongLines[],
  lengths: readonly number[],
  rounds: number,
  folder: string,
): LineLengths[] {
  bundlePrograms([PROGRAM], folder);
  const counts = lengths.map((length) => Math.ceil(LEAST_BYTES / length));
  const runs = kinds.map((kind, i) => {
    const files = lengths.map((length, j) =>
      new WorkloadFiles(linesOfLength(kind, length), join(folder, `${i}-${length}`)).ofLines(counts[j]!),
    );
    return [process.execPath, join(folder, "long-lines.mjs"), files[0]!.rules, ...files.map(({ log }) => log)];
  });
  const output = join(folder, "output");
  const measured = inTurns(runs, rounds, (command) => {
    timed(command, output);
    return JSON.parse(readFileSync(output, "utf8")) as number[];
  });
  return kinds.map(({ name }, i) => ({
    name,
    lengths: lengths.map((length, j) => ({ length, rounds: measured[i]!.map((round) => round[j]! / counts[j]!) })),
  }));
}

/** What the whole command took for a log of one line. */
export interface SingleLine {
  readonly name: string;
  readonly rounds: readonly Time[];
}

/** Runs our command on a single line of each kind. */
export function measureSingleLines(
  kinds: readonly LongLines[],
  length: number,
  ours: Engine,
  rounds: number,
  folder: string,
): SingleLine[] {
  const runs = kinds.map((kind, i) => ({
    name: kind.name,
    files: new WorkloadFiles(linesOfLength(kind, length), join(folder, `single-${i}`)),
  }));
  const measured = inTurns(runs, rounds, ({ files }) => {
    const { cpu, wall } = timed(ours.command(files.ofLines(1)), join(folder, "output"));
    return { cpu, wall };
  });
  return runs.map(({ name }, i) => ({ name, rounds: measured[i]! }));
}
