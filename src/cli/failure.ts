import { CopyError } from "../io/read-errors.ts";
import { addReport, RulesError } from "../rules/rules-error.ts";
import { MissingKeyError } from "../rules/transforms/pseudonyms.ts";
import { quoted } from "../text/messages/phrases.ts";
import { isPrintable, printable } from "../text/messages/printable.ts";
import { StringLayout, type TextLayout } from "../text/messages/text-layout.ts";

/** An error whose message begins with its subject: a file or one of the standard streams. */
export class NamedError extends Error {
  override readonly name = "NamedError";

  constructor(subject: string, cause: unknown) {
    super(`${subject}: ${reasonOf(cause)}`, { cause });
  }
}

/** A path for messages. An empty one becomes two quotes, so that it is visible. */
export function shownPath(path: string): string {
  return path === "" ? "''" : printable(path);
}

/**
 * A word of a command line for people to copy: in quotes if a shell would read it otherwise. A word that is not
 * printable has the form `$'a\tb'`, which bash, zsh and ksh know.
 */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (isPrintable(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  return `$'${Array.from(word, escapedForShell).join("")}'`;
}

/** A character between `$'` and `'`. Unprintable ones become bytes in octal, which all these shells read alike. */
function escapedForShell(character: string): string {
  if (character === "\t") return "\\t";
  if (character === "'" || character === "\\") return `\\${character}`;
  if (isPrintable(character)) return character;
  return Array.from(Buffer.from(character), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}

/** A path as such a word. If it begins with a dash, it is written so that it is not taken for an option. */
export function pathWord(path: string): string {
  return shellWord(path.startsWith("-") ? `./${path}` : path);
}

/** The code of a system error, such as `ENOENT`, or undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/**
 * The text for standard error: what failed, where and why, but never a stack trace. Long lines are wrapped to the width
 * if it is given.
 */
export function messageOf(error: unknown, width?: number): string {
  const layout = new StringLayout({ hasColors: false, width });
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

/** Another message for standard error, in the same layout as `messageOf`. */
export function noteText(note: string, width?: number): string {
  const layout = new StringLayout({ hasColors: false, width });
  addNote(layout, note);
  return layout.toString();
}

/** The note for a field that was asked for and that no rule has, if others are left. */
export function unknownFieldNote(field: string): string {
  return `note: no rule has a field ${quoted(field)}, so it is ignored`;
}

function addNote(layout: TextLayout, note: string): void {
  layout.text("normalizer: ");
  layout.hang();
  layout.message(`${note}\n`);
}

/**
 * Node's message for a system error: `ENOENT: no such file or directory, open 'a.log'`. The reason is in the middle.
 */
const SYSTEM_MESSAGE = /^[A-Z][A-Z0-9_]+: (.*?)(?:, [a-z]+(?: .*)?)?$/s;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return printable(String(error));
  if (error instanceof CopyError) return `${printable(error.reason)}: ${reasonOf(error.cause)}`;
  if (error instanceof MissingKeyError)
    return `${printable(error.message)}; name its file with --key-file FILE, or set NORMALIZER_KEY`;
  if (errorCode(error) === "EISDIR") return "is a directory";
  const reason = SYSTEM_MESSAGE.exec(error.message)?.[1] ?? error.message;
  return printable(reason);
}
