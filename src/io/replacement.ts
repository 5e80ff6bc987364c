import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { writeAll } from "./sink.ts";

/**
 * New content for a file, which takes the file's place all at once or not at all. Until then the content is in a
 * temporary file in the same folder. If the path is a symbolic link, the file that it leads to is replaced. The new
 * file has the permissions of the old one, and its owner if the system allows that.
 *
 * Everything is synchronous, so that a process that handles signals leaves nothing behind.
 */
export class Replacement {
  private readonly target: string;
  private readonly temporary: string;
  /** The status of the file to be replaced, if there is one. */
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

  /** Adds bytes to the content. Throws the system's error; the caller must then call `discard`. */
  write(bytes: Uint8Array): void {
    writeAll(this.fd!, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  /**
   * Ends the content, and waits until the disk has it. What can go wrong at the end goes wrong here. If it does, throws
   * the system's error, and nothing has changed.
   */
  finish(): void {
    this.orDiscard(() => {
      if (this.fd === undefined) return;
      if (this.old !== undefined) copyPermissions(this.old, this.fd);
      // Without it, a loss of power could leave an empty file behind.
      fsyncSync(this.fd);
      this.close();
    });
  }

  /** Puts the content in the file's place. If that fails, throws the system's error, and nothing has changed. */
  commit(): void {
    this.finish();
    this.orDiscard(() => renameSync(this.temporary, this.target));
    syncFolder(dirname(this.target));
  }

  /** Removes the temporary file. The file stays as it is. */
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
  try {
    replacement.write(bytes);
  } catch (error) {
    replacement.discard();
    throw error;
  }
  replacement.commit();
}

/** Whether both paths lead to the same file, so that replacing one replaces the other. It need not exist. */
export function isSameTarget(a: string, b: string): boolean {
  try {
    return targetOf(a) === targetOf(b);
  } catch {
    // Opening it will report the error.
    return false;
  }
}

/** Has the disk keep the new name. Some systems cannot do that for folders. */
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

/**
 * A name that no other file has. It must not depend on that of the file, which may have the greatest length already.
 * Random numbers that nobody can foresee are not needed, and would take longer to load than a short run: if there is
 * such a file, it is not opened.
 */
function temporaryName(): string {
  const digits = (): string => Math.random().toString(36).slice(2, 10).padEnd(8, "0");
  return `.normalizer-${digits()}${digits()}.tmp`;
}

/** The path without symbolic links, even if the last of them leads to a file that does not exist yet. */
function targetOf(path: string): string {
  if (path.endsWith("/"))
    throw Object.assign(new Error("EISDIR: illegal operation on a directory, open"), { code: "EISDIR" });
  // To Node an empty path is the current folder, to the system it is none.
  if (path === "") throw Object.assign(new Error("ENOENT: no such file or directory, open"), { code: "ENOENT" });
  try {
    return realpathSync(path);
  } catch (error) {
    const link = linkOf(path);
    if (link === undefined) return join(realpathSync(dirname(path)), basename(path));
    // Links in a circle have made `realpathSync` fail for another reason.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return targetOf(resolve(dirname(path), link));
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
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
