import type { LineTextOptions } from "../io/line-text.ts";
import type { FileReference } from "../io/same-file.ts";
import type { Pseudonyms } from "../rules/transforms/pseudonyms.ts";
import type { Rulebook } from "../run/rulebook.ts";
import type { InputOptions } from "../text/records/input-format.ts";
import type { LogInput } from "./inputs.ts";
import { pseudonymsInput } from "./key-file.ts";
import { rulebookInput } from "./rules-files.ts";
import type { StandardStreams } from "./standard-outputs.ts";

/** A command with its options by their names, and the process that it runs in. */
export interface CommandRun {
  readonly input: InputOptions["format"];
  readonly message: string | undefined;
  readonly stripAnsi: boolean;
  readonly rulesPaths: readonly string[];
  readonly keyPath?: string | undefined;
  readonly context: StandardStreams & {
    readonly operands: readonly string[];
    /** The key of pseudonyms if no file has it. */
    readonly environmentKey: string | undefined;
    /** Called when signals must no longer end the process at once. From then on they abort the one that is returned. */
    handleSignals(): AbortSignal;
  };
  /** The files that options name and the run reads, except for one option, and its logs. No output may replace them. */
  filesRead(inputs: readonly Pick<LogInput, "file">[], except?: string): FileReference[];
}

/** How logs are read. */
export function readOptions({
  input: format,
  message,
  stripAnsi,
}: Pick<CommandRun, "input" | "message" | "stripAnsi">): LineTextOptions {
  return { input: { format, message }, stripAnsi };
}

/** The names by the key, if there is one. Throws a NamedError if its file cannot be read or holds none. */
export function pseudonymsOf({ keyPath, context }: Pick<CommandRun, "keyPath" | "context">): Pseudonyms | undefined {
  return pseudonymsInput(keyPath, context.environmentKey);
}

/** The rules whose outputs are needed; none without files. Throws the errors of `rulebookInput`. */
export function rulebookOf(run: Pick<CommandRun, "rulesPaths" | "keyPath" | "context">): Rulebook {
  return rulebookInput(run.rulesPaths, pseudonymsOf(run));
}
