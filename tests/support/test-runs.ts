// The folders of test runs, one for each process of the runner. Several runs of one clone do not disturb each other,
// and while there is one, `scripts/build.mjs` leaves dist/ alone.
import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
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

/** A file system in memory, on Linux. Making and removing a small file takes a tenth of the time there. */
const MEMORY = "/dev/shm";

/** Several times what the files of all tests take. */
const MIN_MEMORY_BYTES = 2 ** 30;

/** A folder for the temporary files of this run, in memory. Undefined if there is no such place, or too little room. */
export function temporaryFolder(): string | undefined {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize < MIN_MEMORY_BYTES
      ? undefined
      : folderOfRun(join(MEMORY, `normalizer-${process.getuid?.()}`));
  } catch {
    return undefined;
  }
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
