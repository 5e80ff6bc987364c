import { spawnSync } from "node:child_process";
import { COMMAND } from "./command.ts";

/** Options with which a process runs as nobody, if this one runs as root, who may read and write everything. */
export const asNobody: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Why no process without these rights can be run here, if so. */
export const noNobody =
  spawnSync(process.execPath, [COMMAND, "--version"], { cwd: "/", ...asNobody }).status === 0
    ? undefined
    : "root may read and write everything, and nobody else may run Node";
