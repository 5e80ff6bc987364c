import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The built command. */
export const COMMAND = fileURLToPath(new URL("../../dist/normalizer.cjs", import.meta.url));

/** Without what would make Node itself say something, and with the names that scripts know the command by. */
const { FORCE_COLOR: _, NO_COLOR: __, NODE_OPTIONS: ___, ...inherited } = process.env;
export const env = { ...inherited, NODE: process.execPath, COMMAND };

/** How a process ended: with its exit code, or by a signal. */
export interface Outcome {
  readonly exit: number | string | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** Guards against a run that hangs; however busy the machine is, none takes as long. */
export const HANG_MS = 110_000;

/** Runs the built command with these arguments to its end. */
export function normalizer(args: readonly string[], cwd: string, stdin: string | Uint8Array = ""): Promise<Outcome> {
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd, env });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return outcome(child);
}

/** Runs a script of bash, to which `normalizer` is the built command, or another build of it. */
export function shell(script: string, cwd: string, command = COMMAND): Promise<Outcome> {
  return outcome(startShell(script, cwd, { stdio: ["ignore", "pipe", "pipe"] }, command));
}

/** Starts a script of bash. It has a process group of its own, so that `end` leaves nothing of it behind. */
export function startShell(script: string, cwd: string, options: SpawnOptions = {}, command = COMMAND): ChildProcess {
  const made = `normalizer() { "$NODE" "$COMMAND" "$@"; }\n${script}`;
  return spawn("bash", ["-c", made], { cwd, env: { ...env, COMMAND: command }, detached: true, ...options });
}

/** Starts the built command, or another build of it, and leaves it running. */
export function start(
  args: readonly string[],
  cwd: string,
  options: SpawnOptions = {},
  command = COMMAND,
): ChildProcess {
  return spawn(process.execPath, [command, ...args], { cwd, env, detached: true, ...options });
}

/** What a process wrote, and how it ended; one that hangs is ended, and fails. */
export async function outcome(child: ChildProcess): Promise<Outcome> {
  const [stdout, stderr] = [collected(child.stdout), collected(child.stderr)];
  const exit = await ended(child);
  return { exit, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) };
}

/** How a process ends. */
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
 * Sends a signal again and again until the process has ended, and tells how: one that comes soon after another counts as
 * the same, and when a busy process has taken the first, nobody can tell.
 */
export async function insisted(child: ChildProcess, signal: NodeJS.Signals): Promise<number | string | null> {
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

/** Ends a process that `startShell` or `start` started, and all that it started. */
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
