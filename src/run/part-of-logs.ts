import { closeSync, openSync, readSync, statSync } from "node:fs";
import { type ByteRange, countLines, findLine, type LineRange, lineStart, rangeChunks } from "../io/line-range.ts";
import type { LineReader } from "../io/line-reader.ts";
import { ChangedFileError, LogError } from "../io/read-errors.ts";
import { NEVER, openUncompressed, reportingSizes } from "../io/source.ts";
import { aliasFields } from "./field-transformer.ts";
import { asOfLog, type Log } from "./log.ts";
import { type NormalizationOptions, writesLineNumbers } from "./normalization.ts";
import { LineClassifier, type Rulebook } from "./rulebook.ts";

/** One of `count` nearly equal parts of the bytes of all files; the first has the number 1. */
export interface LogPart {
  readonly number: number;
  readonly count: number;
}

/** The bytes that a part has of files with these sizes. Of lines that cross an end, it has those that begin in it. */
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

/** A log in a regular file that is not compressed, as it was before it was read. */
interface LogFile {
  readonly log: Log;
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
}

/**
 * The logs with the lines of one part, and about how many bytes these have. The outputs of all parts, one after the
 * other, are the output of the logs; counts add up; line numbers are those of the logs. `refuseChanges`, to be called
 * when the part is read, throws the failure of a log that has changed, because parts would not fit together.
 *
 * Where the rules have sequences, a part begins with a line that cannot follow another. Rejects with an Error for rules
 * and lines that depend on lines before a part, or with the failure of a log that cannot be cut.
 */
export async function partOfLogs(
  part: LogPart,
  logs: readonly Log[],
  rulebook: Rulebook,
  options: NormalizationOptions,
) {
  refuseWhole(rulebook, options);
  const signal = options.signal ?? NEVER;
  const isNumbered = writesLineNumbers(options);
  const files: LogFile[] = [];
  for (const log of logs) files.push(await asOfLog(log, () => fileOf(log)));
  const sizes = files.map(({ size }) => size);
  const ranges = rangesOf(part, sizes);
  const parted: Log[] = [];
  let size = 0;
  const addRange = async (file: LogFile, i: number): Promise<void> => {
    const { log, path } = file;
    const later = function* (): Generator<ByteRange> {
      for (let number = part.number + 1; number <= part.count; number++) yield rangesOf({ ...part, number }, sizes)[i]!;
    };
    let range = await betweenSequences(file, ranges[i]!, later(), rulebook, options, signal);
    // Records show where lines begin.
    if (isNumbered && range.from < range.to)
      range = { ...range, from: await withRange(path, range, (lines) => lineStart(lines, signal)) };
    if (range.from === range.to) return;
    const before = isNumbered && parted.length === 0 ? await countBefore(files, i, range.from, signal) : undefined;
    const open = (): AsyncIterable<Buffer> => reportingSizes(chunksOf(path, range, signal), log.onRead);
    parted.push({ ...log, ...before, range, open });
    size += range.to - range.from;
  };
  for (const [i, file] of files.entries()) await asOfLog(file.log, () => addRange(file, i));
  const refuseChanges = async (): Promise<void> => {
    for (const file of files) await asOfLog(file.log, () => refuseChanged(file));
  };
  return { logs: parted, size, refuseChanges };
}

function refuseWhole({ linePatterns }: Rulebook, { input }: NormalizationOptions): void {
  const [field] = aliasFields(linePatterns);
  if (field !== undefined)
    throw new Error(
      `the field '${field}' has 'transform: alias', whose numbers depend on all lines before a part; use 'transform: pseudonym', which is the same in every part`,
    );
  if (input?.format === "cri")
    throw new Error("logs of the input format 'cri' cannot be read in parts, because a line may be split there");
}

/** Throws a LogError for a log that cannot be cut, or the system's error. */
function fileOf(log: Log): LogFile {
  const { path } = log;
  const status = path === undefined ? undefined : statSync(path);
  if (path === undefined || !status?.isFile()) throw new LogError("only regular files can be read in parts");
  const { size, mtimeMs: modifiedMs } = status;
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
  return { log, path, size, modifiedMs };
}

function refuseChanged({ path, size, modifiedMs }: LogFile): void {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.size !== size || status.mtimeMs !== modifiedMs) throw new ChangedFileError();
}

/**
 * Moves both ends of a range on to the next line that cannot follow another. A file's own ends stay. `later` are the
 * ranges of the parts after this one: where the next line is found depends on where the search begins.
 */
async function betweenSequences(
  { path, size }: LogFile,
  range: ByteRange,
  later: Iterable<ByteRange>,
  rulebook: Rulebook,
  options: NormalizationOptions,
  signal: AbortSignal,
): Promise<ByteRange> {
  if (rulebook.followers.length === 0 || range.from === range.to) return range;
  const next = (searched: ByteRange): Promise<number> => {
    const classifier = new LineClassifier(rulebook);
    const cannotFollow = ({ isText, bytes, start, end }: LineReader): boolean =>
      !(isText && classifier.mayFollow(bytes, start, end));
    return withRange(path, searched, (lines) => findLine(lines, options, cannotFollow, signal));
  };
  const from = range.from === 0 ? 0 : await next(range);
  if (from === range.to) return { from, to: range.to };
  for (const one of later) {
    if (one.from === size) break;
    if (one.from === one.to) continue;
    const to = await next(one);
    if (to < one.to) return { from, to };
  }
  return { from, to: size };
}

/** How many lines come before a byte of a file: in all files, and in this one. */
async function countBefore(
  files: readonly LogFile[],
  file: number,
  to: number,
  signal: AbortSignal,
): Promise<Pick<Log, "linesBefore" | "linesInFile">> {
  let linesBefore = 0;
  let linesInFile = 0;
  for (const [i, { log, path, size }] of files.slice(0, file + 1).entries()) {
    const end = i === file ? to : size;
    const count = () => withRange(path, { from: 0, to: end }, (range) => countLines(range, signal));
    linesInFile = end === 0 ? 0 : await asOfLog(log, count);
    linesBefore += linesInFile;
  }
  return { linesBefore, linesInFile };
}

async function withRange<T>(path: string, range: ByteRange, use: (range: LineRange) => Promise<T>): Promise<T> {
  const fd = openSync(path, "r");
  try {
    return await use({ ...range, fd });
  } finally {
    closeSync(fd);
  }
}

async function* chunksOf(path: string, range: ByteRange, signal: AbortSignal): AsyncGenerator<Buffer> {
  const fd = openSync(path, "r");
  try {
    yield* rangeChunks({ ...range, fd }, signal);
  } finally {
    closeSync(fd);
  }
}
