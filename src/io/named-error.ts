import { printable } from "../text/messages/printable.ts";
import { CopyError } from "./read-errors.ts";

/** An error whose message begins with its subject: a file, a log or one of the standard streams. */
export class NamedError extends Error {
  override readonly name = "NamedError";
  /** Printable. */
  readonly subject: string;

  constructor(subject: string, cause: unknown) {
    super(`${subject}: ${reasonOf(cause)}`, { cause });
    this.subject = subject;
  }
}

/** Does the work. Throws a NamedError where that throws an error. */
export function naming<T>(subject: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof NamedError ? error : new NamedError(subject, error);
  }
}

/** The code of a system error, such as `ENOENT`, or undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Node's message for a system error, with the reason in the middle: `ENOENT: no such file, open 'a.log'`. */
const SYSTEM_MESSAGE = /^[A-Z][A-Z0-9_]+: (.*?)(?:, [a-z]+(?: .*)?)?$/s;

/** What went wrong, for people: the message of an error, without what Node puts around the reason of the system. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return printable(String(error));
  if (error instanceof CopyError) return `${printable(error.reason)}: ${reasonOf(error.cause)}`;
  if (errorCode(error) === "EISDIR") return "is a directory";
  return printable(SYSTEM_MESSAGE.exec(error.message)?.[1] ?? error.message);
}
