import { openSync } from "node:fs";
import { NamedError } from "../io/named-error.ts";
import { type FileReference, isOneOf, isSameFile } from "../io/same-file.ts";
import { type Sink, writeAll } from "../io/sink.ts";
import { shownPath } from "../text/messages/paths.ts";
import { type Outputs, type StandardStreams, withErrorName } from "./standard-outputs.ts";

/**
 * The sink for `--stats-file`. Opens and empties the file at once. So a wrong path is reported before the work begins,
 * and after an error nobody mistakes old statistics for new ones. If the path leads to a standard stream, returns the
 * sink of that stream. Throws a NamedError for a file that this run reads or that cannot be opened.
 */
export function statisticsSink(
  path: string,
  { stdout, stderr }: StandardStreams,
  { lines, explain }: Outputs,
  inputs: readonly FileReference[],
): Sink {
  if (isSameFile(path, stdout.fd)) return lines;
  if (isSameFile(path, stderr.fd)) return explain;
  const name = shownPath(path);
  if (isOneOf(path, inputs)) {
    throw new NamedError(name, "is an input of this run; write the statistics to another file");
  }
  try {
    const fd = openSync(path, "w");
    return withErrorName(name, { write: async (bytes) => writeAll(fd, bytes) });
  } catch (error) {
    throw new NamedError(name, error);
  }
}
