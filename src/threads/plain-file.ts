import { closeSync, fstatSync, statSync } from "node:fs";
import type { Log } from "../normalization/log.ts";
import { openUncompressed } from "../streams/compression.ts";
import type { LogPart } from "./messages.ts";
import { PART_BYTES } from "./sizes.ts";

const BYTE_ORDER_MARK_BYTES = 3;

/** An open file that can be cut into parts. */
export interface PlainFile {
  /** The name of the log. */
  readonly log: string;
  readonly fd: number;
  /** Its size when it was opened. */
  readonly size: number;
  /** Whether a part found the file truncated. Later parts are then not written. */
  hasEnded: boolean;
}

/** Opens a log, or returns undefined if it cannot be cut into parts. Throws the system's error. */
export function plainFile({ name, path }: Log): PlainFile | undefined {
  // A file of this size may be a byte order mark alone, which is not a line. Files in /proc report a size of 0.
  if (path === undefined || statSync(path).size <= BYTE_ORDER_MARK_BYTES) return undefined;
  const fd = openUncompressed(path);
  if (fd === undefined) return undefined;
  try {
    return { log: name, fd, size: fstatSync(fd).size, hasEnded: false };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * Cuts the file into parts, up to its size when it was opened, because each part of a growing file would see another
 * end.
 */
export function* partsOf({ log, fd, size }: PlainFile): Generator<LogPart> {
  for (let from = 0; from < size; from += PART_BYTES) yield { log, fd, from, to: Math.min(from + PART_BYTES, size) };
}
