// Loaded before the command. Acts when the command has read `at` bytes of a file and is about to read on. FAULT is {
// path, at, run, error }: `run` is a script, run once however many threads read, and `error` is the system error with
// which that read and all later ones fail.
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const threads = require("node:worker_threads");

const { path, at, run, error } = JSON.parse(process.env.FAULT);
// When a thread starts, another file may have that name, so the environment tells it which file was meant.
process.env.FAULT_FILE ??= String(fs.statSync(path).ino);
const file = Number(process.env.FAULT_FILE);

const { readSync } = fs;
const positions = new Map();

fs.readSync = (fd, buffer, offset, length, position) => {
  if (fs.fstatSync(fd).ino !== file) return readSync(fd, buffer, offset, length, position);
  const from = position ?? positions.get(fd) ?? 0;
  if (from >= at) {
    // Reads that continue from there count. Other threads may read later parts at any time.
    if (run !== undefined && from === at && isFirst()) execFileSync("bash", ["-c", run]);
    if (error !== undefined)
      throw Object.assign(new Error(`${error.code}: ${error.words}, read`), { code: error.code });
  }
  const count = readSync(fd, buffer, offset, from < at ? Math.min(length, at - from) : length, position);
  if (position === null) positions.set(fd, from + count);
  return count;
};

/** Shared by all threads. */
function isFirst() {
  try {
    fs.mkdirSync("happened");
    return true;
  } catch {
    return false;
  }
}

const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(program, options) {
    super(program, { ...options, execArgv: ["--require", __filename] });
  }
};
syncBuiltinESMExports();
