import { NamedError, reasonOf } from "../io/named-error.ts";
import { LogError } from "../io/read-errors.ts";
import { addReport, RulesError } from "../rules/rules-error.ts";
import { MissingKeyError } from "../rules/transforms/pseudonyms.ts";
import { quoted } from "../text/messages/phrases.ts";
import { printable } from "../text/messages/printable.ts";
import { StringLayout } from "../text/messages/text-layout.ts";

const PROGRAM = "normalizer: ";

/** The text for standard error: a note, or what failed, where and why, but never a stack trace. */
export function messageOf(error: unknown, width?: number): string {
  const layout = new StringLayout({ hasColors: false, width });
  for (const one of error instanceof AggregateError ? error.errors : [error])
    if (one instanceof RulesError) addReport(layout, one);
    else layout.labelled(PROGRAM, inWords(one));
  return layout.toString();
}

function inWords(error: unknown): string {
  // A note is printable, and may have several lines.
  if (typeof error === "string") return error;
  const [place, cause] = error instanceof NamedError ? [`${error.subject}: `, error.cause] : ["", error];
  const help = cause instanceof MissingKeyError ? "; name its file with --key-file FILE, or set NORMALIZER_KEY" : "";
  return place + reasonOf(cause) + help;
}

/** The note for a field that was asked for and that no rule has, if others are left. */
export function unknownFieldNote(field: string): string {
  return `note: no rule has a field ${quoted(field)}, so it is ignored`;
}

/** Does the work. Throws what `errorOf` makes of the error where that throws one. */
export function rethrowing<T>(work: () => T, errorOf: (error: unknown) => unknown): T {
  try {
    return work();
  } catch (error) {
    throw errorOf(error);
  }
}

/** Puts the name of a log before the message of one of our own errors. Returns any other error as it is. */
export function withLogName(error: unknown, name: string): unknown {
  if (!(error instanceof LogError) || error.file !== undefined) return error;
  setMessage(error, `${name === "" ? "''" : printable(name)}: ${error.message}`);
  return Object.assign(error, { file: name });
}

/** Adds the path to a system error that lacks it, as Node writes it elsewhere. Returns any other error as it is. */
export function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof Error && "code" in error) || "path" in error) return error;
  setMessage(error, `${error.message} '${printable(path)}'`);
  return Object.assign(error, { path });
}

/** Sets the message, also in the stack, which is what programs print. */
function setMessage(error: Error, message: string): void {
  if (error.stack !== undefined) error.stack = error.stack.replace(error.message, () => message);
  error.message = message;
}
