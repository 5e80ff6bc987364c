import { spawn } from "node:child_process";
import { delimiter } from "node:path";

export interface Ended {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** The environment without what npm passes to its scripts, which would also redirect npm calls inside them. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^(FORCE|NO)_COLOR$/i.test(name)),
);

/** Runs a program in a folder to its end. `path` folders are searched first for programs. */
export function run(program: string, args: readonly string[], cwd: string, ...first: string[]): Promise<Ended> {
  const PATH = [...first, process.env.PATH].join(delimiter);
  const child = spawn(program, args, { cwd, env: { ...env, PATH }, stdio: ["ignore", "pipe", "pipe"] });
  const stdout: Buffer[] = [];
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout: Buffer.concat(stdout), stderr }));
  });
}

/** Runs a program that must succeed, and returns what it wrote. */
export async function done(program: string, args: readonly string[], cwd: string, ...first: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(program, args, cwd, ...first);
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}\n${stdout}${stderr}`);
  return stdout.toString();
}
