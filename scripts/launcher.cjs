#!/usr/bin/env node
// Runs command.cjs. Compiling it would take a sixth of a short run, so V8 gets what it made of it when it was built. V8
// checks that this is of its version and flags, and otherwise compiles. Builds of Node of one V8 may differ, so Node's
// is checked here. So is every byte, because V8 trusts them, and damaged ones make it crash.
const { readFileSync, statSync } = require("node:fs");
const { Script } = require("node:vm");
const { crc32 } = require("node:zlib");

/** What the build left for this Node, or undefined if it was built by another one or is not as it was then. */
function codeCache() {
  const { version, platform, arch } = process;
  if (`${version} ${platform} ${arch}` !== __BUILDER__) return undefined;
  const path = `${__dirname}/command.cache`;
  try {
    // Nothing else is read: it may be a pipe, or have no end.
    if (statSync(path).size !== __CACHE_SIZE__) return undefined;
    const bytes = readFileSync(path);
    return crc32(bytes) === __CACHE_CHECKSUM__ ? bytes : undefined;
  } catch {
    // The command needs it only to start sooner.
    return undefined;
  }
}

const code = readFileSync(`${__dirname}/command.cjs`, "utf8");
const script = new Script(code, { filename: "command.cjs", cachedData: codeCache() });
script.runInThisContext()(require, __dirname);
