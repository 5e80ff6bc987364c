import { spawn } from "node:child_process";
import { delimiter } from "node:path";

export interface Ended {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Without what npm tells the scripts that it runs, which would go for another npm within them as well. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^(FORCE|NO)_COLOR$/i.test(name)),
);

/** Runs a program in a folder to its end, with those of other folders found before all others. */
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

/** The same for what has to succeed: what it wrote. */
export async function done(program: string, args: readonly string[], cwd: string, ...first: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(program, args, cwd, ...first);
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}\n${stdout}${stderr}`);
  return stdout.toString();
}
