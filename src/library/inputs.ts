import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";
import { COMPRESSED_FORMATS, decompressed } from "../io/decompress.ts";
import { LineReader } from "../io/line-reader.ts";
import type { LineTextOptions } from "../io/line-text.ts";
import { NamedError, naming } from "../io/named-error.ts";
import { type FileReference, isRegularFile, isSameFile, totalSize } from "../io/same-file.ts";
import { descriptorSource, fileSource, NEVER, reportingSizes } from "../io/source.ts";
import type { Log } from "../run/log.ts";
import { inRotationOrder } from "../run/rotated-logs.ts";
import { LineClassifier, type Rulebook } from "../run/rulebook.ts";
import { ESCAPE } from "../text/bytes/escape-sequences.ts";
import { pathWord, STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";
import { counted } from "../text/messages/phrases.ts";
import { CriLine } from "../text/records/cri-line.ts";
import { JsonRecord } from "../text/records/json-record.ts";
import type { Sides } from "./caller-sources.ts";
import { type CommandRun, readOptions } from "./command-run.ts";

/** What the notes of commands say of compressed logs. */
export const DECOMPRESSION = `${COMPRESSED_FORMATS.join(" and ")} files are decompressed.`;

export const STANDARD_INPUT = 0;

/** The path of the JSON Schema of rules files, in the package that the command is part of. */
export function schemaPath(): string {
  return fileURLToPath(new URL("../../schema/rules.schema.json", import.meta.url));
}

export interface LogInput {
  readonly name: string;
  readonly file: FileReference;
  open(signal: AbortSignal): AsyncIterable<Buffer>;
  /** The beginning of a log that cannot be read twice, once it was read, decompressed. */
  head?: Buffer;
}

const HEAD_BYTES = 64 * 1024;

/**
 * The logs that paths name; `-` is standard input. They are not opened, because a named pipe can be opened only once.
 * Throws an AggregateError with a NamedError for each log that does not exist or may not be read.
 */
export function logInputs(paths: readonly string[]): LogInput[] {
  const problems = paths.flatMap((path) => (path === STANDARD_STREAM ? [] : (problemOf(path) ?? [])));
  if (problems.length > 0) throw new AggregateError(problems);
  return paths.map((path) =>
    path === STANDARD_STREAM
      ? { name: "standard input", file: STANDARD_INPUT, open: (signal) => descriptorSource(STANDARD_INPUT, signal) }
      : { name: shownPath(path), file: path, open: (signal) => fileSource(path, signal) },
  );
}

function problemOf(path: string): NamedError | undefined {
  try {
    if (statSync(path).isDirectory())
      throw new Error(`is a directory; name the files in it: ${pathWord(path.replace(/\/$/, ""))}/*`);
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    return new NamedError(shownPath(path), error);
  }
}

export interface ReadProgress {
  /** Called each time that the logs are read, with their size in bytes, if it is known. */
  readonly begin: (size: number | undefined) => void;
  readonly add: (bytes: number) => void;
  readonly end: () => void;
}

/**
 * Opens the logs of each side, and reads the rules between two checks: that all logs are there, and that none is also
 * an output. Throws the errors of `logInputs`, `readRules` and `refuseOutput`.
 */
export function openFiles<Rules>(
  sides: readonly (readonly string[])[],
  outputs: readonly number[],
  readRules: () => Rules,
  progress?: ReadProgress,
  continuing?: FoundFiles["continuing"],
): { readonly rules: Rules; readonly inputs: readonly LogInput[]; readonly logs: Sides<Log> } {
  const inputs = logInputs(sides.flat());
  const rules = readRules();
  refuseOutput(inputs, outputs);
  const logs = inputs.map((input) => {
    const log = logOfInput(input, NEVER, progress?.add);
    return continuing?.has(log.name) ? { ...log, continues: true } : log;
  });
  progress?.begin(totalSize(inputs.map(({ file }) => file)));
  const [{ length: first } = logs] = sides;
  return { rules, inputs, logs: sides.length > 1 ? [logs.slice(0, first), logs.slice(first)] : [logs] };
}

/** Throws a NamedError for a log that is also an output, because it would grow forever while it is read. */
export function refuseOutput(inputs: readonly LogInput[], outputs: readonly number[]): void {
  const files = outputs.filter(isRegularFile);
  const writtenTo = inputs.find(({ file }) => files.some((output) => isSameFile(file, output)));
  if (writtenTo !== undefined) throw new NamedError(writtenTo.name, "is both a log and where the output goes");
}

export function readingAgain({ begin, add }: ReadProgress): (size: number) => ReadProgress["add"] {
  return (size) => {
    begin(size);
    return add;
  };
}

/** Turns an input into a log, decompressed. `onRead` gets the size of each chunk before decompression. */
export function logOfInput(input: LogInput, signal: AbortSignal = NEVER, onRead?: (bytes: number) => void): Log {
  const { name, file, open } = input;
  const path = typeof file === "string" ? file : undefined;
  return {
    name: path ?? STANDARD_STREAM,
    path,
    open: () => {
      const chunks = decompressed(reportingSizes(open(signal), onRead));
      return path !== undefined && isRegularFile(path) ? chunks : keepingHead(input, chunks);
    },
    onRead,
    failure: (error) => (error instanceof NamedError ? error : new NamedError(name, error)),
  };
}

async function* keepingHead(input: LogInput, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    input.head ??= Buffer.from(chunk.subarray(0, HEAD_BYTES));
    yield chunk;
  }
}

interface FoundFiles {
  readonly lists: readonly (readonly string[])[];
  /** The files in folders whose lines follow those of the file before: both are of one log that was rotated. */
  readonly continuing: ReadonlySet<string>;
  readonly notes: readonly string[];
}

/**
 * Replaces each folder by the regular files in it that are not hidden, by name, but those of a rotated log the oldest
 * first. Throws an AggregateError with a NamedError for each folder that cannot be read or has no files.
 */
export function filesOf(lists: readonly (readonly string[])[]): FoundFiles {
  const notes: string[] = [];
  const problems: unknown[] = [];
  const continuing = new Set<string>();
  const filesAt = (path: string): readonly string[] => {
    if (!isFolder(path)) return [path];
    try {
      return naming(shownPath(path), () => {
        const { files, folders } = contentsOf(path);
        if (files.length === 0) throw new Error("is a directory without files");
        if (folders > 0) notes.push(`${shownPath(path)}: left out ${counted(folders, "folder")} in it`);
        const ordered = inRotationOrder(files, (file) => file);
        for (const { file, continues } of ordered) if (continues) continuing.add(file);
        return ordered.map(({ file }) => file);
      });
    } catch (error) {
      problems.push(error);
      return [];
    }
  };
  const found = { lists: lists.map((paths) => paths.flatMap(filesAt)), continuing, notes };
  if (problems.length > 0) throw new AggregateError(problems);
  return found;
}

export function isFolder(path: string): boolean {
  try {
    return path !== STANDARD_STREAM && statSync(path).isDirectory();
  } catch {
    // Opening it will report the error.
    return false;
  }
}

/** The files in a folder, and how many folders it has. Throws the system's error, or a NamedError for a dead link. */
function contentsOf(folder: string): { files: string[]; folders: number } {
  const names = readdirSync(folder).filter((name) => !name.startsWith("."));
  // The order of `ls` in the C locale, the same on every machine.
  const paths = names
    .sort((a, b) => Buffer.from(a).compare(Buffer.from(b)))
    .map((name) => (folder.endsWith("/") ? folder + name : `${folder}/${name}`));
  const all = paths.map((path) => naming(shownPath(path), () => statSync(path)));
  return {
    files: paths.filter((_, i) => all[i]!.isFile()),
    folders: all.filter((status) => status.isDirectory()).length,
  };
}

/** More logs, and more lines of each, are not looked at. */
const MAX_LOGS = 16;
const MAX_LINES = 5000;

/**
 * Notes on lines that no rule matches and that seem to be records, or have escape sequences, although the run does not
 * read them so. Looks at the beginning of each log. There are none if they would come among the results.
 */
export async function readingNotes(
  run: CommandRun,
  inputs: readonly LogInput[],
  rulebook: Rulebook | undefined,
): Promise<string[]> {
  const { stdout, stderr } = run.context;
  if (!isatty(stderr.fd) && isSameFile(stdout.fd, stderr.fd)) return [];
  const notes = new Map<string, string>();
  for (const input of inputs.slice(0, MAX_LOGS)) {
    const advice = await adviceOn(input, rulebook, readOptions(run));
    if (advice !== undefined && !notes.has(advice)) notes.set(advice, `note: ${input.name} ${advice}`);
  }
  return [...notes.values()];
}

/** How to read a log so that rules may match more of its lines. */
async function adviceOn(
  input: LogInput,
  rulebook: Rulebook | undefined,
  options: LineTextOptions,
): Promise<string | undefined> {
  /** How many of the lines looked at no rule matches, by what they seem to be. */
  const found = { json: 0, cri: 0, escaped: 0 };
  let all = 0;
  const arePlain = (options.input?.format ?? "lines") === "lines";
  const [record, criLine] = [new JsonRecord(undefined), new CriLine()];
  const kindOf = (bytes: Buffer, start: number, end: number): keyof typeof found | undefined => {
    if (arePlain && record.read(bytes, start, end)) return "json";
    if (arePlain && criLine.read(bytes, start, end)) return "cri";
    return !options.stripAnsi && bytes.subarray(start, end).includes(ESCAPE) ? "escaped" : undefined;
  };
  const classifier = rulebook && new LineClassifier(rulebook);
  const reader = new LineReader(options);
  classifier?.begin();
  for await (const _ of reader.read(beginningOf(input))) {
    while (all < MAX_LINES && reader.next()) {
      all++;
      const { bytes, start, end, isText } = reader;
      const kind = kindOf(bytes, start, end);
      // A line may be matched because of those before it.
      if (kind === undefined && !rulebook?.followers.length) continue;
      const isMatched = classifier?.countsAsMatched(classifier.classify(bytes, start, end, isText)) ?? false;
      if (kind !== undefined && !isMatched) found[kind]++;
    }
    if (all === MAX_LINES) break;
  }
  if (2 * found.json > all) return "has JSON objects with a message; --input json reads the messages";
  if (2 * found.cri > all) return "is in the CRI log format; --input cri reads its messages";
  const escaped = "has terminal escape sequences in lines that no rule matches; --strip-ansi removes them";
  return found.escaped > 0 ? escaped : undefined;
}

/** A file is read again. Of other logs only the first piece is known. */
async function* beginningOf(input: LogInput): AsyncGenerator<Buffer> {
  const { file, head } = input;
  if (head !== undefined) yield head;
  else if (typeof file === "string" && isRegularFile(file)) yield* logOfInput(input, NEVER).open();
}
