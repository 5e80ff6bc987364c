// What is mutated: the project's own rules files, logs and command lines, so that fuzzing needs no other data.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseRules } from "../support/parsed-rules.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Source {
  readonly folder: string;
  readonly name: string;
  readonly bytes: Buffer;
}

const all: readonly Source[] = ["examples", "tests/cases"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ folder: dirname(path), name: basename(path), bytes: readFileSync(path) })),
);

const isLog = ({ name }: Source): boolean => /\.log$|^stdin$/.test(name);

export const RULES_FILES: readonly Buffer[] = all.flatMap(({ name, bytes }) => (name.endsWith(".yaml") ? [bytes] : []));

export const LOG_FILES: readonly Buffer[] = all.filter(isLog).map(({ bytes }) => bytes);

/** Files that are not text, such as gzip logs. */
export const BINARIES: readonly Buffer[] = all.flatMap(({ name, bytes }) => (/gz$|members$/.test(name) ? [bytes] : []));

/** Rules without issues, with the logs in the same folder. */
export const PAIRS: readonly { readonly rules: Buffer; readonly logs: readonly Buffer[] }[] = all
  .filter(({ name, bytes }) => name.endsWith(".yaml") && isSound(bytes))
  .map(({ folder, bytes }) => ({
    rules: bytes,
    logs: all.filter((one) => one.folder === folder && isLog(one)).map((one) => one.bytes),
  }))
  .filter(({ logs }) => logs.length > 0);

function isSound(bytes: Buffer): boolean {
  try {
    return parseRules(bytes, "rules.yaml").length > 0;
  } catch {
    return false;
  }
}

/** The arguments of the test cases. */
export const COMMAND_LINES: readonly (readonly string[])[] = all
  .filter(({ name }) => name === "args")
  .map(({ bytes }) => bytes.toString().split("\n").slice(0, -1));
