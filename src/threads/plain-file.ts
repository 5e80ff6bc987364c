import { closeSync, fstatSync, statSync } from "node:fs";
import type { Log } from "../normalization/log.ts";
import { openUncompressed } from "../streams/compression.ts";
import type { Part } from "./messages.ts";
import { PART_BYTES } from "./sizes.ts";

/** The size of a byte order mark. */
const MARK_BYTES = 3;

/** A file that is open and can be cut into parts, as it was when it was opened. */
export interface PlainFile {
  readonly fd: number;
  readonly size: number;
  /** Whether it was found to end before a part of it does, so that no part after that is written. */
  isOver: boolean;
}

/** Opens a log that can be cut into parts; undefined for any other. Throws the system's error if there is none. */
export function plainFile({ path }: Log): PlainFile | undefined {
  // What is no longer than a byte order mark may be one, which is no line. Files in /proc say that they are empty.
  if (path === undefined || statSync(path).size <= MARK_BYTES) return undefined;
  const fd = openUncompressed(path);
  if (fd === undefined) return undefined;
  try {
    return { fd, size: fstatSync(fd).size, isOver: false };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** The parts of the file, up to its size when it was opened: each part would find another end of a file that grows. */
export function* partsOf({ fd, size }: PlainFile): Generator<Part> {
  for (let from = 0; from < size; from += PART_BYTES) yield { fd, from, to: Math.min(from + PART_BYTES, size) };
}
