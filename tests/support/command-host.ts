import { type ChildProcess, fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { COMMAND, env, type Outcome } from "./command.ts";
import { folder } from "./folder.ts";

const PROGRAM = fileURLToPath(new URL("command-host.cjs", import.meta.url));

/** How a run differs from a plain one. */
export interface Hosting {
  /** The content of standard input, empty by default. */
  readonly stdin?: string | Uint8Array;
  /** A file in place of standard output, such as a device. */
  readonly stdout?: string;
  /** Whether standard error goes where standard output goes. */
  readonly isOneOutput?: boolean;
  /** Environment variables in addition to those of the tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** A program to load before the command. Afterwards its changes to `node:fs` and `node:worker_threads` are undone. */
  readonly hook?: string;
  /** Another build of the command. */
  readonly command?: string;
}

/** The hosts without a run at the moment. */
const free: Host[] = [];

/**
 * Runs the built command with these arguments to its end, in a process that it shares with earlier and later runs.
 * Standard input and both outputs are files. For pipes, limits and other properties of a process, see `command.ts`.
 */
export function hosted(args: readonly string[], cwd: string, hosting: Hosting = {}): Promise<Outcome> {
  return withHost((host) => host.run(args, cwd, hosting));
}

/** Gives a host to some work, for that time alone. */
export async function withHost<Result>(work: (host: Host) => Promise<Result>): Promise<Result> {
  const host = free.pop() ?? new Host();
  const result = await work(host);
  if (host.isAlive) free.push(host);
  return result;
}

/** A process that runs the built command again and again. Node makes the streams of the process in its first run. */
export class Host {
  private readonly child: ChildProcess;
  private readonly files = folder();

  /** `options` are options of Node. */
  constructor(options: readonly string[] = []) {
    // The host compiles the command with an API that Node reports as experimental.
    const execArgv = ["--disable-warning=ExperimentalWarning", ...options];
    this.child = fork(PROGRAM, { env, execArgv, stdio: ["ignore", "ignore", "ignore", "ipc"] });
    this.rest();
  }

  /** False once a run has ended the process, by a signal or an uncaught error. */
  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Runs the command with files of its own, and returns what is in them. */
  async run(args: readonly string[], cwd: string, hosting: Hosting): Promise<Outcome> {
    const [stdin, stdout, stderr] = ["stdin", "stdout", "stderr"].map((name) => `${this.files}/${name}`) as [
      string,
      string,
      string,
    ];
    for (const [path, content] of [
      [stdin, hosting.stdin ?? ""],
      [stdout, ""],
      [stderr, ""],
    ] as const) {
      writeFileSync(path, content);
    }
    const output = hosting.stdout ?? stdout;
    const files = [
      [stdin, "r"],
      [output, "a"],
      [hosting.isOneOutput ? output : stderr, "a"],
    ] as const;
    const exit = await this.runWith(files, args, cwd, hosting);
    const written = hosting.stdout === undefined ? readFileSync(stdout) : Buffer.alloc(0);
    return { exit, stdout: written, stderr: readFileSync(stderr) };
  }

  /** Runs the command with these files as its standard streams, each with the flags to open it. */
  async runWith(
    files: readonly (readonly [path: string, flags: string])[],
    args: readonly string[],
    cwd: string,
    { command = COMMAND, env, hook }: Pick<Hosting, "command" | "env" | "hook">,
  ): Promise<number | string | null> {
    const ended = this.ended();
    this.child.send({ command, args, cwd, files, env, hook });
    return await ended;
  }

  private ended(): Promise<number | string | null> {
    this.child.ref();
    this.child.channel!.ref();
    return new Promise((resolve) => {
      const done = (exit: number | string | null): void => {
        this.child.off("message", done);
        this.child.off("exit", died);
        this.rest();
        resolve(exit);
      };
      const died = (code: number | null, signal: string | null): void => done(code ?? signal);
      this.child.on("message", done);
      this.child.on("exit", died);
    });
  }

  /** Lets the tests end, and ends with them. */
  private rest(): void {
    this.child.unref();
    this.child.channel?.unref();
  }
}
