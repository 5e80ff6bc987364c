import { type BigIntStats, fstatSync, statSync } from "node:fs";

/** A file by its path, or one that is open by its descriptor. */
export type FileReference = string | number;

/** Whether two references lead to one file, pipe or terminal. A path that leads nowhere is no file. */
export function isSameFile(a: FileReference, b: FileReference): boolean {
  const [first, second] = [statusOf(a), statusOf(b)];
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino;
}

export function isRegularFile(reference: FileReference): boolean {
  return statusOf(reference)?.isFile() ?? false;
}

/** The bytes of files together; undefined if one is no regular file, so that nobody knows how much will come. */
export function sizeTogether(references: readonly FileReference[]): number | undefined {
  const sizes = references.map((reference) => {
    const status = statusOf(reference);
    return status?.isFile() ? Number(status.size) : Number.NaN;
  });
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return Number.isNaN(total) ? undefined : total;
}

function statusOf(reference: FileReference): BigIntStats | undefined {
  try {
    if (typeof reference === "number") return fstatSync(reference, { bigint: true });
    return statSync(reference, { bigint: true, throwIfNoEntry: false });
  } catch {
    // What cannot be looked at is found out by whoever opens it.
    return undefined;
  }
}
