import { closeSync, fstatSync, statSync } from "node:fs";
import type { Log } from "../normalization/log.ts";
import { openUncompressed } from "../streams/compression.ts";
import type { LineRange } from "../streams/line-range.ts";
import { BLOCK_BYTES } from "./sizes.ts";

const BYTE_ORDER_MARK_BYTES = 3;

/** An open file that can be cut into blocks. */
export interface PlainFile {
  readonly fd: number;
  /** Its size when it was opened. */
  readonly size: number;
  /** Whether a block found the file truncated. Later blocks are then not written. */
  hasEnded: boolean;
}

/** Opens a log, or returns undefined if it cannot be cut into blocks. Throws the system's error. */
export function plainFile({ path }: Log): PlainFile | undefined {
  // A file of this size may be a byte order mark alone, which is not a line. Files in /proc report a size of 0.
  if (path === undefined || statSync(path).size <= BYTE_ORDER_MARK_BYTES) return undefined;
  const fd = openUncompressed(path);
  if (fd === undefined) return undefined;
  try {
    return { fd, size: fstatSync(fd).size, hasEnded: false };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * Cuts the file into blocks, up to its size when it was opened, because each block of a growing file would see another
 * end.
 */
export function* blocksOf({ fd, size }: PlainFile): Generator<LineRange> {
  for (let from = 0; from < size; from += BLOCK_BYTES) yield { fd, from, to: Math.min(from + BLOCK_BYTES, size) };
}
