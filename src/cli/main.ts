// The program: the plain command, or the one that the first word names.
import { commandNamed } from "./commands.ts";
import { NormalizeCommand } from "./normalize-command.ts";
import { endInTrouble, start } from "./start.ts";

const args = process.argv.slice(2);
const command = commandNamed(args[0]);
if (command !== undefined) {
  // What cannot be loaded, for want of file descriptors say, would end with Node's 1, which means a difference to diff.
  void import("./named.ts").then(({ startNamed }) => startNamed(command.word, args.slice(1)), endInTrouble);
} else start(NormalizeCommand, args);
