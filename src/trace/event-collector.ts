import { statSync } from "node:fs";
import { Interner } from "../collections/interner.ts";
import { DateTimeReader } from "../instants/date-time-reader.ts";
import { Aliases } from "../normalization/aliases.ts";
import type { Correlation } from "../normalization/correlation.ts";
import { LineClassifier } from "../normalization/line-classifier.ts";
import type { NamedLog } from "../normalization/log.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import { renderersOf, type TemplateRenderer } from "../normalization/template-renderer.ts";
import { copy } from "../streams/interleave.ts";
import { LineReader } from "../streams/line-reader.ts";
import { LineError } from "../streams/read-errors.ts";
import { EventTable, NO_RULE } from "./event-table.ts";
import { FileTimes } from "./file-times.ts";
import { type GatheredFile, settleTimes } from "./settle-times.ts";

/** Which lines are gathered. */
export interface Wanted {
  /** Tells which field holds the id of a line. Without it all lines are gathered in one group, even unmatched ones. */
  readonly correlation: Correlation | undefined;
  /** The only id whose lines are gathered; undefined for all. */
  readonly id: Uint8Array | undefined;
  /** Seconds east of UTC, for times that name no zone. */
  readonly offset: number;
  /** Ends the reading, with its reason as the error. */
  readonly signal?: AbortSignal | undefined;
  /** Whether lines are freed of sequences for terminals before they are matched. */
  readonly stripsAnsi?: boolean | undefined;
}

const NO_GROUP = -1;
const ONLY_GROUP = 0;

/** Gathers the events of logs, read one after the other, and counts the lines that are left out. */
export class EventCollector {
  readonly events = new EventTable();
  /** The ids, by the groups of the events; none where all lines are gathered. */
  readonly ids = new Interner();
  unmatched = 0;
  withoutId = 0;

  private readonly rulebook: Rulebook;
  private readonly classifier: LineClassifier;
  /** Of the last line that is no follower: whether it has an id, and its group. */
  private leaderHasId = false;
  private leaderGroup = NO_GROUP;
  private readonly wanted: Wanted;
  /** For each kind of line. */
  private readonly renderers: readonly TemplateRenderer[];
  /** For each kind of line its field `timestamp`, -1 without one. */
  private readonly timestamps: readonly number[];
  private readonly dateTimes: DateTimeReader;
  private readonly reader: LineReader;

  /** The logs read so far, with the one that is being read last. */
  private readonly files: GatheredFile[] = [];
  private times = new FileTimes();

  constructor(rulebook: Rulebook, wanted: Wanted) {
    this.rulebook = rulebook;
    this.classifier = new LineClassifier(rulebook);
    // Without the signal, which is asked after each log: a reader that is stopped ends as if it had read everything.
    this.reader = new LineReader({ stripsAnsi: wanted.stripsAnsi });
    this.wanted = wanted;
    this.renderers = renderersOf(rulebook.linePatterns, new Aliases(), "");
    this.timestamps = rulebook.linePatterns.map(({ pattern }) => pattern.timestamp);
    this.dateTimes = new DateTimeReader(wanted.offset);
  }

  /** Reads logs to their ends, in their order, and settles what the times left open. Rejects with the failure of a log. */
  async read(logs: readonly NamedLog[]): Promise<void> {
    for (const log of logs) await this.readLog(log);
    settleTimes(this.events, this.files);
  }

  private async readLog(log: NamedLog): Promise<void> {
    this.times = new FileTimes();
    this.classifier.begin();
    try {
      this.files.push({ times: this.times, first: this.events.length, written: fileDate(log.path) });
      await this.reader.read(log.open(), () => this.takeLines(), { linesBefore: 0, isBeginning: true });
    } catch (error) {
      throw log.failure(error);
    }
    // An input that is told to end does so as if that were all.
    this.wanted.signal?.throwIfAborted();
  }

  private takeLines(): void {
    while (this.reader.next()) this.takeLine();
  }

  private takeLine(): void {
    const { classifier, wanted } = this;
    const { bytes, start, end } = this.reader.lines;
    const linePattern = classifier.classify(bytes, start, end);
    if (linePattern === -1) {
      if (wanted.correlation === undefined) this.keepUnmatched(bytes, start, end);
      else this.unmatched++;
      return;
    }
    const { bounds } = classifier;
    const hasTime = this.noteTime(linePattern, bytes, bounds);
    const group = this.groupOf(linePattern, bytes, bounds);
    if (group !== NO_GROUP) this.keep(linePattern, group, bytes, bounds, hasTime);
  }

  private noteTime(linePattern: number, bytes: Buffer, bounds: readonly number[]): boolean {
    const field = this.timestamps[linePattern]!;
    const { dateTimes } = this;
    if (field === -1 || !dateTimes.read(bytes, bounds[2 * field]!, bounds[2 * field + 1]!)) return false;
    this.times.note(this.reader.number, dateTimes);
    return true;
  }

  /** The group of a line by its id. A follower without one belongs where the line it follows does. */
  private groupOf(linePattern: number, bytes: Buffer, bounds: readonly number[]): number {
    const { correlation } = this.wanted;
    if (correlation === undefined) return ONLY_GROUP;
    const field = correlation.idField(linePattern, bounds);
    if (!this.rulebook.linePatterns[linePattern]!.isFollower) {
      this.leaderHasId = field !== -1;
      this.leaderGroup = NO_GROUP;
    }
    if (field !== -1) {
      const group = this.groupOfId(bytes, bounds[2 * field]!, bounds[2 * field + 1]!);
      if (!this.rulebook.linePatterns[linePattern]!.isFollower) this.leaderGroup = group;
      return group;
    }
    if (!this.leaderHasId) this.withoutId++;
    return this.leaderGroup;
  }

  private groupOfId(bytes: Buffer, from: number, to: number): number {
    const { id } = this.wanted;
    if (id !== undefined && (to - from !== id.length || bytes.compare(id, 0, id.length, from, to) !== 0))
      return NO_GROUP;
    return this.ids.intern(bytes, from, to);
  }

  private keep(linePattern: number, group: number, bytes: Buffer, bounds: readonly number[], hasTime: boolean): void {
    const renderer = this.renderers[linePattern]!;
    renderer.take(bytes, bounds);
    const { length } = renderer;
    const { store } = this.events;
    this.reserve(length);
    renderer.writeInto(store.block, store.at);
    this.add(linePattern, group, length, hasTime);
  }

  private keepUnmatched(bytes: Buffer, start: number, end: number): void {
    const { store } = this.events;
    this.reserve(end - start);
    copy(bytes, start, end, store.block, store.at);
    this.add(NO_RULE, ONLY_GROUP, end - start, false);
  }

  private add(rule: number, group: number, length: number, hasTime: boolean): void {
    const { events } = this;
    events.add(this.files.length - 1, this.reader.number, rule, group, length);
    events.setTime(events.length - 1, this.times.last, !hasTime);
  }

  /** Throws a LineError for more than can be held: a template can make a line many times as long as it was. */
  private reserve(length: number): void {
    try {
      this.events.store.reserve(length);
    } catch {
      throw new LineError(this.reader.number, `its ${length} normalized bytes are more than can be held`);
    }
  }
}

/** A log's own date in seconds since 1970: when the file was last written, or now for what is no regular file. */
function fileDate(path: string | undefined): number {
  const status = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  return (status?.isFile() ? status.mtimeMs : Date.now()) / 1000;
}
