// A process that runs the built command many times, as if each run had its own process. For each run it loads the
// command anew, with its input and outputs as descriptors 0 to 2. A run has ended when it no longer waits for anything.
// Starting Node takes several times longer than most runs. `command-host.ts` sends it the runs.
const fs = require("node:fs");
const { createRequire, syncBuiltinESMExports } = require("node:module");
const { dirname } = require("node:path");
const vm = require("node:vm");
const threads = require("node:worker_threads");

/**
 * The launcher makes a script of the command in each run. Making it takes longer than running it, so a script of the
 * same code is made only once.
 */
const scripts = new Map();
const { Script } = vm;
vm.Script = new Proxy(Script, {
  construct: (_, [code, options]) => {
    if (!scripts.has(code)) scripts.set(code, new Script(code, options));
    return scripts.get(code);
  },
});

/** What a hook may replace during one run. */
const replaceable = [fs, threads].map((module) => ({ module, original: { ...module } }));
const env = { ...process.env };
let isRunning = false;

process.on("message", ({ command, args, cwd, files, hook, ...run }) => {
  isRunning = true;
  // Only what the command waits for may keep the process alive.
  process.channel.unref();
  process.chdir(cwd);
  for (const [fd, [path, flags]] of files.entries()) {
    fs.closeSync(fd);
    // The system assigns the lowest free number.
    if (fs.openSync(path, flags) !== fd) throw new Error(`descriptor ${fd} is not to be had`);
  }
  setEnv({ ...env, ...run.env });
  process.argv = [process.execPath, command, ...args];
  process.exitCode = undefined;
  if (hook !== undefined) load(hook);
  load(command);
});

process.on("beforeExit", () => {
  if (!isRunning) return;
  isRunning = false;
  const exit = process.exitCode ?? 0;
  process.exitCode = 0;
  setEnv(env);
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.removeAllListeners(signal);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners();
  for (const { module, original } of replaceable) {
    for (const [name, value] of Object.entries(original)) if (module[name] !== value) module[name] = value;
  }
  syncBuiltinESMExports();
  process.channel.ref();
  process.send(exit);
});

function setEnv(wanted) {
  for (const name of Object.keys(process.env)) if (!(name in wanted)) delete process.env[name];
  Object.assign(process.env, wanted);
}

/**
 * Programs as functions, because compiling the command takes longer than running it. Each call runs the program anew.
 */
const programs = new Map();

function load(path) {
  if (!programs.has(path)) {
    const source = fs.readFileSync(path, "utf8").replace(/^#!.*/, "");
    const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    const parameters = ["exports", "require", "module", "__filename", "__dirname"];
    programs.set(path, vm.compileFunction(source, parameters, { filename: path, importModuleDynamically }));
  }
  const module = { exports: {} };
  programs.get(path)(module.exports, createRequire(path), module, path, dirname(path));
}
