// Loaded before the command. Leaves it only FAULT file descriptors.
const { closeSync, openSync } = require("node:fs");

const taken = [];
try {
  for (;;) taken.push(openSync("/dev/null"));
} catch (error) {
  if (error.code !== "EMFILE") throw error;
}
for (let spare = Number(process.env.FAULT); spare > 0; spare--) closeSync(taken.pop());
