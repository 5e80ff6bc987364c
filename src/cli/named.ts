// The commands that a first word asks for. The build makes a file of its own of them: a small log is over before they would
// be loaded, and the plain command runs faster without them beside it.
import { CheckCommand } from "./check/check-command.ts";
import type { CommandClass } from "./context.ts";
import { DiffCommand } from "./diff/diff-command.ts";
import { start } from "./start.ts";
import { TraceCommand } from "./trace/trace-command.ts";
import { WhyCommand } from "./why/why-command.ts";

const NAMED: Readonly<Record<string, CommandClass>> = {
  check: CheckCommand,
  diff: DiffCommand,
  trace: TraceCommand,
  why: WhyCommand,
};

/** Runs the command of that word. */
export function startNamed(word: string, args: readonly string[]): void {
  start(NAMED[word]!, args, word);
}
