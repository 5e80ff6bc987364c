import { UsageError } from "clipanion";
import type { InputOptions } from "../../records/input-format.ts";

/** What lines are, as the options say. Throws a UsageError for a message of lines that have none. */
export function inputOptions({
  input: format,
  message,
}: {
  readonly input: InputOptions["format"];
  readonly message: string | undefined;
}): InputOptions {
  if (message !== undefined && format !== "json") throw new UsageError("--message needs --input json");
  return { format, message };
}
