import { isPrintable, printable } from "./printable.ts";

/** Stands for standard input as the name of a log, and for standard input or output on a command line. */
export const STANDARD_STREAM = "-";

/** Stands for all logs that are not named, in options with a value for each log. */
export const OTHER_LOGS = "*";

/** A path for messages. An empty one becomes two quotes, so that it is visible. */
export function shownPath(path: string): string {
  return path === "" ? "''" : printable(path);
}

/** Names that tell paths apart: the last part and, where others end alike, as many before it as are needed. */
export function shortPaths(paths: Iterable<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let open = [...new Set(paths)].map((path) => ({ path, from: path.length }));
  while (open.length > 0) {
    for (const entry of open) entry.from = entry.from < 2 ? 0 : entry.path.lastIndexOf("/", entry.from - 2) + 1;
    const counts = new Map<string, number>();
    for (const { path, from } of open) counts.set(path.slice(from), (counts.get(path.slice(from)) ?? 0) + 1);
    const isDone = ({ path, from }: (typeof open)[number]): boolean => from === 0 || counts.get(path.slice(from)) === 1;
    for (const entry of open.filter(isDone)) names.set(entry.path, entry.path.slice(entry.from));
    open = open.filter((entry) => !isDone(entry));
  }
  return names;
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
