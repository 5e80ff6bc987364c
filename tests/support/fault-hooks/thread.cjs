// Loaded before the command: each thread that it starts comes to grief. FAULT tells how: as it "begins", or when it has
// something to hand over for the second time, by an error that nobody catches ("throws") or by its end ("ends").
const { syncBuiltinESMExports } = require("node:module");
const threads = require("node:worker_threads");

const { Worker, isMainThread, parentPort } = threads;

if (isMainThread) {
  threads.Worker = class extends Worker {
    constructor(program, options) {
      super(program, { ...options, execArgv: ["--require", __filename] });
    }
  };
  syncBuiltinESMExports();
} else if (process.env.FAULT === "begins") {
  throw new Error("a mistake");
} else {
  const post = parentPort.postMessage.bind(parentPort);
  let messages = 0;
  parentPort.postMessage = (...message) => {
    if (++messages === 2) comeToGrief();
    post(...message);
  };
}

function comeToGrief() {
  if (process.env.FAULT === "ends") process.exit(3);
  // Thrown here it would be caught, as the failure of a part.
  queueMicrotask(() => {
    throw new Error("a mistake");
  });
}
