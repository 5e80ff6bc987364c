// The commands that a first word asks for. The build makes a file of its own of them: a small log is over before they would
// be loaded, and the plain command runs faster without them beside it.
import { NAMED } from "./commands.ts";
import { start } from "./start.ts";

/** Runs the command of that word. */
export function startNamed(word: string, args: readonly string[]): void {
  start(NAMED[word]!, args, word);
}
