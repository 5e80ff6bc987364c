// The commands that a first word names. The build gives them a file of their own: a small log is done before they would
// be loaded, and the plain command runs faster without them beside it.
import { CheckCommand } from "./check/check-command.ts";
import type { NamedWord } from "./commands.ts";
import { CompletionCommand } from "./completion/completion-command.ts";
import { DiffCommand } from "./diff/diff-command.ts";
import { InitCommand } from "./init/init-command.ts";
import { HelpCommand } from "./manual/help-command.ts";
import type { CommandClass } from "./options/command-line.ts";
import { start } from "./start.ts";
import { TraceCommand } from "./trace/trace-command.ts";
import { WhyCommand } from "./why/why-command.ts";

const CLASSES: Readonly<Record<NamedWord, CommandClass>> = {
  check: CheckCommand,
  completion: CompletionCommand,
  diff: DiffCommand,
  help: HelpCommand,
  init: InitCommand,
  trace: TraceCommand,
  why: WhyCommand,
};

/** Runs the command that the word names, with the arguments that follow it. */
export function startNamed(word: NamedWord, args: readonly string[]): void {
  start(CLASSES[word], args);
}
