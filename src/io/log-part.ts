// The files of which `--part` reads a part.
import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { type ByteRange, type LineRange, rangeChunks } from "./line-range.ts";
import { ChangedFileError, LogError } from "./read-errors.ts";
import { openUncompressed } from "./source.ts";

/** One of `count` nearly equal parts of the bytes of all files; the first has the number 1. */
export interface LogPart {
  readonly number: number;
  readonly count: number;
}

/**
 * The bytes that a part has of files with these sizes. A range may be empty, and lines may cross its ends: a line
 * belongs to the part in which it begins.
 */
export function rangesOf({ number, count }: LogPart, sizes: readonly number[]): ByteRange[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  // The products may be beyond the whole numbers that are exact.
  const boundary = (part: number): number => Number((BigInt(total) * BigInt(part)) / BigInt(count));
  const [from, to] = [boundary(number - 1), boundary(number)];
  let before = 0;
  return sizes.map((size) => {
    const within = (offset: number): number => Math.min(Math.max(offset - before, 0), size);
    const range = { from: within(from), to: within(to) };
    before += size;
    return range;
  });
}

/** A regular file that is not compressed, as it was before it was read. */
export interface PartedFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
}

/** Throws a LogError for a file that cannot be cut, or the system's error. */
export function partedFile(path: string): PartedFile {
  const { size, mtimeMs } = regularStatus(path);
  const fd = openUncompressed(path);
  if (fd === undefined)
    throw new LogError("a compressed file or an archive cannot be read in parts; unpack it, or read it without parts");
  try {
    // As in /proc.
    if (size === 0 && readSync(fd, Buffer.alloc(1), 0, 1, 0) > 0)
      throw new LogError("has no size, so it cannot be read in parts");
  } finally {
    closeSync(fd);
  }
  return { path, size, modifiedMs: mtimeMs };
}

function regularStatus(path: string): Stats {
  const status = statSync(path);
  if (!status.isFile()) throw new LogError("only regular files can be read in parts");
  return status;
}

/** Throws a ChangedFileError if the file was changed, judging by its size and time: parts would not fit together. */
export function refuseChanged({ path, size, modifiedMs }: PartedFile): void {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.size !== size || status.mtimeMs !== modifiedMs) throw new ChangedFileError();
}

/** Opens the file while `use` reads a range of its lines. */
export async function withRange<T>(path: string, range: ByteRange, use: (range: LineRange) => Promise<T>): Promise<T> {
  const fd = openSync(path, "r");
  try {
    return await use({ ...range, fd });
  } finally {
    closeSync(fd);
  }
}

/** Opens the file and reads a range of its lines. Each chunk is valid until the next one is asked for. */
export async function* fileRange(path: string, range: ByteRange, signal: AbortSignal): AsyncGenerator<Buffer> {
  const fd = openSync(path, "r");
  try {
    yield* rangeChunks({ ...range, fd }, signal);
  } finally {
    closeSync(fd);
  }
}
