import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const COMMAND = fileURLToPath(new URL("../../dist/normalizer.cjs", import.meta.url));

const RULES = `rules:
  - name: done
    pattern: [{ field: time }, { text: " job " }, { field: id }, { text: " done in " }, { field: ms }, { text: " ms" }]
    output: "{id}"
`;

/** A line that the rules match. Its number is the whole output. */
export function jobLine(number: number): string {
  return `2025-05-04T10:00:02.114Z job ${number} done in ${number % 997} ms\n`;
}

/** Writes the rules, and returns their path. */
export function rulesIn(folder: string): string {
  const path = join(folder, "rules.yaml");
  writeFileSync(path, RULES);
  return path;
}

/** Starts a bash script in which the command is "$NODE" "$COMMAND". */
export function script(text: string, folder: string): ChildProcess {
  const env = { ...process.env, NODE: process.execPath, COMMAND };
  return spawn("bash", ["-c", text], { cwd: folder, env, stdio: ["pipe", "pipe", "inherit"] });
}

/** Resolves with the exit code. */
export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
}

/** The memory of a process in MB, current or peak. Linux only. */
export function memoryOf(pid: number, what: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1000);
}
