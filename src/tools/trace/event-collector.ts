import { statSync } from "node:fs";
import { FIRST_FILE, LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import { LineError } from "../../io/read-errors.ts";
import { Aliases } from "../../run/aliases.ts";
import type { RecordOptions } from "../../run/line-writer.ts";
import { type Log, readLogs } from "../../run/log.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { LineClassifier } from "../../run/rulebook.ts";
import { TemplateRenderers } from "../../run/template-renderer.ts";
import { copyBytes } from "../../text/bytes/copy.ts";
import { DateTimeReader } from "../../text/date-times/date-time-reader.ts";
import { utcOffsetOf } from "../../text/date-times/zones.ts";
import { Masker } from "../../text/masks/masker.ts";
import { BOUND_BYTES, EventTable, NO_LINE_PATTERN } from "./event-table.ts";
import { FileTimes } from "./file-times.ts";
import { HeaderTime } from "./header-time.ts";
import { type IdGroups, NO_ID_GROUP } from "./id-groups.ts";
import { RecordTimeReader } from "./record-time.ts";
import { type CollectedFile, settleTimes } from "./settle-times.ts";

export interface MergeOptions extends ReadOptions, Pick<RecordOptions, "timezone"> {}

/** Which lines to collect, and how to read them. */
export interface CollectorOptions extends MergeOptions {
  /** Whether the lines themselves and their captures are kept. */
  readonly keepsLines?: boolean | undefined;
  /** Whether lines that no rule matches are masked, and have the times with which they begin. */
  readonly mask?: boolean | undefined;
}

const ONLY_GROUP = 0;
const NO_CAPTURES: readonly number[] = [];

/** A line that no rule was tried on, because it holds no text for rules. */
export interface UntriedLine {
  /** The name of its log, and its number there. */
  readonly log: string;
  readonly line: number;
  /** Why it holds no such text, in words that follow the name of a line. */
  readonly flaw: string;
}

/** Collects the events of logs, reading one log after the other, and counts the lines that it leaves out. */
export class EventCollector {
  readonly events = new EventTable();
  /** How many lines were read. */
  lines = 0;
  /** How many lines were left out because no rule matched them. */
  unmatched = 0;
  /** How many lines no rule was tried on, because they hold no text for rules. */
  untried = 0;
  /** The first of these. */
  firstUntried: UntriedLine | undefined;

  private readonly rulebook: Rulebook;
  private readonly groups: IdGroups | undefined;
  private readonly classifier: LineClassifier;
  private readonly options: CollectorOptions;
  /** By line pattern. */
  private readonly renderers: TemplateRenderers;
  /** The index of the field `timestamp` of each line pattern, or -1. */
  private readonly timestamps: readonly number[];
  private readonly dateTimes: DateTimeReader;
  private readonly reader: LineReader;
  private readonly masker: Masker | undefined;
  private readonly headerTime: HeaderTime;
  /** Finds the times of records, if lines are records. */
  private readonly recordTime: RecordTimeReader | undefined;

  /** The logs read so far. The last is the one that is being read. */
  private readonly files: CollectedFile[] = [];
  /** The times of that log. */
  private times = new FileTimes();

  /** Without `groups`, all lines form one group, including those that no rule matches. */
  constructor(rulebook: Rulebook, groups: IdGroups | undefined, options: CollectorOptions) {
    this.rulebook = rulebook;
    this.groups = groups;
    this.classifier = new LineClassifier(rulebook);
    this.reader = new LineReader(options);
    this.options = options;
    this.renderers = new TemplateRenderers(rulebook.linePatterns, new Aliases(), "");
    this.timestamps = rulebook.linePatterns.map(({ pattern }) => pattern.timestamp);
    this.dateTimes = new DateTimeReader(utcOffsetOf(options.timezone));
    this.masker = options.mask ? new Masker() : undefined;
    this.headerTime = new HeaderTime(this.dateTimes);
    const isRecords = options.input !== undefined && options.input.format !== "lines";
    this.recordTime = isRecords ? new RecordTimeReader(this.dateTimes) : undefined;
  }

  /** Reads the logs in order and resolves the years and dates that they leave open. Rejects with a log's read error. */
  async read(logs: readonly Log[]): Promise<void> {
    const { signal } = this.options;
    await readLogs(logs, signal, (log) => this.readLog(log));
    signal?.throwIfAborted();
    settleTimes(this.events, this.files);
  }

  /** The numbers of the logs in which no line has a time, if others have times. */
  get timeless(): ReadonlySet<number> {
    const found = this.files.flatMap(({ times }, file) => (times.isEmpty ? [file] : []));
    return new Set(found.length < this.files.length ? found : []);
  }

  private async readLog(log: Log): Promise<void> {
    this.times = new FileTimes();
    this.classifier.begin();
    this.files.push({ name: log.name, times: this.times, first: this.events.length, written: fileDate(log.path) });
    for await (const _ of this.reader.read(log.open(), FIRST_FILE)) while (this.reader.next()) this.takeLine();
  }

  private takeLine(): void {
    this.lines++;
    const { classifier, groups } = this;
    const { bytes, start, end } = this.reader;
    const linePattern = classifier.classify(bytes, start, end, this.reader.isText);
    if (linePattern === -1) {
      this.noteFlaw();
      if (groups === undefined) this.addUnmatched(bytes, start, end);
      else this.unmatched++;
      return;
    }
    const { bounds } = classifier;
    const hasTime = this.noteMatchedTime(linePattern, bytes, bounds);
    const group = groups === undefined ? ONLY_GROUP : groups.groupOf(linePattern, bytes, bounds);
    if (group !== NO_ID_GROUP) this.addMatched(linePattern, group, bytes, bounds, hasTime);
  }

  /** Counts a line that no rule was tried on, if it is one. */
  private noteFlaw(): void {
    const { flaw, number } = this.reader;
    if (flaw === undefined) return;
    this.untried++;
    this.firstUntried ??= { log: this.files.at(-1)!.name, line: number, flaw };
  }

  /** Records the time of a line that a rule matches. Returns false if it has none. */
  private noteMatchedTime(linePattern: number, bytes: Buffer, bounds: readonly number[]): boolean {
    const field = this.timestamps[linePattern]!;
    const { dateTimes } = this;
    if (field !== -1 && dateTimes.read(bytes, bounds[2 * field]!, bounds[2 * field + 1]!)) return this.noteTime();
    // The record of a follower may be later than a line that comes after it. It stays behind the line that it follows.
    return !this.rulebook.linePatterns[linePattern]!.isFollower && this.noteRecordTime();
  }

  private noteRecordTime(): boolean {
    return this.recordTime?.read(this.reader) === true && this.noteTime();
  }

  /** Records the time that was read last as that of the line. */
  private noteTime(): true {
    this.times.note(this.reader.number, this.dateTimes);
    return true;
  }

  private addMatched(
    linePattern: number,
    group: number,
    bytes: Buffer,
    bounds: readonly number[],
    hasTime: boolean,
  ): void {
    const renderer = this.renderers.of(linePattern);
    renderer.take(bytes, bounds);
    const { length } = renderer;
    const { store } = this.events;
    const captures = 2 * this.rulebook.linePatterns[linePattern]!.pattern.fields.length;
    this.reserve(length, captures);
    renderer.writeInto(store.block, store.at);
    this.add(linePattern, group, length, hasTime, bounds, captures);
  }

  private addUnmatched(bytes: Buffer, start: number, end: number): void {
    const { masker } = this;
    const { store } = this.events;
    const hasRecordTime = this.noteRecordTime();
    if (masker === undefined) {
      this.reserve(end - start, 0);
      copyBytes(bytes, start, end, store.block, store.at);
      this.add(NO_LINE_PATTERN, ONLY_GROUP, end - start, hasRecordTime, NO_CAPTURES, 0);
      return;
    }
    const hasTime = hasRecordTime || (this.headerTime.read(bytes, start, end) && this.noteTime());
    this.reserve(masker.room(bytes, start, end), 0);
    const length = masker.write(bytes, start, end, store.block, store.at) - store.at;
    this.add(NO_LINE_PATTERN, ONLY_GROUP, length, hasTime, NO_CAPTURES, 0);
  }

  /**
   * Adds the event of the current line, with the first `captures` of the bounds. Its output must already be in the
   * store.
   */
  private add(
    linePattern: number,
    group: number,
    length: number,
    hasTime: boolean,
    bounds: readonly number[],
    captures: number,
  ): void {
    const { events } = this;
    const file = this.files.length - 1;
    const kept = this.options.keepsLines ? this.keepLine(length, bounds, captures) : 0;
    events.add(file, this.reader.number, linePattern, group, length, kept, this.options.keepsLines ? captures : 0);
    events.setTime(events.length - 1, this.times.last, !hasTime);
  }

  /**
   * Writes the current line and the bounds of its captures into the store, after its output. Returns the line's length.
   */
  private keepLine(length: number, bounds: readonly number[], captures: number): number {
    const { bytes, start, end } = this.reader;
    const { block, at } = this.events.store;
    copyBytes(bytes, start, end, block, at + length);
    let bound = at + length + end - start;
    for (let i = 0; i < captures; i += 2, bound += 2 * BOUND_BYTES) {
      block.writeUInt32LE(bounds[i]! - start, bound);
      block.writeUInt32LE(bounds[i + 1]! - start, bound + BOUND_BYTES);
    }
    return end - start;
  }

  /**
   * Reserves room for an output and, if lines are kept, for the line and the bounds of its captures. Throws a LineError
   * if it is too long: a template can make a line many times longer.
   */
  private reserve(length: number, captures: number): void {
    const { start, end } = this.reader;
    try {
      this.events.store.reserve(length + (this.options.keepsLines ? end - start + BOUND_BYTES * captures : 0));
    } catch {
      throw new LineError(this.reader.number, `its output is too long: ${length} bytes`);
    }
  }
}

/** The date of a log in seconds since 1970: when the file was last written, or now if it is not a regular file. */
function fileDate(path: string | undefined): number {
  const status = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  return (status?.isFile() ? status.mtimeMs : Date.now()) / 1000;
}
