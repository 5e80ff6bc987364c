import { readdirSync, statSync } from "node:fs";
import { NamedError } from "../io/named-error.ts";
import { STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";
import { counted } from "../text/messages/phrases.ts";

/** The files of several lists of paths, and notes for people on what was left out. */
interface FoundFiles {
  readonly lists: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/**
 * Replaces each folder among the paths by the regular files in it, in the order of their names. Leaves out hidden files
 * and the folders in it; a note says how many folders. Other paths stay as they are, even if nothing is there. Throws
 * an AggregateError with a NamedError for each folder that cannot be read or has no files.
 */
export function filesOf(lists: readonly (readonly string[])[]): FoundFiles {
  const notes: string[] = [];
  const problems: NamedError[] = [];
  const filesAt = (path: string): readonly string[] => {
    if (!isFolder(path)) return [path];
    try {
      const { files, folders } = contentsOf(path);
      if (files.length === 0) throw new Error("is a directory without files");
      if (folders > 0) notes.push(`${shownPath(path)}: left out ${counted(folders, "folder")} in it`);
      return files;
    } catch (error) {
      problems.push(new NamedError(shownPath(path), error));
      return [];
    }
  };
  const found = { lists: lists.map((paths) => paths.flatMap(filesAt)), notes };
  if (problems.length > 0) throw new AggregateError(problems);
  return found;
}

function isFolder(path: string): boolean {
  if (path === STANDARD_STREAM) return false;
  try {
    return statSync(path).isDirectory();
  } catch {
    // Opening it will report the error.
    return false;
  }
}

/** The paths of the files in a folder, and how many folders are in it. Throws the system's error. */
function contentsOf(folder: string): { files: string[]; folders: number } {
  const files: string[] = [];
  let folders = 0;
  const names = readdirSync(folder).filter((name) => !name.startsWith("."));
  for (const name of names.sort(byBytes)) {
    const path = folder.endsWith("/") ? folder + name : `${folder}/${name}`;
    const status = statSync(path);
    if (status.isFile()) files.push(path);
    else if (status.isDirectory()) folders++;
  }
  return { files, folders };
}

/** The order of `ls` in the C locale, the same on every machine. */
function byBytes(a: string, b: string): number {
  return Buffer.from(a).compare(Buffer.from(b));
}
