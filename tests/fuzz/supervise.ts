import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { folder } from "../support/folder.ts";
import { caseOf } from "./case-seed.ts";
import type { Fault, Message } from "./messages.ts";
import { type TargetName, targetNamed } from "./targets.ts";

/** A case that takes longer than this hangs, as its own limits are far lower. */
const HANGS_MS = 180_000;

const WORKER = fileURLToPath(new URL("worker.ts", import.meta.url));
const MEGABYTES = 3_000;

export interface Fuzzing {
  readonly name: TargetName;
  readonly seed: number;
  /** The first and the last case, and when to stop. */
  readonly first: number;
  readonly last: number;
  readonly until: number;
}

/** After this many faults it is time to look at them. */
const MAX_FAULTS = 10;

/**
 * Runs cases in worker processes. If one hangs or crashes, a new one continues with the next case. Returns the number
 * of cases.
 */
export async function supervise(fuzzing: Fuzzing, report: (fault: Fault) => void): Promise<number> {
  const { name, seed, last, until } = fuzzing;
  let first = fuzzing.first;
  let faults = 0;
  const found = (fault: Fault): boolean => {
    report(fault);
    return ++faults < MAX_FAULTS;
  };
  while (first <= last && Date.now() < until && faults < MAX_FAULTS) {
    const { at, end } = await watched({ ...fuzzing, first }, found);
    if (end === "done") return at - fuzzing.first;
    const target = targetNamed(name);
    found({ index: at, message: end, files: target.files(caseOf(target, seed, at)) });
    first = at + 1;
  }
  return first - fuzzing.first;
}

/** Runs a worker to its end. Returns the case that it was at, and how it ended. */
function watched(
  { name, seed, first, last, until }: Fuzzing,
  found: (fault: Fault) => boolean,
): Promise<{ at: number; end: string }> {
  // Created here, because a worker that is killed would leave it behind.
  const scratch = folder();
  const args = [name, seed, first, last, until, scratch].map(String);
  const execArgv = ["--import", "tsx", `--max-old-space-size=${MEGABYTES}`];
  const worker = fork(WORKER, args, { execArgv, serialization: "advanced" });
  return new Promise((resolve) => {
    let at = first;
    let end: string | undefined;
    let limit = setTimeout(stopHung, HANGS_MS);
    function stopHung(): void {
      stop(`the case did not end within ${HANGS_MS / 1000} s`, at);
    }
    function stop(how: string, where: number): void {
      [at, end] = [where, how];
      worker.kill("SIGKILL");
    }
    worker.on("message", (message: Message) => {
      clearTimeout(limit);
      limit = setTimeout(stopHung, HANGS_MS);
      if (message.kind === "begins") at = message.index;
      else if (message.kind === "fault" && !found(message.fault)) stop("done", at + 1);
      else if (message.kind === "done") [at, end] = [first + message.cases, "done"];
    });
    onEnd(worker, (how) => {
      clearTimeout(limit);
      resolve({ at, end: end ?? `the process of the case ended with ${how}` });
    });
  });
}

function onEnd(worker: ChildProcess, ended: (how: string) => void): void {
  worker.on("error", (error) => ended(String(error)));
  worker.on("exit", (code, signal) => ended(String(code ?? signal)));
}
