// Loaded before the command. Writes a line to standard error for each thread that the command starts.
const { syncBuiltinESMExports } = require("node:module");
const threads = require("node:worker_threads");

const { Worker } = threads;

threads.Worker = class extends Worker {
  constructor(program, options) {
    process.stderr.write("a thread\n");
    super(program, options);
  }
};
syncBuiltinESMExports();
