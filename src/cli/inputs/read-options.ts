import type { InputOptions } from "../../records/input-format.ts";
import type { LineTextOptions } from "../../streams/line-text.ts";

/** The options of commands that read logs. */
interface LogOptions {
  readonly input: InputOptions["format"];
  readonly message: string | undefined;
  readonly stripAnsi: boolean;
}

/** How logs are read, as the options say. */
export function readOptions({ input: format, message, stripAnsi }: LogOptions): LineTextOptions {
  return { input: { format, message }, stripAnsi };
}
