import { nearest } from "../../diagnostics/nearest.ts";
import { printable } from "../../diagnostics/printable.ts";

/** What is wrong with a command line that clipanion refused, in this program's words. */
export function refusal(error: Error, options: readonly string[]): string {
  for (const reason of [...reasonsOf(error), error.message]) {
    const [, unvalued] = /^Not enough arguments to option (\S+)\.$/.exec(reason) ?? [];
    if (unvalued !== undefined) return `${unvalued} needs a value`;
    const [, written] = /^(?:Unsupported|Invalid) option name \("(.*)"\)/s.exec(reason) ?? [];
    const name = written?.split("=")[0];
    if (name === undefined) continue;
    if (options.includes(name)) return `${printable(name)} takes no value`;
    const near = name.startsWith("--") ? nearest(name, options) : undefined;
    return `unknown option '${printable(name)}'${didYouMean(near)}`;
  }
  return printable(error.message.split("\n")[0]!);
}

/** The reasons for which each command refused, as clipanion's errors carry them. */
function reasonsOf(error: Error): string[] {
  if (!("candidates" in error) || !Array.isArray(error.candidates)) return [];
  return error.candidates.flatMap(({ reason }: { reason?: unknown }) => (typeof reason === "string" ? [reason] : []));
}

/** The end of a message that names what was probably meant; nothing if nobody knows. */
export function didYouMean(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean ${near}?`;
}
