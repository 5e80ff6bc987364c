import { statSync } from "node:fs";
import { FIRST_FILE, LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import { LineError } from "../../io/read-errors.ts";
import { BlockLines } from "../../run/block-lines.ts";
import { Aliases, aliasFields, FieldTransformer } from "../../run/field-transformer.ts";
import { type Log, readLogs } from "../../run/log.ts";
import { inRotationOrder } from "../../run/rotated-logs.ts";
import { LineClassifier, type Rulebook } from "../../run/rulebook.ts";
import { TemplateRenderers } from "../../run/template-renderer.ts";
import { copyBytes } from "../../text/bytes/copy.ts";
import { wordView } from "../../text/bytes/machine-words.ts";
import { DateTimeReader } from "../../text/date-times/date-time-reader.ts";
import { UNRESOLVED } from "../../text/date-times/written-date.ts";
import { Masker } from "../../text/masks/masker.ts";
import { ClockEvidence, type ClockFinding, type ClockOptions, clocksOf, type LogClock } from "./clocks.ts";
import { BOUND_BYTES, EventTable } from "./event-table.ts";
import { type CollectedFile, FileTimes, settleTimes } from "./file-times.ts";
import { type IdGroups, NO_ID_GROUP } from "./id-groups.ts";
import { HeaderTime, RecordTimeReader } from "./line-time.ts";
import type { LineRange, TakeId } from "./link-search.ts";

export interface MergeOptions extends ReadOptions, ClockOptions {}

export interface CollectorOptions extends MergeOptions {
  /** Whether the lines themselves and their captures are kept. */
  readonly keepsLines?: boolean | undefined;
  /** Whether lines that no rule matches are masked, and have the times with which they begin. */
  readonly mask?: boolean | undefined;
  /** By log, the only lines that are collected: pairs of a first and a last one, in order. */
  readonly ranges?: readonly (readonly LineRange[])[] | undefined;
  /** Calls `take` for each id in a line whose times tell something of clocks, if lines have no fields for ids. */
  readonly idsIn?: ((reader: LineReader, take: TakeId) => void) | undefined;
}

const ONLY_GROUP = 0;

/** The events of logs, and what became of the other lines. */
export interface CollectedEvents {
  readonly events: EventTable;
  readonly order: Uint32Array;
  readonly lines: number;
  /** How many lines were left out because no rule matched them. */
  readonly unmatched: number;
  /** How many lines no rule was tried on, because they hold no text for rules. */
  readonly untried: number;
  /** The first of these, and why, in words that follow the name of a line. */
  readonly firstUntried: { readonly log: string; readonly line: number; readonly flaw: string } | undefined;
  /** The numbers of the logs in which no line has a time, if others have times. */
  readonly timeless: ReadonlySet<number>;
  /** The clocks that seem to be off, with all that has to be added to them, in milliseconds. */
  readonly clocks: readonly (ClockFinding & { readonly total: number })[];
}

/** Sorts the events of logs by time. Without `groups`, all lines form one. Rejects with a log's read error. */
export async function collectEvents(
  rulebook: Rulebook,
  logs: readonly Log[],
  groups: IdGroups | undefined,
  options: CollectorOptions,
): Promise<CollectedEvents> {
  // Events with equal times stay in the order in which they are read. Sorting the logs makes the result independent of
  // the order in which the caller lists them.
  const sorted = inOrder(logs);
  const names = sorted.map(({ name }) => name);
  const clocks = clocksOf(names, options);
  const events = new EventTable(names, rulebook.linePatterns);
  const collector = new EventCollector(events, rulebook, groups, options);
  await readLogs(sorted, options.signal, (log, i) => collector.readLog(log, clocks[i]!));
  options.signal?.throwIfAborted();
  settleTimes(events, collector.files);
  moveTimes(events, clocks);
  const { lineCount: lines, unmatched, untried, firstUntried, timeless } = collector;
  const findings = collector.evidence.findings().map((finding) => {
    const { seconds = 0, nanoseconds = 0 } = clocks[finding.log]!.shift ?? {};
    return { ...finding, total: finding.milliseconds + 1000 * seconds + nanoseconds / 1e6 };
  });
  return { events, order: timeOrder(events), lines, unmatched, untried, firstUntried, timeless, clocks: findings };
}

function moveTimes(events: EventTable, clocks: readonly LogClock[]): void {
  if (clocks.every(({ shift }) => shift === undefined)) return;
  for (let event = 0; event < events.length; event++) {
    const { shift } = clocks[events.fileOf(event)]!;
    if (shift !== undefined && Number.isFinite(events.secondsOf(event))) events.moveTime(event, shift);
  }
}

/** The events in order of time. Those with equal times stay in the order of their numbers. */
function timeOrder(events: EventTable): Uint32Array {
  // Compact copies, so that only what is compared is read.
  const seconds = new Float64Array(events.length);
  const nanoseconds = new Uint32Array(events.length);
  const order = new Array<number>(events.length);
  for (let event = 0; event < events.length; event++) {
    seconds[event] = events.secondsOf(event);
    nanoseconds[event] = events.nanosecondsOf(event);
    order[event] = event;
  }
  // The sort of lists takes time in proportion to what is out of order. That of typed arrays does not.
  order.sort((a, b) => seconds[a]! - seconds[b]! || nanoseconds[a]! - nanoseconds[b]!);
  return Uint32Array.from(order);
}

/** The logs in the order of the bytes of their names; of a rotated log, the oldest file first. */
export function inOrder(logs: readonly Log[]): Log[] {
  const sorted = logs
    .map((log) => ({ log, name: Buffer.from(log.name) }))
    .sort((a, b) => Buffer.compare(a.name, b.name))
    .map(({ log }) => log);
  return inRotationOrder(sorted, ({ name }) => name).map(({ file, continues }) => ({ ...file, continues }));
}

/** Adds the events of one log after the other to a table, and counts the lines that it leaves out. */
class EventCollector {
  lineCount = 0;
  unmatched = 0;
  untried = 0;
  firstUntried: CollectedEvents["firstUntried"];
  /** The last is the one that is being read. */
  readonly files: CollectedFile[] = [];
  readonly evidence = new ClockEvidence();

  private readonly events: EventTable;
  private readonly groups: IdGroups | undefined;
  private readonly classifier: LineClassifier;
  private readonly options: CollectorOptions;
  private readonly renderers: TemplateRenderers;
  /** The index of the field `timestamp` of each line pattern, or -1. */
  private readonly timestamps: readonly number[];
  private readonly reader: LineReader;
  private readonly lines: BlockLines;
  private readonly masker: Masker | undefined;
  /** What is known of the line that is read: its rule, the captures of that, and whether the output is written. */
  private linePattern = -1;
  private bounds: readonly number[] = [];
  private readonly blockBounds: number[] = [];
  private isWritten = false;
  private isGap = false;

  // What reads and keeps the times of the log that is being read.
  private dateTimes = new DateTimeReader(0);
  private headerTime = new HeaderTime(this.dateTimes);
  private recordTime: RecordTimeReader | undefined;
  private times = new FileTimes();
  /** How many lines its files had that are read already. */
  private linesBefore = 0;
  /** Its number, that of its first file, and what is added to its times, in seconds. */
  private log = 0;
  private shift = 0;
  /** How many of its ranges end before the line that is read. */
  private rangesBefore = 0;

  constructor(events: EventTable, rulebook: Rulebook, groups: IdGroups | undefined, options: CollectorOptions) {
    this.events = events;
    this.groups = groups;
    this.classifier = new LineClassifier(rulebook);
    this.reader = new LineReader(options);
    this.options = options;
    this.renderers = new TemplateRenderers(rulebook.linePatterns);
    this.timestamps = rulebook.linePatterns.map(({ pattern }) => pattern.timestamp);
    this.masker = options.mask ? new Masker() : undefined;
    const { linePatterns } = rulebook;
    const boundsBefore = (index: number): number => linePatterns[index]!.pattern.fields.length;
    const aliases = new Aliases();
    this.lines = new BlockLines(
      this.reader,
      rulebook,
      {
        boundsBefore,
        blockOutput: (index) => {
          const own = linePatterns[index]!;
          if (aliasFields([own]).length > 0) return undefined;
          const output = { ...own.template, bounds: boundsBefore(index) };
          return { output, changes: FieldTransformer.of(own, aliases)?.changes() ?? [] };
        },
      },
      this.masker,
    );
  }

  get timeless(): ReadonlySet<number> {
    const found = this.files.flatMap(({ times }, file) => (times.isEmpty ? [file] : []));
    return new Set(found.length < this.files.length ? found : []);
  }

  async readLog(log: Log, { utcOffset, shift }: LogClock): Promise<void> {
    const { reader, options, events } = this;
    const { name, path, continues = false } = log;
    this.dateTimes = new DateTimeReader(utcOffset);
    this.headerTime = new HeaderTime(this.dateTimes);
    const isRecords = options.input !== undefined && options.input.format !== "lines";
    this.recordTime = isRecords ? new RecordTimeReader(this.dateTimes) : undefined;
    this.linesBefore = continues ? this.linesBefore + reader.number : 0;
    this.shift = shift === undefined ? 0 : shift.seconds + shift.nanoseconds / 1e9;
    if (!continues) {
      this.log = this.files.length;
      this.times = new FileTimes();
      this.classifier.begin();
    }
    this.rangesBefore = 0;
    const { times, linesBefore } = this;
    this.files.push({ name, times, first: events.length, linesBefore, written: fileDate(path) });
    for await (const _ of reader.read(log.open(), FIRST_FILE)) while (this.nextLine()) this.takeLine();
  }

  /** Has the reader take the next line of the log, and finds its rule. Returns false at the end. */
  private nextLine(): boolean {
    const { lines, classifier, reader, blockBounds } = this;
    const how = lines.next();
    if (how === undefined) return false;
    this.isWritten = how === "written";
    if (how === "read") {
      this.linePattern = classifier.classify(reader.bytes, reader.start, reader.end, reader.isText);
      this.bounds = classifier.bounds;
      this.isGap = classifier.isGap;
      lines.learn(this.linePattern);
    } else {
      reader.set(lines.bytes, lines.from, lines.to);
      this.linePattern = lines.linePattern;
      const count = this.events.boundsOf(lines.linePattern);
      for (let i = 0; i < count; i++) blockBounds[i] = lines.bounds[lines.first + i]!;
      this.bounds = blockBounds;
      this.isGap = false;
    }
    return true;
  }

  private takeLine(): void {
    this.lineCount++;
    const { groups, reader, linePattern, bounds } = this;
    const { bytes, flaw, number } = reader;
    if (linePattern === -1 && flaw !== undefined) {
      this.untried++;
      this.firstUntried ??= { log: this.files.at(-1)!.name, line: number, flaw };
    }
    if (linePattern === -1 && groups !== undefined) {
      this.unmatched++;
      return;
    }
    const hasTime = this.readTime();
    if (hasTime) this.times.note(this.linesBefore + number, this.dateTimes);
    const group = groups === undefined ? ONLY_GROUP : groups.groupOf(linePattern, bytes, bounds, this.isGap);
    // Times that other lines must settle say nothing of clocks.
    if (hasTime && this.dateTimes.open === UNRESOLVED.nothing) {
      if (groups === undefined) this.options.idsIn?.(reader, this.takeId);
      else if (groups.id !== undefined) this.noteId(groups.id);
      else if (groups.field !== -1) this.takeId(bytes, bounds[2 * groups.field]!, bounds[2 * groups.field + 1]!);
    }
    if (group !== NO_ID_GROUP && this.isInRange()) this.add(group, hasTime);
  }

  private isInRange(): boolean {
    const ranges = this.options.ranges?.[this.files.length - 1];
    if (ranges === undefined) return true;
    const { number } = this.reader;
    while (this.rangesBefore < ranges.length && ranges[this.rangesBefore]![1] < number) this.rangesBefore++;
    return this.rangesBefore < ranges.length && ranges[this.rangesBefore]![0] <= number;
  }

  /** Lets `dateTimes` read the time of a line: of its field, its record or, without a rule, its beginning. */
  private readTime(): boolean {
    const { dateTimes, reader, options, masker, linePattern, bounds } = this;
    const { bytes, start, end } = reader;
    const field = linePattern === -1 ? -1 : this.timestamps[linePattern]!;
    if (field !== -1 && dateTimes.read(bytes, bounds[2 * field]!, bounds[2 * field + 1]!)) return true;
    // The record of a follower may be later than a line that comes after it. It stays behind the line that it follows.
    if (linePattern !== -1 && this.events.linePatterns[linePattern]!.isFollower) return false;
    if (this.recordTime?.read(reader)) return true;
    const readsHeaders = linePattern === -1 && (masker !== undefined || options.ranges !== undefined);
    return readsHeaders && this.headerTime.read(bytes, start, end);
  }

  private readonly takeId: TakeId = (bytes, from, to) => this.noteId(this.evidence.numberOf(bytes, from, to));

  /** Notes the time of the line as one of the id. */
  private noteId(id: number): void {
    const { seconds, nanoseconds, decimals } = this.dateTimes;
    this.evidence.note(this.log, id, seconds + nanoseconds / 1e9 + this.shift, decimals);
  }

  /** Adds the event of the current line. Throws a LineError if its output is too long. */
  private add(group: number, hasTime: boolean): void {
    const { events, reader, masker, options, linePattern, bounds, isWritten } = this;
    const { bytes, start, end, number } = reader;
    const { textFrom, textTo } = this.lines;
    const { store } = events;
    const renderer = linePattern === -1 || isWritten ? undefined : this.renderers.of(linePattern);
    renderer?.take(bytes, bounds);
    let length = isWritten ? textTo - textFrom : (renderer?.length ?? masker?.room(bytes, start, end) ?? end - start);
    const [originalLength, boundCount] = options.keepsLines ? [end - start, events.boundsOf(linePattern)] : [0, 0];
    try {
      store.reserve(length + originalLength + BOUND_BYTES * boundCount);
    } catch {
      throw new LineError(number, `its output is too long: ${length} bytes`);
    }
    const { block, at } = store;
    if (isWritten) copyBytes(bytes, textFrom, textTo, block, at);
    else if (renderer !== undefined) renderer.writeInto(block, at);
    else if (masker !== undefined) length = masker.write(bytes, start, end, block, at) - at;
    else copyBytes(bytes, start, end, block, at);
    copyBytes(bytes, start, start + originalLength, block, at + length);
    const words = wordView(block);
    for (let i = 0, bound = at + length + originalLength; i < boundCount; i++, bound += BOUND_BYTES)
      words.setUint32(bound, bounds[i]! - start, true);
    events.add(this.files.length - 1, number, linePattern, group, length, originalLength, boundCount);
    events.setTime(events.length - 1, this.times.last, !hasTime);
  }
}

/** The date of a log in seconds since 1970: when the file was last written, or now if it is not a regular file. */
function fileDate(path: string | undefined): number {
  const status = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  return (status?.isFile() ? status.mtimeMs : Date.now()) / 1000;
}
