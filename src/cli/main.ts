// The program: the plain command, or that which a first word asks for.
import { NormalizeCommand } from "./normalize-command.ts";
import { start } from "./start.ts";

/** Those of `named.ts`, which is loaded when it is needed. */
const WORDS = ["check", "completion", "diff", "init", "trace", "why"];

const args = process.argv.slice(2);
const [word = ""] = args;
if (WORDS.includes(word)) void import("./named.ts").then(({ startNamed }) => startNamed(word, args));
else start(NormalizeCommand, args);
