import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { type ByteRange, countLines, findLine, type LineRange, lineStart, rangeChunks } from "../io/line-range.ts";
import type { LineReader } from "../io/line-reader.ts";
import { ChangedFileError, LogError } from "../io/read-errors.ts";
import { openUncompressed, reportingSizes } from "../io/source.ts";
import { aliasFields } from "./aliases.ts";
import type { Log } from "./log.ts";
import { type NormalizationOptions, writesLineNumbers } from "./normalization.ts";
import { LineClassifier, type Rulebook } from "./rulebook.ts";

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
interface PartedFile {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
}

/** Throws a LogError for a file that cannot be cut, or the system's error. */
function partedFile(path: string): PartedFile {
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
function refuseChanged({ path, size, modifiedMs }: PartedFile): void {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.size !== size || status.mtimeMs !== modifiedMs) throw new ChangedFileError();
}

/** Opens the file while `use` reads a range of its lines. */
async function withRange<T>(path: string, range: ByteRange, use: (range: LineRange) => Promise<T>): Promise<T> {
  const fd = openSync(path, "r");
  try {
    return await use({ ...range, fd });
  } finally {
    closeSync(fd);
  }
}

/** Opens the file and reads a range of its lines. Each chunk is valid until the next one is asked for. */
async function* fileRange(path: string, range: ByteRange, signal: AbortSignal): AsyncGenerator<Buffer> {
  const fd = openSync(path, "r");
  try {
    yield* rangeChunks({ ...range, fd }, signal);
  } finally {
    closeSync(fd);
  }
}

/** A part of several logs. */
export interface PartOfLogs {
  /** The logs that have lines in the part; a run reads only these lines. */
  readonly logs: readonly Log[];
  /** About how many bytes they have. */
  readonly size: number;
  /** Throws the failure of a log that was changed since the part was made. To be called when the part is read. */
  refuseChanges(): void;
}

/** A log and its file. */
interface LogFile {
  readonly log: Log;
  readonly file: PartedFile;
}

/**
 * Cuts the logs, and returns one part. The outputs of all parts, one after the other, are the output of the logs; their
 * counts add up; and line numbers, if the options ask for them, are those of the logs. All parts must see the same
 * files.
 *
 * A part begins with a line; if the rules have sequences, with one that cannot follow another, or at the beginning of a
 * file. Lines before that belong to the part before.
 *
 * Rejects with an Error for rules with aliases, whose numbers depend on all lines before, for lines that are joined, or
 * with the failure of a log that cannot be cut.
 */
export async function partOfLogs(
  part: LogPart,
  logs: readonly Log[],
  rulebook: Rulebook,
  options: NormalizationOptions,
): Promise<PartOfLogs> {
  refuseAliases(rulebook);
  refuseJoined(options);
  const signal = options.signal ?? new AbortController().signal;
  const files = logs.map((log): LogFile => naming(log, () => ({ log, file: fileOf(log) })));
  const ranges = rangesOf(
    part,
    files.map(({ file }) => file.size),
  );
  const parted: Log[] = [];
  let size = 0;
  for (const [i, { log, file }] of files.entries()) {
    try {
      const isNumbered = writesLineNumbers(options);
      const between = await betweenSequences(file, ranges[i]!, rulebook, options, signal);
      const range = isNumbered ? await fromFirstLine(file, between, signal) : between;
      if (range.from === range.to) continue;
      const before =
        isNumbered && parted.length === 0
          ? await countBefore(files.slice(0, i), { log, file }, range.from, signal)
          : undefined;
      parted.push(rangeOf({ ...log, ...before }, file.path, range, signal));
      size += range.to - range.from;
    } catch (error) {
      throw log.failure(error);
    }
  }
  return {
    logs: parted,
    size,
    refuseChanges: () => {
      for (const { log, file } of files) naming(log, () => refuseChanged(file));
    },
  };
}

function refuseAliases({ linePatterns }: Rulebook): void {
  const [field] = aliasFields(linePatterns);
  if (field === undefined) return;
  throw new Error(
    `the field '${field}' has 'transform: alias', whose numbers depend on all lines before a part; use 'transform: pseudonym', which is the same in every part`,
  );
}

function refuseJoined({ input }: NormalizationOptions): void {
  if (input?.format !== "cri") return;
  throw new Error("logs of the input format 'cri' cannot be read in parts, because a line may be split there");
}

function fileOf({ path }: Log): PartedFile {
  if (path === undefined) throw new LogError("only regular files can be read in parts");
  return partedFile(path);
}

function naming<T>(log: Log, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw log.failure(error);
  }
}

/** Moves both ends of a range on to the next line that cannot follow another. A file's own ends stay. */
async function betweenSequences(
  { path, size }: PartedFile,
  range: ByteRange,
  rulebook: Rulebook,
  options: NormalizationOptions,
  signal: AbortSignal,
): Promise<ByteRange> {
  if (rulebook.followers.length === 0 || range.from === range.to) return range;
  const classifier = new LineClassifier(rulebook);
  const cannotFollow = ({ isText, bytes, start, end }: LineReader): boolean =>
    !(isText && classifier.mayFollow(bytes, start, end));
  const next = (from: number, to: number): Promise<number> =>
    withRange(path, { from, to }, (lines) => findLine(lines, options, cannotFollow, signal));
  const from = range.from === 0 ? 0 : await next(range.from, range.to);
  if (from === range.to || range.to === size) return { from, to: range.to };
  return { from, to: await next(range.to, size) };
}

/** Moves the beginning of a range on to where its first line begins, because records show where lines begin. */
async function fromFirstLine({ path }: PartedFile, range: ByteRange, signal: AbortSignal): Promise<ByteRange> {
  if (range.from === range.to) return range;
  return { ...range, from: await withRange(path, range, (lines) => lineStart(lines, signal)) };
}

/** How many lines come before the byte `to` of this file: in all files, and in this one. */
async function countBefore(
  before: readonly LogFile[],
  { log, file }: LogFile,
  to: number,
  signal: AbortSignal,
): Promise<Pick<Log, "linesBefore" | "linesInFile">> {
  let linesBefore = 0;
  let linesInFile = 0;
  for (const one of [...before, { log, file: { ...file, size: to } }]) {
    linesInFile = 0;
    if (one.file.size === 0) continue;
    try {
      linesInFile = await withRange(one.file.path, { from: 0, to: one.file.size }, (range) =>
        countLines(range, signal),
      );
    } catch (error) {
      throw one.log.failure(error);
    }
    linesBefore += linesInFile;
  }
  return { linesBefore, linesInFile };
}

/** A log that is read only in a range of its lines. */
function rangeOf(log: Log, path: string, range: ByteRange, signal: AbortSignal): Log {
  return { ...log, range, open: () => reportingSizes(fileRange(path, range, signal), log.onRead) };
}
