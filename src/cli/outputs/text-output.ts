import { isatty } from "node:tty";
import { TextOutput } from "../../io/text-output.ts";
import type { Context } from "../context.ts";
import { noteText } from "../failure.ts";
import { standardOutputs } from "./standard-outputs.ts";

/** The width of a terminal that does not report one. */
const DEFAULT_WIDTH = 80;

/** Text for people on standard output. Wrapped to the width of the terminal, if it is one. */
export function textOutput(context: Context): TextOutput {
  return new TextOutput(standardOutputs(context).lines, context.hasColors(), terminalWidth(context.stdout));
}

/** Writes a message to standard error. */
export function writeNote({ stderr }: Context, note: string): void {
  stderr.write(noteText(note, terminalWidth(stderr)));
}

/** Text for programs on standard output. It does not depend on where that leads. */
export function plainOutput(context: Context): TextOutput {
  return new TextOutput(standardOutputs(context).lines, false);
}

/** The number of columns of the terminal that a stream leads to, or undefined if it does not lead to one. */
export function terminalWidth(stream: { readonly fd: number; readonly columns?: number }): number | undefined {
  if (!isatty(stream.fd)) return undefined;
  const { columns = 0 } = stream;
  return columns > 0 ? columns : DEFAULT_WIDTH;
}
