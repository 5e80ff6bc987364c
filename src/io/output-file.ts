// Files that are written: those that are replaced all at once or not at all, and pipes and devices.

import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { Socket } from "node:net";
import { dirname, join } from "node:path";
import { isatty } from "node:tty";
import { openError, targetOf } from "./same-file.ts";
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
  if (status?.isDirectory()) throw openError("EISDIR", "illegal operation on a directory");
  return status !== undefined && !status.isFile();
}

/** A pipe or a device. Opening a named pipe blocks the program until there is a reader. */
export function specialFile(path: string): OutputFile & { readonly isTerminal: boolean } {
  const fd = openSync(path, "w");
  const { sink, close } = statSync(path).isFIFO()
    ? pipe(fd)
    : { sink: { write: async (bytes: Buffer) => writeAll(fd, bytes) }, close: () => closeSync(fd) };
  return { sink, isReplaced: false, isTerminal: isatty(fd), finish: () => {}, commit: close, discard: close };
}

export function openedFile(sink: Sink): OutputFile {
  return { sink, isReplaced: false, finish: () => {}, commit: () => {}, discard: () => {} };
}

/** A pipe is written as a stream: other work, such as signals, has its turn while the pipe is full. */
function pipe(fd: number): { sink: Sink; close: () => void } {
  const stream = Object.assign(new Socket({ fd, readable: false, writable: true }), { fd });
  // The caller of a failed write gets its error.
  stream.on("error", () => {});
  return { sink: descriptorSink(stream), close: () => stream.destroy() };
}

/**
 * New content for a file, which takes its place all at once or not at all, and is in a temporary file beside it until
 * then. A symbolic link is followed. The new file has the permissions of the old one, and its owner if the system
 * allows that. All is synchronous, so that a process that handles signals leaves nothing behind.
 */
export class Replacement implements OutputFile {
  readonly isReplaced = true;
  readonly sink: Sink = { write: async (bytes) => this.write(bytes) };
  private readonly target: string;
  private readonly temporary: string;
  private readonly old: Stats | undefined;
  private fd: number | undefined;

  /** Creates the temporary file. Throws the system's error, or an Error if the path leads to anything but a file. */
  constructor(path: string) {
    this.target = targetOf(path);
    this.old = statSync(this.target, { throwIfNoEntry: false });
    if (this.old?.isFile() === false) throw new Error("is not a regular file");
    this.temporary = join(dirname(this.target), temporaryName());
    // Nobody else may read it before it has the permissions of the old file.
    this.fd = openSync(this.temporary, "wx", this.old === undefined ? 0o666 : 0o600);
  }

  write(bytes: Uint8Array): void {
    this.orDiscard(() => writeAll(this.fd!, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  }

  finish(): void {
    this.orDiscard(() => {
      if (this.fd === undefined) return;
      if (this.old !== undefined) copyPermissions(this.old, this.fd);
      // Without it, a loss of power could leave an empty file behind.
      fsyncSync(this.fd);
      this.close();
    });
  }

  commit(): void {
    this.finish();
    this.orDiscard(() => renameSync(this.temporary, this.target));
    syncFolder(dirname(this.target));
  }

  discard(): void {
    try {
      this.close();
    } finally {
      rmSync(this.temporary, { force: true });
    }
  }

  private orDiscard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  private close(): void {
    const { fd } = this;
    this.fd = undefined;
    if (fd !== undefined) closeSync(fd);
  }
}

/** Replaces the content of a file, all at once or not at all. Throws the same errors as `Replacement`. */
export function replaceFile(path: string, bytes: Uint8Array): void {
  const replacement = new Replacement(path);
  replacement.write(bytes);
  replacement.commit();
}

/** A file that is replaced: its content as it was read, and as it is to be. */
export interface FileChange {
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** Replaces files, all or none. Throws the errors of `Replacement`, which `naming` may turn into others. */
export function replaceFiles(
  changes: readonly FileChange[],
  naming: (path: string, work: () => void) => void = (_, work) => work(),
): void {
  const replacements: Replacement[] = [];
  const done: FileChange[] = [];
  try {
    for (const { path, after } of changes)
      naming(path, () => {
        const replacement = new Replacement(path);
        replacements.push(replacement);
        replacement.write(after);
        replacement.finish();
      });
    for (const [i, change] of changes.entries()) {
      naming(change.path, () => replacements[i]!.commit());
      done.push(change);
    }
  } catch (error) {
    for (const replacement of replacements) replacement.discard();
    for (const { path, before } of done) replaceFile(path, before);
    throw error;
  }
}

/** Some systems cannot do that for folders. */
function syncFolder(path: string): void {
  try {
    const fd = openSync(path, "r");
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // The file is in its place, only perhaps not after a loss of power.
  }
}

/** A new name. Math.random is enough, and starts fast: a file that exists is not opened. */
function temporaryName(): string {
  const digits = (): string => Math.random().toString(36).slice(2, 10).padEnd(8, "0");
  return `.normalizer-${digits()}${digits()}.tmp`;
}

function copyPermissions({ uid, gid, mode }: Stats, fd: number): void {
  // One by one, because people may give a file to a group of theirs, and only the superuser to somebody else.
  for (const [owner, group] of [
    [-1, gid],
    [uid, -1],
  ] as const) {
    try {
      fchownSync(fd, owner, group);
    } catch {
      // Then it stays as it is for a new file.
    }
  }
  // After the owner, because a change of owner clears some permissions.
  fchmodSync(fd, mode & 0o7777);
}
