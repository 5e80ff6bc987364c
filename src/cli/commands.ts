// All commands there are, and their manuals.
import { Cli } from "clipanion";
import { CheckCommand } from "./check/check-command.ts";
import { completionCommand } from "./completion/completion-command.ts";
import type { CommandClass, Context } from "./context.ts";
import { DiffCommand } from "./diff/diff-command.ts";
import { InitCommand } from "./init/init-command.ts";
import { type CommandManual, manualOf } from "./manual/command-manual.ts";
import { NormalizeCommand } from "./normalize-command.ts";
import { TraceCommand } from "./trace/trace-command.ts";
import { WhyCommand } from "./why/why-command.ts";

/** By the word that names each. */
export const NAMED: Readonly<Record<string, CommandClass>> = {
  check: CheckCommand,
  completion: completionCommand(manuals),
  diff: DiffCommand,
  init: InitCommand,
  trace: TraceCommand,
  why: WhyCommand,
};

/** The manuals of all commands, the plain one's first. */
export function manuals(): CommandManual[] {
  return [NormalizeCommand, ...Object.values(NAMED)].map((command) => {
    const cli = new Cli<Context>({ binaryName: "normalizer" });
    cli.register(command);
    return manualOf(command, cli.definitions()[0]!);
  });
}
