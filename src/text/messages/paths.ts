// Paths and words of command lines in messages.

import { isPrintable, printable } from "./printable.ts";

/** Stands for standard input as the name of a log, and for standard input or output on a command line. */
export const STANDARD_STREAM = "-";

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
