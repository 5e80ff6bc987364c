import { spawnSync } from "node:child_process";

/** Whether there is a program of this name that tells its version. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}
