// The logs and rules that a command line names, and how they are read.

import { isatty } from "node:tty";
import { STANDARD_INPUT } from "../library/inputs.ts";
import { pseudonymsInput } from "../library/key-file.ts";
import { UsageError } from "../library/option-values.ts";
import { rulebookInput } from "../library/rules-files.ts";
import { STANDARD_STREAM } from "../text/messages/paths.ts";
import type { InputOptions } from "../text/records/input-format.ts";
import type { Context } from "./context.ts";

/**
 * The logs, or other inputs, that operands name; standard input if they name none. Throws a UsageError if that is a
 * terminal, because nobody types a log, or for one named more than once, because it can be read only once.
 */
export function inputPaths(
  operands: readonly string[],
  what = "log",
  instead = "name a file, or pipe one in",
): readonly string[] {
  if (operands.length === 0 && isatty(STANDARD_INPUT)) throw new UsageError(`no ${what} given; ${instead}`);
  refuseRepeatedInput(operands);
  return operands.length === 0 ? [STANDARD_STREAM] : operands;
}

/** Throws a UsageError if standard input is named more than once. */
export function refuseRepeatedInput(paths: readonly string[]): void {
  if (paths.filter((path) => path === STANDARD_STREAM).length > 1)
    throw new UsageError("standard input (-) can be read only once");
}

/** The options of commands whose rules may name values by a key. */
interface KeyOptions {
  readonly keyPath: string | undefined;
  readonly context: Pick<Context, "environmentKey">;
}

/** The names by the key that the options or the environment give. */
export function pseudonyms({ keyPath, context }: KeyOptions) {
  return pseudonymsInput(keyPath, context.environmentKey);
}

/** The rules that the options name; none without a file. */
export function rulebook({ rulesPath, ...options }: KeyOptions & { readonly rulesPath: string | undefined }) {
  return rulebookInput(rulesPath, pseudonyms(options));
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
