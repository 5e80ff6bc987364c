// The program. Runs the command that the first argument names, or else the plain one.

import { NormalizeCommand } from "./commands/normalize.ts";
import { commandNamed } from "./options/command-definition.ts";
import { failWith, start } from "./start.ts";

const args = process.argv.slice(2);
const command = commandNamed(args[0]);
if (command !== undefined) {
  // If the import fails, as it does without free file descriptors, Node would exit with 1. For diff, 1 means a
  // difference.
  void import("./named.ts").then(({ startNamed }) => startNamed(command, args.slice(1)), failWith);
} else start(NormalizeCommand, args);
