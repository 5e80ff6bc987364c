import { closeSync, openSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { isatty } from "node:tty";
import { Replacement } from "./replacement.ts";
import { descriptorSink, type Sink, writeAll } from "./sink.ts";

/** An output that is written bit by bit. In the end, either `commit` or `discard` must be called. */
export interface OutputFile {
  readonly sink: Sink;
  /** Whether the file is replaced by `commit`, all at once. Otherwise what was written stays written. */
  readonly isReplaced: boolean;
  /** Ends the content. What can still go wrong goes wrong here: throws the system's error. */
  finish(): void;
  /** Puts the content in its place. Throws the system's error, and the file is then as it was. */
  commit(): void;
  /** Leaves the file as it was, if it is one that is replaced. */
  discard(): void;
}

/** Whether a path leads to a pipe or a device, which nothing can take the place of. */
export function isSpecial(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory())
    throw Object.assign(new Error("EISDIR: illegal operation on a directory, open"), { code: "EISDIR" });
  return status !== undefined && !status.isFile();
}

/** A regular file, or one that does not exist yet. It is replaced as a `Replacement` does it. */
export function replacedFile(path: string): OutputFile {
  const replacement = new Replacement(path);
  return {
    sink: { write: async (bytes) => replacement.write(bytes) },
    isReplaced: true,
    finish: () => replacement.finish(),
    commit: () => replacement.commit(),
    discard: () => replacement.discard(),
  };
}

/** A pipe or a device. Opening a named pipe blocks the program until there is a reader. */
export function specialFile(path: string): OutputFile & { readonly isTerminal: boolean } {
  const fd = openSync(path, "w");
  const { sink, close } = statSync(path).isFIFO() ? pipe(fd) : { sink: file(fd), close: () => closeSync(fd) };
  return { sink, isReplaced: false, isTerminal: isatty(fd), finish: () => {}, commit: close, discard: close };
}

/** An output that is open already, and stays open. */
export function openedFile(sink: Sink): OutputFile {
  return { sink, isReplaced: false, finish: () => {}, commit: () => {}, discard: () => {} };
}

function file(fd: number): Sink {
  return { write: async (bytes) => writeAll(fd, bytes) };
}

/** A pipe is written as a stream: other work, such as signals, has its turn while the pipe is full. */
function pipe(fd: number): { sink: Sink; close: () => void } {
  const stream = Object.assign(new Socket({ fd, readable: false, writable: true }), { fd });
  // The caller of a failed write gets its error.
  stream.on("error", () => {});
  return { sink: descriptorSink(stream), close: () => stream.destroy() };
}
