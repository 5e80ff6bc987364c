// Loaded before the command. Sends it the signal FAULT when it has written a file that will replace another one.
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");

const { fsyncSync } = fs;
fs.fsyncSync = (fd) => {
  process.kill(process.pid, process.env.FAULT);
  fsyncSync(fd);
};
syncBuiltinESMExports();
