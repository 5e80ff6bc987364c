// The program: the plain command, or the one that the first word names.
import { NormalizeCommand } from "./normalize-command.ts";
import { endInTrouble, start } from "./start.ts";

/** The commands of `named.ts`, which is loaded only for one of them. */
const WORDS = ["check", "completion", "diff", "init", "trace", "why"];

const args = process.argv.slice(2);
const [word = ""] = args;
if (WORDS.includes(word)) {
  // What cannot be loaded, for want of file descriptors say, would end with Node's 1, which means a difference to diff.
  void import("./named.ts").then(({ startNamed }) => startNamed(word, args), endInTrouble);
} else start(NormalizeCommand, args);
