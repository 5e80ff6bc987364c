import { type BigIntStats, fstatSync, statSync } from "node:fs";

/** A file by its path, or one that is open by its descriptor. */
export type FileReference = string | number;

/** Whether two references lead to one file, pipe or terminal. A path that leads nowhere is no file. */
export function isSameFile(a: FileReference, b: FileReference): boolean {
  const [first, second] = [statusOf(a), statusOf(b)];
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino;
}

/** Whether a reference leads to a regular file: no pipe, no terminal and no directory. */
export function isRegularFile(reference: FileReference): boolean {
  return statusOf(reference)?.isFile() ?? false;
}

/** The size of files together, in bytes; undefined if one is not a regular file, as nobody knows how much will come. */
export function sizeTogether(references: readonly FileReference[]): number | undefined {
  let total = 0;
  for (const reference of references) {
    const status = statusOf(reference);
    if (!status?.isFile()) return undefined;
    total += Number(status.size);
  }
  return total;
}

function statusOf(reference: FileReference): BigIntStats | undefined {
  try {
    if (typeof reference === "number") return fstatSync(reference, { bigint: true });
    return statSync(reference, { bigint: true, throwIfNoEntry: false });
  } catch {
    // Whoever opens it finds out what is wrong with it.
    return undefined;
  }
}
