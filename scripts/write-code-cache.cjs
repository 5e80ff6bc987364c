// node write-code-cache.cjs DIST ARGUMENT...: runs dist/command.cjs with these arguments and writes command.cache,
// which then includes the functions that such a run compiles.
const { readFileSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { Script } = require("node:vm");

const [program, , dist, ...args] = process.argv;
const path = `${dist}/command.cjs`;
// The name is in the cache, and so must not be the path of this machine.
const script = new Script(readFileSync(path, "utf8"), { filename: "command.cjs" });
process.argv = [program, path, ...args];
process.on("exit", () => writeFileSync(`${dist}/command.cache`, script.createCachedData()));
script.runInThisContext()(createRequire(path), dist);
