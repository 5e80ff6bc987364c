// The program of a process that runs test files one after another; `test-process.ts` sends it their paths, and then an
// empty one. A file has ended when nothing waits any more, as if it had the process to itself.
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";

// Most code of the tests runs too seldom to be worth compiling, which takes a tenth of their time. Later versions of V8
// have another compiler for such code, and do not know the flag.
if (process.versions.v8.startsWith("11.")) setFlagsFromString("--interrupt-budget=1000000");

/** Ends what a file wrote, on both outputs. On standard output the exit code follows. */
const END = "\u001e";

const cwd = process.cwd();
const env = { ...process.env };
let isRunning = false;

process.on("message", (path) => {
  if (path === "") return process.disconnect();
  isRunning = true;
  // Only what the file waits for may keep the process alive.
  process.channel.unref();
  // The suites of this file, and not those of an earlier one.
  globalThis.UVU_QUEUE = [[null]];
  import(pathToFileURL(path).href);
});

process.on("beforeExit", () => {
  if (!isRunning) return;
  const { exitCode } = process;
  // uvu sets it after the last suite. Either there was none, or a test waits for what never comes.
  if (exitCode === undefined) process.exit();
  isRunning = false;
  process.exitCode = undefined;
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.channel.ref();
  process.stderr.write(`${END}\n`);
  process.stdout.write(`${END}${exitCode}\n`);
});
