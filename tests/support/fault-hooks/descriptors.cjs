// Loaded before the command: of the file descriptors that it may have, only FAULT many are left.
const { closeSync, openSync } = require("node:fs");

const taken = [];
try {
  for (;;) taken.push(openSync("/dev/null"));
} catch (error) {
  if (error.code !== "EMFILE") throw error;
}
for (let spare = Number(process.env.FAULT); spare > 0; spare--) closeSync(taken.pop());
