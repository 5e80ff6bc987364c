// CPU time of a process with everything that it started, where /proc tells it.
import { readdirSync, readFileSync } from "node:fs";

/** Linux counts CPU time in these parts of a second, whatever the clock of the kernel. */
const TICKS_PER_SECOND = 100;

/**
 * The CPU seconds of a process and of all that it started, both those that run and those that have ended. Undefined
 * where /proc does not tell.
 */
export function cpuSeconds(pid: number): number | undefined {
  const ticks = ticksOf(pid);
  return ticks === undefined ? undefined : ticks / TICKS_PER_SECOND;
}

function ticksOf(pid: number): number | undefined {
  try {
    // The second value is a name, in parentheses, that may contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    // Own time, and that of children that have ended, each as user and system time.
    const own = stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    return childrenOf(pid).reduce((sum, child) => sum + (ticksOf(child) ?? 0), own);
  } catch {
    return undefined;
  }
}

function childrenOf(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks)
    .flatMap((task) => readFileSync(`${tasks}/${task}/children`, "latin1").split(" "))
    .filter(Boolean)
    .map(Number);
}
