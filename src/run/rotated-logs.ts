// Logs that were rotated, as logrotate and logging libraries name them: `app.log.2.gz`, `app.log.1` and `app.log`, or
// with dates `app.log-20260101`, `app-20260101.log.gz` and `app.log.2026-11-26`.

import { addToGroup } from "../text/collections/polyfills.ts";

const COMPRESSED = /\.(?:gz|bz2|xz|zst)$/;
/** `app.log.1`, and `app.1.log`, as logrotate names it if it is told to keep the extension. */
const NUMBERED = /^(.+)\.(\d{1,5})(\.[A-Za-z]\w*)?$/;
const DATE = "(?:19|20)\\d\\d(-?)(?:0[1-9]|1[0-2])\\3(?:0[1-9]|[12]\\d|3[01])";
/** A time of day or seconds since 1970 may stand behind the date. */
const DATED = new RegExp(`^(.*[^-._])[-._](${DATE}(?:[-_T.]?\\d\\d(?:[-:.]?\\d\\d){0,4})?)(\\.[A-Za-z]\\w*)?$`);

interface RotatedName {
  /** The path of the log that it was, or is, a part of. */
  readonly log: string;
  /** Of numbered files, the highest is the oldest; of dated ones, the lowest. */
  readonly number: number;
  readonly date: string;
}

interface LogFile<File> {
  readonly file: File;
  /** Whether its lines follow those of the file before. */
  readonly continues: boolean;
}

function rotatedName(path: string): RotatedName {
  const nameFrom = path.lastIndexOf("/") + 1;
  const folder = path.slice(0, nameFrom);
  const name = path.slice(nameFrom).replace(COMPRESSED, "");
  const [, dated, date, , datedExtension = ""] = DATED.exec(name) ?? [];
  if (dated !== undefined) return { log: `${folder}${dated}${datedExtension}`, number: 0, date: date! };
  const [, numbered, number, extension = ""] = NUMBERED.exec(name) ?? [];
  if (numbered !== undefined) return { log: `${folder}${numbered}${extension}`, number: Number(number), date: "" };
  return { log: path, number: 0, date: "" };
}

/** The path of the log that a file of this path belongs to, if it is one that was rotated, or else the path itself. */
export function rotatedLogOf(path: string): string {
  return rotatedName(path).log;
}

/**
 * Puts the files of each rotated log in order, the oldest first, where the first of them stands. Numbered files are
 * only taken for parts of a log that is there, too: `part.1` and `part.2` may be the parts of anything.
 */
export function inRotationOrder<File>(files: readonly File[], pathOf: (file: File) => string): LogFile<File>[] {
  const paths = new Set(files.map(pathOf));
  const logs = new Map<string, (RotatedName & { readonly file: File })[]>();
  for (const file of files) {
    const path = pathOf(file);
    const name = rotatedName(path);
    const isPart = name.date !== "" || paths.has(name.log);
    const part = { ...(isPart ? name : { log: path, number: 0, date: "" }), file };
    addToGroup(logs, part.log, part);
  }
  return [...logs.values()].flatMap((parts) => {
    parts.sort(byAge);
    return parts.map(({ file }, i) => ({ file, continues: i > 0 && byAge(parts[i - 1]!, parts[i]!) < 0 }));
  });
}

/** Sorts the oldest first. The log itself, which has neither a date nor a number, is the newest. */
function byAge(a: RotatedName, b: RotatedName): number {
  if (a.date !== b.date) {
    if (a.date === "" || b.date === "") return a.date === "" ? 1 : -1;
    return digitsOf(a.date) < digitsOf(b.date) ? -1 : 1;
  }
  return b.number - a.number;
}

function digitsOf(date: string): string {
  return date.replace(/\D/g, "");
}
