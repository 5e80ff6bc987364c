// The logs that operands name, and how they are read.

import { isatty } from "node:tty";
import { STANDARD_INPUT } from "../library/inputs.ts";
import { UsageError } from "../library/option-values.ts";
import { STANDARD_STREAM } from "../text/messages/paths.ts";
import type { InputOptions } from "../text/records/input-format.ts";

/**
 * Throws a UsageError if no log, or other input, is named and standard input is a terminal, because nobody types one.
 */
export function refuseTerminal(paths: readonly string[], what = "log", instead = "name a file, or pipe one in"): void {
  if (paths.length === 0 && isatty(STANDARD_INPUT)) throw new UsageError(`no ${what} given; ${instead}`);
}

/** Throws a UsageError if standard input is named more than once, because it can be read only once. */
export function refuseRepeatedInput(paths: readonly string[]): void {
  if (paths.filter((path) => path === STANDARD_STREAM).length > 1)
    throw new UsageError("standard input (-) can be read only once");
}

/** The options of commands that read logs. */
interface LogOptions {
  readonly input: InputOptions["format"];
  readonly message: string | undefined;
  readonly stripAnsi: boolean;
}

/** How logs are read, as the options say. */
export function readOptions({ input: format, message, stripAnsi }: LogOptions) {
  return { input: { format, message }, stripAnsi };
}
