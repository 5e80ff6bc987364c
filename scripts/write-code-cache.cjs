// node write-code-cache.cjs DIST NAME COMMAND...: runs dist/NAME.cjs with each command, a list of arguments as JSON,
// and writes NAME.cache, which then includes the functions that such runs compile.
const { readFileSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { Script } = require("node:vm");

const [program, , dist, name, ...commands] = process.argv;
const path = `${dist}/${name}.cjs`;
// The name is in the cache, and so must not be the path of this machine.
const code = `(function (require, __dirname, module, exports) {${readFileSync(path, "utf8")}\n})`;
const script = new Script(code, { filename: `${name}.cjs` });
const module_ = { exports: {} };
const run = script.runInThisContext();
const left = commands.map((command) => JSON.parse(command));

/** Runs the next command when the one before it has ended. */
function next() {
  const args = left.shift();
  if (args === undefined) return;
  process.argv = [program, path, ...args];
  if (name === "command") run(createRequire(path), dist, module_, module_.exports);
  else module_.exports.startNamed(args[0], args.slice(1));
}

if (name !== "command") run(createRequire(path), dist, module_, module_.exports);
// A command that leaves nothing to wait for would end Node here.
process.on("beforeExit", () => left.length > 0 && setImmediate(next));
process.on("exit", () => {
  writeFileSync(`${dist}/${name}.cache`, script.createCachedData());
  // A command that found something has ended well.
  process.exitCode = process.exitCode === 2 ? 2 : 0;
});
next();
