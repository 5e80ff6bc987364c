// Loaded before the command. Sends it a signal at its `at`th call of the file system. FAULT is { signal, at, isHeard },
// counting only once the command handles signals if `isHeard`; or { log, isHeard }, where the file `log` gets a byte
// for each counted call.
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");

const { signal = "SIGINT", at, log, isHeard } = JSON.parse(process.env.FAULT);
const { writeSync } = fs;
const logged = log === undefined ? undefined : fs.openSync(log, "w");
let calls = 0;

function happen() {
  if (isHeard && process.listenerCount(signal) === 0) return;
  if (logged !== undefined) writeSync(logged, ".");
  if (calls++ === at) process.kill(process.pid, signal);
}

for (const name of ["openSync", "closeSync", "statSync", "fstatSync", "readSync", "writeSync"]) {
  const original = fs[name];
  fs[name] = (...args) => {
    happen();
    return original(...args);
  };
}
syncBuiltinESMExports();
