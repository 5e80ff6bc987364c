#!/usr/bin/env node
// Runs named.cjs if the first argument names a command, and else command.cjs. Compiling them would take a sixth of a
// short run, so V8 gets what it made of them when they were built. V8 checks that this is of its version and flags, and
// otherwise compiles. Builds of Node of one V8 may differ, so Node's is checked here. So is every byte, because V8
// trusts them, and damaged ones make it crash.
const { readFileSync, statSync } = require("node:fs");
const { Script } = require("node:vm");
const { crc32 } = require("node:zlib");

// The only flag that is set once V8 runs: how long it waits before it optimizes a function. All tests run with it.
if (process.versions.v8 === __EAGER_ENGINE__) require("node:v8").setFlagsFromString(__LATER__);

/** What the build left for a file and this Node, or undefined if another one built it or it is not as it was then. */
function codeCache(name) {
  const { version, platform, arch } = process;
  if (`${version} ${platform} ${arch}` !== __BUILDER__) return undefined;
  const { size, checksum } = __CACHES__[name];
  const path = `${__dirname}/${name}.cache`;
  try {
    // Nothing else is read: it may be a pipe, or have no end.
    if (statSync(path).size !== size) return undefined;
    const bytes = readFileSync(path);
    return crc32(bytes) === checksum ? bytes : undefined;
  } catch {
    // The command needs it only to start sooner.
    return undefined;
  }
}

/** The exports of a file. */
function load(name) {
  const code = readFileSync(`${__dirname}/${name}.cjs`, "utf8");
  const script = new Script(`(function (require, __dirname, module, exports) {${code}\n})`, {
    filename: `${name}.cjs`,
    cachedData: codeCache(name),
  });
  const module = { exports: {} };
  script.runInThisContext()(requireHere, __dirname, module, module.exports);
  return module.exports;
}

function requireHere(path) {
  return path === "./named.cjs" ? load("named") : require(path);
}

/** Undefined if it cannot be loaded, as without free file descriptors: command.cjs, which tries it again, says why. */
function named() {
  try {
    return load("named");
  } catch {
    return undefined;
  }
}

const [, , word, ...args] = process.argv;
const commands = __NAMED_WORDS__.includes(word) ? named() : undefined;
if (commands === undefined) load("command");
else commands.startNamed(word, args);
