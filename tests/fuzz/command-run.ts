import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { COMMAND, type Outcome, outcome } from "../support/command.ts";

/** Everything besides the arguments that a run of the command depends on. */
export interface Surroundings {
  /** Undefined if standard input is closed. */
  readonly stdin: Buffer | undefined;
  readonly isOutputClosed: boolean;
  readonly env: Readonly<Record<string, string>>;
}

const LIMIT_MS = 20_000;

/** Runs the built command in a folder. A run that takes too long is ended by SIGKILL. */
export function runCommand(
  args: readonly string[],
  folder: string,
  { stdin, isOutputClosed, env }: Surroundings,
): Promise<Outcome> {
  const closing = `${stdin === undefined ? " <&-" : ""}${isOutputClosed ? " >&-" : ""}`;
  const script = `exec "$@"${closing}`;
  const { FORCE_COLOR: _, NO_COLOR: __, NODE_OPTIONS: ___, ...inherited } = process.env;
  const child = spawn("bash", ["-c", script, "bash", process.execPath, COMMAND, ...args], {
    cwd: folder,
    env: { ...inherited, TMPDIR: dirname(folder), ...env },
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
  });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return outcome(child);
}

/** Writes files into a folder, given by their paths in it. */
export function fill(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** The files of a folder by their paths in it, with their bytes in a form that can be compared. */
export function folderContent(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return new Map(files.map((path) => [path, readFileSync(join(folder, path), "latin1")]));
}
