import { isatty } from "node:tty";
import { noteText } from "../library/errors.ts";
import { endedByClosedPipe, printResult, standardOutputs } from "../library/standard-outputs.ts";
import type { Context } from "./context.ts";

/** The width of a terminal that does not report one. */
const DEFAULT_WIDTH = 80;

/** Writes a text of this program to standard output. Returns whether the reader closed the pipe. */
export function printText(context: Context, text: string): Promise<boolean> {
  return endedByClosedPipe(() => standardOutputs(context).lines.write(Buffer.from(text)));
}

/** Writes a message to standard error. */
export function writeNote({ stderr }: Context, note: string): void {
  stderr.write(noteText(note, terminalWidth(stderr)));
}

/** Writes a result in a format to standard output, see `printResult`. Text is laid out for the terminal. */
export function print(context: Context, format: string, write: Parameters<typeof printResult>[3]): Promise<boolean> {
  const layout = { hasColors: context.hasColors(), width: terminalWidth(context.stdout) };
  return printResult(context, format, layout, write);
}

/** The number of columns of the terminal that a stream leads to, or undefined if it does not lead to one. */
export function terminalWidth(stream: { readonly fd: number; readonly columns?: number }): number | undefined {
  if (!isatty(stream.fd)) return undefined;
  const { columns = 0 } = stream;
  return columns > 0 ? columns : DEFAULT_WIDTH;
}
