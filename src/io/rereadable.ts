import { closeSync, mkdtempSync, openSync, rmdirSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BYTE_ORDER_MARK, LineReader } from "./line-reader.ts";
import { CopyError } from "./read-errors.ts";
import { writeAll } from "./sink.ts";
import { descriptorSource, NEVER, openUncompressed, positionedSource, reportingSizes } from "./source.ts";

/** An input that is read once in order. After that, its bytes can be read again from a file. */
export interface Rereadable {
  /** The bytes in order, decompressed. */
  readonly chunks: AsyncIterable<Buffer>;
  /** A file with the same bytes, as far as they were read. */
  readonly fd: number;
  /** Whether the file is a copy, to which only this program writes. */
  readonly isCopy: boolean;
  /** The bytes once more, as many as `chunks` gave. Each chunk is valid until the next one is asked for. */
  again(): AsyncIterable<Buffer>;
  close(): void;
}

/**
 * Makes an input rereadable. A regular file that is not compressed is read again itself, even if it is renamed or
 * deleted meanwhile. Any other input is read by `open`, decompressed, and copied to a temporary file. The temporary
 * file is deleted immediately after it is opened, so nothing is left of it however the program ends. This function and
 * the chunks throw the system's error, or a CopyError.
 */
export function rereadable(
  path: string | undefined,
  open: () => AsyncIterable<Buffer>,
  signal: AbortSignal = NEVER,
): Rereadable {
  const fd = path === undefined ? undefined : openUncompressed(path);
  const file = fd ?? temporaryFile();
  let size = 0;
  const chunks = fd === undefined ? copying(open(), file) : descriptorSource(fd, signal);
  return {
    chunks: reportingSizes(chunks, (bytes) => {
      size += bytes;
    }),
    fd: file,
    isCopy: fd === undefined,
    again: () => positionedSource(file, size, signal),
    close: () => closeSync(file),
  };
}

/** Opens a temporary file that is already deleted. Throws a CopyError. */
export function temporaryFile(): number {
  try {
    const folder = mkdtempSync(join(tmpdir(), "normalizer-"));
    try {
      const path = join(folder, "log");
      const fd = openSync(path, "wx+", 0o600);
      unlinkSync(path);
      return fd;
    } finally {
      // `rmSync` with `recursive` would need a file descriptor, and there may be none left.
      rmdirSync(folder);
    }
  } catch (error) {
    throw new CopyError(tmpdir(), error);
  }
}

/** Passes the chunks on once they are written to the end of a file. Throws a CopyError if they cannot be. */
export async function* copying(chunks: AsyncIterable<Buffer>, fd: number): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    try {
      writeAll(fd, chunk);
    } catch (error) {
      throw new CopyError(tmpdir(), error);
    }
    yield chunk;
  }
}

const EMPTY = Buffer.alloc(0);
const LINE_END = Buffer.from("\r\n");

/**
 * A log of the CRI log format with its parts joined. Each of its lines can be read again by itself.
 */
export async function* joinedLines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const lines = new LineReader({ input: { format: "cri" } });
  lines.begin();
  // Without it, one that begins the first line would be dropped.
  let before = BYTE_ORDER_MARK;
  const joined = (): Buffer => {
    const texts: Buffer[] = [];
    while (lines.next()) {
      const { criLine } = lines;
      const line =
        criLine === undefined
          ? lines.bytes.subarray(lines.start, lines.end)
          : criLine.line.subarray(criLine.start, criLine.end);
      // The reader leaves out a carriage return before a newline. One that is the end of a line must stay.
      texts.push(before, Buffer.from(line), LINE_END);
      before = EMPTY;
    }
    return Buffer.concat(texts);
  };
  for await (const chunk of input) {
    lines.push(chunk);
    yield joined();
  }
  lines.finish();
  yield joined();
}
