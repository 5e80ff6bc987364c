import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The built command. */
export const COMMAND = fileURLToPath(new URL("../../dist/normalizer.cjs", import.meta.url));

/** Without what would make Node itself say something, and with the names that scripts know the command by. */
const { FORCE_COLOR: _, NO_COLOR: __, NODE_OPTIONS: ___, ...inherited } = process.env;
const env = { ...inherited, NODE: process.execPath, COMMAND };

/** How a process ended: with its exit code, or by a signal. */
export interface Outcome {
  readonly exit: number | string | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** No run of a test takes longer, unless it hangs. */
const LIMIT_MS = 60_000;

/** Runs the built command with these arguments to its end. */
export function normalizer(args: readonly string[], cwd: string, stdin: string | Uint8Array = ""): Promise<Outcome> {
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd, env });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return outcome(child);
}

/** Runs a script of bash, to which `normalizer` is the built command. */
export function shell(script: string, cwd: string): Promise<Outcome> {
  return outcome(startShell(script, cwd, { stdio: ["ignore", "pipe", "pipe"] }));
}

/** Starts a script of bash. It has a process group of its own, so that `end` leaves nothing of it behind. */
export function startShell(script: string, cwd: string, options: SpawnOptions = {}): ChildProcess {
  const made = `normalizer() { "$NODE" "$COMMAND" "$@"; }\n${script}`;
  return spawn("bash", ["-c", made], { cwd, env, detached: true, ...options });
}

/** Starts the built command and leaves it running. */
export function start(args: readonly string[], cwd: string, options: SpawnOptions = {}): ChildProcess {
  return spawn(process.execPath, [COMMAND, ...args], { cwd, env, detached: true, ...options });
}

/** What a process wrote, and how it ended; one that does not end is ended after a minute, and fails. */
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
    }, LIMIT_MS);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(limit);
      resolve(code ?? signal);
    });
  });
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
