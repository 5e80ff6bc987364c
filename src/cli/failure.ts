import { printable } from "../diagnostics/printable.ts";
import { type TextLayout, TextString } from "../diagnostics/text-layout.ts";
import { addReport, RulesError } from "../rules/rules-error.ts";
import { CopyError } from "../streams/read-errors.ts";

/** An error whose message begins with what it is about: a file, or one of the standard streams. */
export class NamedError extends Error {
  override readonly name = "NamedError";

  constructor(subject: string, cause: unknown) {
    super(`${subject}: ${reasonOf(cause)}`, { cause });
  }
}

/** A path as a message shows it; an empty one in quotes, so that it is seen. */
export function shownPath(path: string): string {
  return path === "" ? "''" : printable(path);
}

/** The code of a system error, `ENOENT`; undefined for any other. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/**
 * What is written to standard error: what failed, where and why, but never a stack. It is laid out for so many columns, or
 * none.
 */
export function messageOf(error: unknown, width?: number): string {
  const layout = new TextString({ hasColors: false, width });
  addMessage(layout, error);
  return layout.toString();
}

function addMessage(layout: TextLayout, error: unknown): void {
  if (error instanceof RulesError) {
    addReport(layout, error);
  } else if (error instanceof AggregateError) {
    for (const one of error.errors) addMessage(layout, one);
  } else {
    addNote(layout, error instanceof NamedError ? error.message : reasonOf(error));
  }
}

/** What else is said on standard error, laid out as `messageOf` does it. */
export function noteText(note: string, width?: number): string {
  const layout = new TextString({ hasColors: false, width });
  addNote(layout, note);
  return layout.toString();
}

function addNote(layout: TextLayout, note: string): void {
  layout.text("normalizer: ");
  layout.hang();
  layout.text(`${note}\n`);
}

/** The system's own words for its common errors are in its messages, between the code and the call that failed. */
const SYSTEM_MESSAGE = /^[A-Z][A-Z0-9_]+: (.*?)(?:, [a-z]+(?: .*)?)?$/s;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return printable(String(error));
  if (error instanceof CopyError) return `${printable(error.reason)}: ${reasonOf(error.cause)}`;
  if (codeOf(error) === "EISDIR") return "is a directory";
  const reason = SYSTEM_MESSAGE.exec(error.message)?.[1] ?? error.message;
  return printable(reason);
}
