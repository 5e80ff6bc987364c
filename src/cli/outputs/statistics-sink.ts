import { openSync } from "node:fs";
import { type Sink, writeWhole } from "../../streams/sink.ts";
import type { Context } from "../context.ts";
import { NamedError, shownPath } from "../failure.ts";
import { type FileReference, isSameFile } from "../inputs/same-file.ts";
import { named, type Outputs } from "./standard-outputs.ts";

/**
 * Where `--stats-file` leads. The file is opened and emptied at once: trouble shows before the work, and after an error
 * nobody takes old statistics for new ones. A standard stream is not opened again, but written to after all else. Throws a
 * NamedError for a file that this run reads, or that cannot be opened.
 */
export function statisticsSink(
  path: string,
  { stdout, stderr }: Context,
  { lines, records }: Outputs,
  read: readonly FileReference[],
): Sink {
  if (isSameFile(path, stdout.fd)) return lines;
  if (isSameFile(path, stderr.fd)) return records;
  const name = shownPath(path);
  if (read.some((other) => isSameFile(path, other))) {
    throw new NamedError(name, "is read by this run; the statistics need a file of their own");
  }
  try {
    const fd = openSync(path, "w");
    return named(name, { write: async (bytes) => writeWhole(fd, bytes) });
  } catch (error) {
    throw new NamedError(name, error);
  }
}
