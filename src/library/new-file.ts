import { accessSync, closeSync, constants, lstatSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, NamedError, naming } from "../io/named-error.ts";
import { isRegularFile } from "../io/same-file.ts";
import { writeAll } from "../io/sink.ts";
import { STARTER } from "../rules/starter.ts";
import { pathWord, STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";

/** Throws the errors of `writeNew` that can be foreseen. Better now than when all logs are read. */
export function refuseExisting(path: string, adviceIfExists: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw existing(path, adviceIfExists);
  naming(shownPath(path), () => accessSync(dirname(path), constants.W_OK));
}

/**
 * Creates a file. Throws a NamedError, with the advice if a file exists already. If the disk is full, removes the
 * incomplete file, so that the next attempt can create it.
 */
export function writeNew(path: string, bytes: Uint8Array, adviceIfExists: string): void {
  try {
    const fd = openSync(path, "wx");
    try {
      writeAll(fd, Buffer.from(bytes));
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw errorCode(error) === "EEXIST" ? existing(path, adviceIfExists) : new NamedError(shownPath(path), error);
  }
}

function existing(path: string, advice: string): NamedError {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return new NamedError(shownPath(path), isFolder ? "is a directory" : `file already exists; ${advice}`);
}

/** Writes the rules to start from, or returns them for `-`. Errors also say what a person wants who names a log. */
export function writeStarter(path: string): string | undefined {
  if (path === STANDARD_STREAM) return STARTER;
  const isLog = isRegularFile(path) && !/\.ya?ml$/i.test(path);
  const advice = "name another file: normalizer init FILE";
  writeNew(
    path,
    Buffer.from(STARTER),
    isLog ? `${advice}; or write rules for a log: normalizer suggest ${pathWord(path)}` : advice,
  );
  return undefined;
}
