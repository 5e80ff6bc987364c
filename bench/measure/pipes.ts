import { join } from "node:path";
import type { Engine } from "../engines/engine.ts";
import type { Workload } from "../workloads/workload.ts";
import { type Cost, costOf } from "./cost.ts";
import { ALL_TO_ONE_PIPE, fromPipe, MESSAGES_TO_PIPE, type Plumbing, TO_FILES, TO_PIPE } from "./plumbing.ts";
import { inTurns } from "./turns.ts";
import { WorkloadFiles } from "./workload-files.ts";

/** The ways that the others are compared with. */
export const FILE_TO_FILE = "file to file";
export const FILE_TO_PIPE = "file to pipe";

/** One way to connect the command. */
export interface Way {
  readonly name: string;
  readonly rounds: readonly Cost[];
}

/** Runs our command on one log with files or pipes as its input and outputs, with and without explain records. */
export function measurePipes(
  workload: Workload,
  ours: Engine,
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
  folder: string,
): Way[] {
  const files = new WorkloadFiles(workload, folder).ofLines(lines);
  const plain = ours.command(files);
  const filter = ours.command({ ...files, log: "-" });
  const explained = [...plain, "--explain"];
  const ways: { name: string; command: readonly string[]; plumbing: Plumbing }[] = [
    { name: FILE_TO_FILE, command: plain, plumbing: TO_FILES },
    { name: FILE_TO_PIPE, command: plain, plumbing: TO_PIPE },
    { name: "pipe to file", command: filter, plumbing: fromPipe(files.log, TO_FILES) },
    { name: "pipe to pipe", command: filter, plumbing: fromPipe(files.log, TO_PIPE) },
    { name: "file to file, records to a file of their own", command: explained, plumbing: TO_FILES },
    { name: "file to file, records to a pipe of their own", command: explained, plumbing: MESSAGES_TO_PIPE },
    { name: "file to pipe, records to the same pipe", command: explained, plumbing: ALL_TO_ONE_PIPE },
  ];
  const measured = inTurns(ways, rounds, ({ command, plumbing }) => costOf(command, join(folder, "output"), plumbing));
  return ways.map(({ name }, i) => ({ name, rounds: measured[i]! }));
}
