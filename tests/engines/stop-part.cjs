// Loaded before the command. If the folder FAULTS holds a file `part`, the first try of that part stops itself in the
// middle of its output, for whoever kills it. Its process id is then in the file `stopped`.
const fs = require("node:fs");
const { join } = require("node:path");
const { syncBuiltinESMExports } = require("node:module");

const inFaults = (name) => join(process.env.FAULTS, name);
const { argv } = process;
const part = argv.includes("--part") ? Number.parseInt(argv[argv.indexOf("--part") + 1], 10) : undefined;

if (part !== undefined && fs.existsSync(inFaults("part")) && Number(fs.readFileSync(inFaults("part"))) === part) {
  const { writeSync } = fs;
  fs.writeSync = (fd, ...args) => {
    const written = writeSync(fd, ...args);
    if (fs.readlinkSync(`/proc/self/fd/${fd}`).includes("/.normalizer-") && isFirst()) {
      fs.writeFileSync(inFaults("pid"), String(process.pid));
      fs.renameSync(inFaults("pid"), inFaults("stopped"));
      process.kill(process.pid, "SIGSTOP");
    }
    return written;
  };
  syncBuiltinESMExports();
}

/** Only one process can take the file away, however many try the part at the same time. */
function isFirst() {
  try {
    fs.unlinkSync(inFaults("part"));
    return true;
  } catch {
    return false;
  }
}
