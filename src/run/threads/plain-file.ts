import { closeSync, fstatSync, statSync } from "node:fs";
import { BYTE_ORDER_MARK_BYTES } from "../../io/line-reader.ts";
import { openUncompressed } from "../../io/source.ts";
import type { Log } from "../log.ts";
import type { Block } from "./messages.ts";

/**
 * Large enough to make the cost of passing a block negligible; small enough to let all threads end at about the same
 * time. Tests build the command with a smaller size.
 */
const BLOCK_BYTES = 4 * 1024 * 1024;

/** An open file that can be cut into blocks, with the range in which the lines begin that are read. */
export interface PlainFile extends Block {
  /** Whether a block found the file truncated. Later blocks are then not written. */
  hasEnded: boolean;
}

/** Opens a log, or returns undefined if it cannot be cut into blocks. Throws the system's error. */
export function plainFile({ name, path, range }: Log): PlainFile | undefined {
  // A file of this size may be a byte order mark alone, which is not a line. Files in /proc report a size of 0.
  if (path === undefined || statSync(path).size <= BYTE_ORDER_MARK_BYTES) return undefined;
  const fd = openUncompressed(path);
  if (fd === undefined) return undefined;
  try {
    return { log: name, fd, from: 0, to: fstatSync(fd).size, ...range, hasEnded: false };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/**
 * Cuts the range into blocks. It ends with the file as it was when it was opened, because each block of a growing file
 * would see another end.
 */
export function* blocksOf({ log, fd, from, to }: PlainFile): Generator<Block> {
  for (let at = from; at < to; at += BLOCK_BYTES) yield { log, fd, from: at, to: Math.min(at + BLOCK_BYTES, to) };
}
