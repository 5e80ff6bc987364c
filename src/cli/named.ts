// The commands that a first word names. The build gives them a file of their own: a small log is done before they would
// be loaded, and the plain command runs faster without them beside it.
import { NAMED } from "./commands.ts";
import { start } from "./start.ts";

/** Runs the command that the word names, which is the first of the arguments. */
export function startNamed(word: string, args: readonly string[]): void {
  start(NAMED[word]!, args.slice(1), word);
}
