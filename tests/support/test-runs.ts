// The folders of test runs, one for each process of the runner. Several runs of one clone do not disturb each other,
// and while there is one, `scripts/build.mjs` leaves dist/ alone.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Makes a folder for this run, which ends with it, and removes those of runs that were killed. */
export function folderOfRun(parent: string): string {
  mkdirSync(parent, { recursive: true });
  const running = new Set(runningTests(parent).map(String));
  for (const name of readdirSync(parent)) {
    if (!running.has(name)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const own = join(parent, String(process.pid));
  mkdirSync(own);
  process.on("exit", () => rmSync(own, { recursive: true, force: true }));
  return own;
}

/** The processes whose folders are here and that still run. */
export function runningTests(parent: string): number[] {
  return readdirSync(parent).map(Number).filter(isRunning);
}

/** Whether there is a process with this number. */
export function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
