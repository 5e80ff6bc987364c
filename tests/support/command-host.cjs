// A process that runs the built command, or ES modules, many times, as if each run had its own process. For each run it
// loads the program anew, but not what that imports, with its input and outputs as descriptors 0 to 2. A run has ended
// when it no longer waits for anything. Starting Node takes several times longer than most runs. `command-host.ts`
// sends it the runs.
const fs = require("node:fs");
const { createRequire, syncBuiltinESMExports } = require("node:module");
const { dirname, join } = require("node:path");
const { pathToFileURL } = require("node:url");
const vm = require("node:vm");
const threads = require("node:worker_threads");

/** What a hook may replace during one run. */
const replaceable = [fs, threads].map((module) => ({ module, original: { ...module } }));
const ownEnv = { ...process.env };
let isRunning = false;
let imports = 0;

process.on("message", ({ command, args, cwd, files, hook, env }) => {
  isRunning = true;
  // Only what the command waits for may keep the process alive.
  process.channel.unref();
  process.chdir(cwd);
  // Node would make a socket of a pipe, which could not become a file again.
  if (files.some(([path]) => isDescriptor(path))) void [process.stdout, process.stderr];
  setFiles(files);
  setEnv({ ...ownEnv, ...env });
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
  setEnv(ownEnv);
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.removeAllListeners(signal);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners();
  for (const { module, original } of replaceable) {
    for (const [name, value] of Object.entries(original)) if (module[name] !== value) module[name] = value;
  }
  syncBuiltinESMExports();
  // Whoever reads the output through a pipe waits for its end.
  setFiles([
    ["/dev/null", "r"],
    ["/dev/null", "a"],
    ["/dev/null", "a"],
  ]);
  // A program that ended its output leaves none for the next one.
  if (process.stdout.writableEnded) process.exit(exit);
  process.channel.ref();
  process.send(exit);
});

function setFiles(files) {
  for (const [fd, [path, flags]] of files.entries()) {
    fs.closeSync(fd);
    // The system assigns the lowest free number.
    if (openWithoutWaiting(path, flags) !== fd) throw new Error(`descriptor ${fd} is not to be had`);
  }
}

/** Whether a path is a descriptor of another process. */
function isDescriptor(path) {
  return /^\/proc\/\d+\/fd\//.test(path);
}

/** Opening one end of a pipe waits for the other end, which may have been closed already. */
function openWithoutWaiting(path, flags) {
  if (!isDescriptor(path) || !fs.statSync(path).isFIFO()) return fs.openSync(path, flags);
  const fd = fs.openSync("/dev/null", "r");
  const both = fs.openSync(path, "r+");
  fs.closeSync(fd);
  const opened = fs.openSync(path, flags);
  fs.closeSync(both);
  return opened;
}

function setEnv(wanted) {
  for (const name of Object.keys(process.env)) if (!(name in wanted)) delete process.env[name];
  Object.assign(process.env, wanted);
}

/**
 * Programs as functions, because compiling the command takes longer than running it. Each call runs the program anew.
 */
const programs = new Map();

function load(path) {
  if (path.endsWith(".mjs")) {
    import(`${pathToFileURL(path)}?${imports++}`);
    return;
  }
  if (!programs.has(path)) programs.set(path, programOf(path));
  programs.get(path)(createRequire(path), dirname(path));
}

/** The function that runs the program with this path. */
function programOf(path) {
  // The launcher of the command would read it, and the cache of its code, for each run.
  const launched = join(dirname(path), "command.cjs");
  const source = fs.readFileSync(fs.existsSync(launched) ? launched : path, "utf8").replace(/^#!.*/, "");
  const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const parameters = ["exports", "module", "__filename", "require", "__dirname"];
  const program = vm.compileFunction(source, parameters, { filename: path, importModuleDynamically });
  return (require, __dirname) => {
    const module = { exports: {} };
    program(module.exports, module, path, require, __dirname);
  };
}
