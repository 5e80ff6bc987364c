#!/usr/bin/env node
// Runs command.cjs. Compiling it would take a fifth of a short run, so V8 gets what it made of it when it was built. V8
// checks that this is of its version and flags, and otherwise compiles. Builds of Node of one V8 may differ, so Node's
// is checked here.
const { readFileSync } = require("node:fs");
const { Script } = require("node:vm");

const { version, platform, arch } = process;
const isBuilder = `${version} ${platform} ${arch}` === __BUILDER__;
const cachedData = isBuilder ? readFileSync(`${__dirname}/command.cache`) : undefined;
const code = readFileSync(`${__dirname}/command.cjs`, "utf8");
new Script(code, { filename: "command.cjs", cachedData }).runInThisContext()(require, __dirname);
