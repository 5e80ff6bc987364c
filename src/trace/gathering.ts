import { statSync } from "node:fs";
import { Interner } from "../collections/interner.ts";
import { DateTimeReader } from "../instants/date-time-reader.ts";
import { Aliases } from "../normalization/aliases.ts";
import type { Correlation } from "../normalization/correlation.ts";
import { Recognizer } from "../normalization/recognizer.ts";
import { type Rendering, renderingsOf } from "../normalization/rendering.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import type { NamedLog } from "../normalization/run.ts";
import { copy } from "../streams/interleave.ts";
import { LineError, LineReader } from "../streams/line-reader.ts";
import { EventTable, NO_RULE } from "./event-table.ts";
import { FileTimes } from "./file-times.ts";
import { type GatheredFile, settleTimes } from "./settle-times.ts";

/** Which lines are gathered. */
export interface Wanted {
  /** Tells the lines' ids. Without it all lines are gathered, as if they had one id, and those that no rule matched too. */
  readonly correlation: Correlation | undefined;
  /** The only id whose lines are gathered. */
  readonly id: Uint8Array | undefined;
  /** Seconds east of UTC, for times that name no zone. */
  readonly offset: number;
  /** Ends the reading, with its reason as the error. */
  readonly signal?: AbortSignal | undefined;
  /** Lines are freed of sequences for terminals before they are matched. */
  readonly stripsAnsi?: boolean | undefined;
}

const NO_GROUP = -1;
const ONLY_GROUP = 0;

/** Gathers the events of logs, read one after the other, and counts the lines that are left out. */
export class Gathering {
  readonly events = new EventTable();
  /** The ids, by the groups of the events; none where all lines are gathered. */
  readonly ids = new Interner();
  unmatched = 0;
  withoutId = 0;

  private readonly rulebook: Rulebook;
  private readonly recognizer: Recognizer;
  /** Of the last line that followed none: whether it had an id, and its group. */
  private leaderHasId = false;
  private leaderGroup = NO_GROUP;
  private readonly wanted: Wanted;
  /** Of the rules' templates. */
  private readonly renderings: readonly Rendering[];
  /** For each rule its field `timestamp`, -1 without one. */
  private readonly timestamps: readonly number[];
  private readonly dateTimes: DateTimeReader;
  private readonly reader: LineReader;

  /** The logs read so far, the last of which is being read. */
  private readonly files: GatheredFile[] = [];
  private times = new FileTimes();

  constructor(rulebook: Rulebook, wanted: Wanted) {
    this.rulebook = rulebook;
    this.recognizer = new Recognizer(rulebook);
    // It is asked after each log whether the signal was given: lines are not told then from all lines.
    this.reader = new LineReader({ stripsAnsi: wanted.stripsAnsi });
    this.wanted = wanted;
    this.renderings = renderingsOf(rulebook.kinds, new Aliases(), "");
    this.timestamps = rulebook.kinds.map(({ pattern }) => pattern.timestamp);
    this.dateTimes = new DateTimeReader(wanted.offset);
  }

  /** Reads logs to their ends, in their order, and settles what the times left open. Rejects with the failure of a log. */
  async read(logs: readonly NamedLog[]): Promise<void> {
    for (const log of logs) await this.readLog(log);
    settleTimes(this.events, this.files);
  }

  private async readLog(log: NamedLog): Promise<void> {
    this.times = new FileTimes();
    this.recognizer.begin();
    try {
      this.files.push({ times: this.times, first: this.events.length, written: fileDate(log.path) });
      await this.reader.read(log.open(), () => this.takeLines(), { linesBefore: 0, isBeginning: true });
    } catch (error) {
      throw log.failure(error);
    }
    // Told to end, an input ends as if that were all.
    this.wanted.signal?.throwIfAborted();
  }

  private takeLines(): void {
    while (this.reader.next()) this.takeLine();
  }

  private takeLine(): void {
    const { recognizer, wanted } = this;
    const { bytes, start, end } = this.reader.lines;
    const kind = recognizer.recognize(bytes, start, end);
    if (kind === -1) {
      if (wanted.correlation === undefined) this.keepUnmatched(bytes, start, end);
      else this.unmatched++;
      return;
    }
    const { bounds } = recognizer;
    const hasTime = this.noteTime(kind, bytes, bounds);
    const group = this.groupOf(kind, bytes, bounds);
    if (group !== NO_GROUP) this.keep(kind, group, bytes, bounds, hasTime);
  }

  private noteTime(kind: number, bytes: Buffer, bounds: readonly number[]): boolean {
    const field = this.timestamps[kind]!;
    const { dateTimes } = this;
    if (field === -1 || !dateTimes.read(bytes, bounds[2 * field]!, bounds[2 * field + 1]!)) return false;
    this.times.note(this.reader.number, dateTimes);
    return true;
  }

  /** The group of a line by its id. A line that follows one and has none belongs where that does. */
  private groupOf(kind: number, bytes: Buffer, bounds: readonly number[]): number {
    const { correlation } = this.wanted;
    if (correlation === undefined) return ONLY_GROUP;
    const field = correlation.idField(kind, bounds);
    if (!this.rulebook.kinds[kind]!.isFollower) {
      this.leaderHasId = field !== -1;
      this.leaderGroup = NO_GROUP;
    }
    if (field !== -1) {
      const group = this.groupOfId(bytes, bounds[2 * field]!, bounds[2 * field + 1]!);
      if (!this.rulebook.kinds[kind]!.isFollower) this.leaderGroup = group;
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

  private keep(kind: number, group: number, bytes: Buffer, bounds: readonly number[], hasTime: boolean): void {
    const rendering = this.renderings[kind]!;
    rendering.take(bytes, bounds);
    const { length } = rendering;
    const { store } = this.events;
    this.reserve(length);
    rendering.writeInto(store.block, store.at);
    this.add(kind, group, length, hasTime);
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

  /** A template can make a line many times as long as it was. */
  private reserve(length: number): void {
    try {
      this.events.store.reserve(length);
    } catch {
      throw new LineError(this.reader.number, `its ${length} normalized bytes are more than can be held`);
    }
  }
}

/** A log's own date in seconds since 1970: when a file was last written, and now for what is being written. */
function fileDate(path: string | undefined): number {
  const status = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  return (status?.isFile() ? status.mtimeMs : Date.now()) / 1000;
}
