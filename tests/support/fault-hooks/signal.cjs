// Loaded before the command: it is sent a signal at its `at`th call of the file system. FAULT tells: { signal, at, isHeard },
// counting from when it handles signals if `isHeard`; or { log, isHeard }, a file that gets a byte for each call that counts.
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
