import { closeSync, mkdtempSync, openSync, rmdirSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openUncompressed } from "./compression.ts";
import { CopyError } from "./read-errors.ts";
import { writeWhole } from "./sink.ts";
import { descriptorSource } from "./source.ts";

/** An input that is read once in order, and whose bytes can then be read again from a file. */
export interface Rereadable {
  /** The bytes in order, decompressed. */
  readonly chunks: AsyncIterable<Buffer>;
  /** A file that holds the same bytes, as far as they were read. */
  readonly fd: number;
  /** Whether the file is a copy, which nobody else writes to. */
  readonly isCopy: boolean;
  close(): void;
}

/**
 * Makes an input rereadable. A regular file that is not compressed serves itself, even if it is renamed or deleted
 * meanwhile. What else there is, decompressed by `open`, is copied to a temporary file on the way, which is deleted at
 * once and lives until it is closed, however the program ends. Throws the system's error, or a CopyError, as the chunks do.
 */
export function rereadable(
  path: string | undefined,
  open: () => AsyncIterable<Buffer>,
  signal: AbortSignal = new AbortController().signal,
): Rereadable {
  const fd = path === undefined ? undefined : openUncompressed(path);
  if (fd !== undefined) return { chunks: descriptorSource(fd, signal), fd, isCopy: false, close: () => closeSync(fd) };
  const copy = temporaryFile();
  return { chunks: copied(open(), copy), fd: copy, isCopy: true, close: () => closeSync(copy) };
}

function temporaryFile(): number {
  try {
    const folder = mkdtempSync(join(tmpdir(), "normalizer-"));
    try {
      const path = join(folder, "log");
      const fd = openSync(path, "wx+", 0o600);
      unlinkSync(path);
      return fd;
    } finally {
      // Removing a folder with what is in it would need a file descriptor, and there may be none left.
      rmdirSync(folder);
    }
  } catch (error) {
    throw new CopyError(tmpdir(), error);
  }
}

async function* copied(chunks: AsyncIterable<Buffer>, fd: number): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    try {
      writeWhole(fd, chunk);
    } catch (error) {
      throw new CopyError(tmpdir(), error);
    }
    yield chunk;
  }
}
