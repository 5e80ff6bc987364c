// Loaded before the command. Makes each thread fail that the command starts. FAULT says when: as it "begins", or when
// it hands something over for the second time, by an uncaught error ("throws") or by ending ("ends").
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
    if (++messages === 2) fail();
    post(...message);
  };
}

function fail() {
  if (process.env.FAULT === "ends") process.exit(3);
  // An error thrown directly would be caught, as the failure of a part.
  queueMicrotask(() => {
    throw new Error("a mistake");
  });
}
