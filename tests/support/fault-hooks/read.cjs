// Loaded before the command: something happens when it has read so many bytes of a file, and is about to read on. FAULT
// tells what: { path, at, run, error }. `run` is a script, run once however many threads read; `error` is what that read
// and all after it fail with, as the system would say it.
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const threads = require("node:worker_threads");

const { path, at, run, error } = JSON.parse(process.env.FAULT);
// Threads begin when another file may have that name by now; they are told by the environment which one was meant.
process.env.FAULT_FILE ??= String(fs.statSync(path).ino);
const file = Number(process.env.FAULT_FILE);

const { readSync } = fs;
const positions = new Map();

fs.readSync = (fd, buffer, offset, length, position) => {
  if (fs.fstatSync(fd).ino !== file) return readSync(fd, buffer, offset, length, position);
  const from = position ?? positions.get(fd) ?? 0;
  if (from >= at) {
    // Who has read up to there goes on there; other threads may read what lies behind it all the while.
    if (run !== undefined && from === at && isFirst()) execFileSync("bash", ["-c", run]);
    if (error !== undefined)
      throw Object.assign(new Error(`${error.code}: ${error.words}, read`), { code: error.code });
  }
  const count = readSync(fd, buffer, offset, from < at ? Math.min(length, at - from) : length, position);
  if (position === null) positions.set(fd, from + count);
  return count;
};

/** Of all threads. */
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
