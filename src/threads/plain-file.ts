import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import type { Log } from "../normalization/log.ts";
import { beginsAsGzip } from "../streams/gunzip.ts";
import type { Part } from "./messages.ts";

/** Large enough that handing it over costs nothing, small enough that the threads end at about the same time. */
const PART_BYTES = 4 * 1024 * 1024;

/** A file that is open and can be cut into parts, as it was when it was opened. */
export interface PlainFile {
  readonly fd: number;
  readonly size: number;
  /** Whether it was found to end before a part of it does, so that no part after that is written. */
  isOver: boolean;
}

/** Opens a log that can be cut into parts; undefined for any other. Throws the system's error if there is none. */
export function plainFile({ path }: Log): PlainFile | undefined {
  // Opening anything else may wait for somebody, or take something away.
  if (path === undefined || !statSync(path).isFile()) return undefined;
  const fd = openSync(path, "r");
  const head = Buffer.alloc(2);
  const { size } = fstatSync(fd);
  if (size > 3 && readSync(fd, head, 0, head.length, 0) === head.length && !beginsAsGzip(head)) {
    return { fd, size, isOver: false };
  }
  closeSync(fd);
  return undefined;
}

/** The parts of the file, up to its size when it was opened: each part would find another end of a file that grows. */
export function* partsOf({ fd, size }: PlainFile): Generator<Part> {
  for (let from = 0; from < size; from += PART_BYTES) yield { fd, from, to: Math.min(from + PART_BYTES, size) };
}
