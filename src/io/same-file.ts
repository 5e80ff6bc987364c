import { type BigIntStats, fstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode, reasonOf } from "./named-error.ts";

export type FileReference = string | number;

/** Whether two references lead to the same file, pipe or terminal. A path that does not exist equals no other. */
export function isSameFile(a: FileReference, b: FileReference): boolean {
  const key = fileKey(a);
  return key !== undefined && key === fileKey(b);
}

/** What two references have in common if they lead to the same file; undefined if nothing is there. */
export function fileKey(reference: FileReference): string | undefined {
  const status = statusOf(reference);
  return status && `${status.dev}:${status.ino}`;
}

/** Whether a path leads to one of these files, or will. Whatever writes asks this about all that the run reads. */
export function isOneOf(path: string, files: readonly FileReference[]): boolean {
  return files.some((file) => isSameFile(path, file) || (typeof file === "string" && isSameTarget(path, file)));
}

/** Whether a reference leads to a regular file, not to a pipe, a terminal or a directory. */
export function isRegularFile(reference: FileReference): boolean {
  return statusOf(reference)?.isFile() ?? false;
}

/** The total size of files in bytes, or undefined if one is not a regular file, whose size is unknown. */
export function totalSize(references: readonly FileReference[]): number | undefined {
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
    // Opening it will report the error.
    return undefined;
  }
}

/** Whether both paths lead to the same file, so that replacing one replaces the other. It need not exist. */
function isSameTarget(a: string, b: string): boolean {
  try {
    return targetOf(a) === targetOf(b);
  } catch {
    // Opening it will report the error.
    return false;
  }
}

/** The path without symbolic links, even if the last of them leads to a file that does not exist yet. */
export function targetOf(path: string): string {
  if (path.endsWith("/")) throw openError("EISDIR", "illegal operation on a directory");
  // To Node an empty path is the current folder, to the system it is none.
  if (path === "") throw openError("ENOENT", "no such file or directory");
  try {
    return realpathSync(path);
  } catch (error) {
    const link = linkOf(path);
    if (link === undefined) return join(folderOf(path), basename(path));
    // Links in a circle have made `realpathSync` fail for another reason.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return targetOf(resolve(dirname(path), link));
  }
}

/** The folder of a file, without symbolic links. Node names the first folder that is missing, not the file. */
function folderOf(path: string): string {
  try {
    return realpathSync(dirname(path));
  } catch (error) {
    throw openError(errorCode(error) ?? "ENOENT", reasonOf(error));
  }
}

/** The error of opening a file, as Node writes it but for the path, which the library adds. */
export function openError(code: string, reason: string): Error {
  return Object.assign(new Error(`${code}: ${reason}, open`), { code });
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
