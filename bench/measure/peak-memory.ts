import { spawnSync } from "node:child_process";

const GNU_TIME = "/usr/bin/time";

/** The most memory that a run of a command holds, in MB; undefined where there is no GNU time to tell. */
export function peakMemory(command: readonly string[]): number | undefined {
  const { status, stderr } = spawnSync(GNU_TIME, ["-f", "%M", ...command], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (status !== 0) return undefined;
  const kibibytes = Number(stderr.trim().split("\n").at(-1));
  return Number.isNaN(kibibytes) ? undefined : (kibibytes * 1024) / 1e6;
}
