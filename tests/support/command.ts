import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The path of the built command. */
export const COMMAND = fileURLToPath(new URL("../../dist/normalizer.cjs", import.meta.url));

/**
 * The environment, without variables that make Node itself print something, and with the names by which scripts call
 * the command.
 */
const { FORCE_COLOR: _, NO_COLOR: __, NODE_OPTIONS: ___, ...inherited } = process.env;
export const env = { ...inherited, NODE: process.execPath, COMMAND };

/** How a process ended: its exit code or a signal. */
export interface Outcome {
  readonly exit: number | string | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** The limit for a run that hangs. No run takes this long, however busy the machine is. */
export const HANG_MS = 110_000;

/** Runs the built command with these arguments to its end. `options` are options of Node. */
export function normalizer(
  args: readonly string[],
  cwd: string,
  stdin: string | Uint8Array = "",
  options: readonly string[] = [],
): Promise<Outcome> {
  const child = spawn(process.execPath, [...options, COMMAND, ...args], { cwd, env });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return outcome(child);
}

/** Runs a bash script in which `normalizer` is the built command, or another build of it, and `node` is this Node. */
export function shell(script: string, cwd: string, command = COMMAND): Promise<Outcome> {
  return outcome(startShell(script, cwd, { stdio: ["ignore", "pipe", "pipe"] }, command));
}

/** Starts a bash script in a process group of its own, so that `end` leaves nothing of it behind. */
export function startShell(script: string, cwd: string, options: SpawnOptions = {}, command = COMMAND): ChildProcess {
  const made = `normalizer() { "$NODE" "$COMMAND" "$@"; }\nnode() { "$NODE" "$@"; }\n${script}`;
  return spawn("bash", ["-c", made], { cwd, env: { ...env, COMMAND: command }, detached: true, ...options });
}

/** Starts the built command, or another build of it, without waiting for it. */
export function start(
  args: readonly string[],
  cwd: string,
  options: SpawnOptions = {},
  command = COMMAND,
): ChildProcess {
  return spawn(process.execPath, [command, ...args], { cwd, env, detached: true, ...options });
}

/** What a process wrote, and how it ended. Ends a process that hangs, and rejects. */
export async function outcome(child: ChildProcess): Promise<Outcome> {
  const [stdout, stderr] = [collected(child.stdout), collected(child.stderr)];
  const exit = await ended(child);
  return { exit, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) };
}

/** Resolves when a process ends. */
export function ended(child: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      end(child);
      reject(new Error(`${child.spawnargs.join(" ")} did not end`));
    }, HANG_MS);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(limit);
      resolve(code ?? signal);
    });
  });
}

/**
 * Sends a signal repeatedly until the process has ended, and returns how it ended. A signal that soon follows another
 * counts as the same one, and nobody can tell when a busy process has received the first.
 */
export async function endedBySignals(child: ChildProcess, signal: NodeJS.Signals): Promise<number | string | null> {
  const again = setInterval(() => child.kill(signal), 100);
  const limit = setTimeout(() => end(child), HANG_MS);
  try {
    const exited = new Promise<number | string | null>((resolve) => {
      child.on("exit", (code, signal) => resolve(code ?? signal));
    });
    child.kill(signal);
    return await exited;
  } finally {
    clearInterval(again);
    clearTimeout(limit);
    end(child);
  }
}

/** Ends a process that `startShell` or `start` started, and everything that it started. */
export function end(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

function collected(stream: NodeJS.ReadableStream | null): Buffer[] {
  const chunks: Buffer[] = [];
  stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  return chunks;
}
