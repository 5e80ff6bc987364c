// Processes that the check starts, and all that these start: other users' schedulers leave some behind. Everything is
// found by Linux's /proc, through parents and through the folder of the check in its environment.
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";

/** Clock ticks in a second. Linux shows CPU times in these units on all machines that Node runs on. */
const TICKS = 100;

/** The limit for what hangs. A session of Spark takes minutes to start on a busy machine. */
export const HANG_MS = 15 * 60_000;

/** How a process ended, and what it wrote on both streams. */
export interface Ended {
  readonly status: number | null;
  readonly text: string;
}

/** Starts a program whose two streams go to a file. */
export function startLogged(
  program: string,
  args: readonly string[],
  log: string,
  env: NodeJS.ProcessEnv,
  cwd: string,
) {
  const fd = openSync(log, "a");
  const child = spawn(program, args, { cwd, env, stdio: ["pipe", fd, fd] });
  closeSync(fd);
  child.stdin!.on("error", () => {});
  return child;
}

/** Runs a program to its end. A program that cannot be started has the status null. */
export function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<Ended> {
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    const end = (status: number | null, ...last: Buffer[]) =>
      resolve({ status, text: Buffer.concat([...chunks, ...last]).toString() });
    child.on("error", (error) => end(null, Buffer.from(error.message)));
    child.on("close", (status) => end(status));
  });
}

/** Waits until `isTrue`. Fails if that takes too long, or if `child` ends before. */
export async function until(what: string, isTrue: () => boolean, child?: ChildProcess): Promise<void> {
  const deadline = Date.now() + HANG_MS;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error(`waited too long until ${what}`);
    if (child !== undefined && (child.exitCode ?? child.signalCode) !== null && !isTrue())
      throw new Error(`${child.spawnfile} ended before ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

interface ProcessStatus {
  readonly pid: number;
  readonly parent: number;
  /** CPU seconds of the process and of its children that have ended. */
  readonly seconds: number;
}

/** The CPU seconds of this process's descendants, the living and those that were waited for. */
export function descendantSeconds(): number {
  const { user, system } = process.cpuUsage();
  const all = statuses();
  const tree = [...descendantsOf(process.pid, all), process.pid];
  const sum = all.filter(({ pid }) => tree.includes(pid)).reduce((sum, { seconds }) => sum + seconds, 0);
  return sum - (user + system) / 1e6;
}

/** The process itself and its ancestors, the nearest first. */
export function ancestorsOf(pid: number): number[] {
  const found: number[] = [];
  for (let next: number | undefined = pid; next !== undefined && next > 1; next = statusOf(next)?.parent)
    found.push(next);
  return found;
}

export function descendantsOf(pid: number, all = statuses()): number[] {
  const children = all.filter(({ parent }) => parent === pid).map((status) => status.pid);
  return children.flatMap((child) => [child, ...descendantsOf(child, all)]);
}

/** The words of a process's command line, joined by blanks; empty if there is no such process. */
export function commandLineOf(pid: number): string {
  return readProc(`${pid}/cmdline`).replaceAll("\0", " ");
}

/**
 * Kills processes at once, like a machine that loses its power. Those that have ended already do not matter. All are
 * stopped first, and parents are killed last: when a stopped process loses its parent, Linux wakes it with SIGHUP, and
 * it could still clean up.
 */
export function kill(parentsFirst: readonly number[]): void {
  for (const pid of parentsFirst) signal(pid, "SIGSTOP");
  for (const pid of parentsFirst.toReversed()) signal(pid, "SIGKILL");
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Kills this process's descendants, and processes that have lost their parents but have `folder` in their environment.
 */
export function killAll(folder: string): void {
  const orphans = processIds().filter((pid) => pid !== process.pid && readProc(`${pid}/environ`).includes(folder));
  kill([...descendantsOf(process.pid), ...orphans]);
}

function statuses(): ProcessStatus[] {
  return processIds().flatMap((pid) => statusOf(pid) ?? []);
}

function processIds(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Undefined if the process has ended. */
function statusOf(pid: number): ProcessStatus | undefined {
  const text = readProc(`${pid}/stat`);
  if (text === "") return undefined;
  // The name before may contain blanks and brackets.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, parent: Number(fields[1]), seconds: ticks / TICKS };
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "latin1");
  } catch {
    return "";
  }
}
