import { LineTime } from "../../run/line-time.ts";
import type { ObservedLine } from "../../run/log-lines.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { DateTimeReader } from "../../text/date-times/date-time-reader.ts";
import { EventReader } from "../../text/events/event-reader.ts";
import { lineKind } from "../../text/events/line-kinds.ts";
import { MASK_INDEX, NUMBER_MASKS, VaryingParts } from "../../text/masks/varying-parts.ts";
import type { Both } from "./claim.ts";
import { Events, MAX_SHAPE_BYTES } from "./events.ts";
import { NO_GROUP, Profile } from "./profile.ts";
import { StepLines } from "./requests.ts";
import { divideByTime } from "./time-parts.ts";

/**
 * Numbers are read slowly: of a shape with many lines, this share of them is read, as a multiple of 2^-32. The ratio
 * spreads them evenly, but in no cycle that lines may have, too. When so many lines of a log were read, fewer are many.
 */
const MANY_LINES = 256;
const MANY_READ = 2 ** 15;
const ENOUGH_LINES = 32;
const SAMPLED = 2 ** 32 / 16;
const GOLDEN_RATIO = 0x9e3779b1;
const NUMBERS: ReadonlySet<number> = new Set(NUMBER_MASKS.map((name) => MASK_INDEX[name]));
const ALL = -1;

/** Collects what is compared of two logs while they are read: a `LineObserver` of them. */
export class Profiles {
  new = new Profile();
  /** The logs of the old side, which may be several runs of the same work. */
  runs: readonly Profile[];
  readonly steps: Both<StepLines> | undefined;
  readonly events: Events;

  private readonly rulebook: Rulebook;
  private readonly parts = new VaryingParts();
  /** The event and the kind of the first line with each key of unmatched ones. */
  private readonly eventsOfKeys: number[] = [];
  private readonly kindsOfKeys: number[] = [];
  private maskedOf: ((key: number) => Buffer) | undefined;
  private readonly reader = new EventReader();
  private readonly times: LineTime;
  /** Whether the reader must begin anew: the last line was that of a rule, or there was none. */
  private isAfterRule = true;
  private side = this.new;
  private readonly runOfLog: readonly number[];
  private oldLogs = 0;
  private oldSide: Profile | undefined;
  private stepLines: StepLines | undefined;

  /**
   * `ids` are the names of the fields that tell requests apart. `runOfLog` has the index of the run of each log on the
   * old side; without it, they are one run.
   */
  constructor(rulebook: Rulebook, ids: readonly string[] = [], runOfLog: readonly number[] = []) {
    this.rulebook = rulebook;
    this.runOfLog = runOfLog;
    this.events = new Events(rulebook.linePatterns, ids);
    this.runs = Array.from({ length: (runOfLog.at(-1) ?? 0) + 1 }, () => new Profile());
    this.times = new LineTime(rulebook.linePatterns, 0);
    if (ids.length > 0) this.steps = { old: new StepLines(), new: new StepLines() };
  }

  /** All runs of the old side together, once they are read. */
  get old(): Profile {
    this.oldSide ??= this.runs.length === 1 ? this.runs[0]! : Profile.ofAll(this.runs, "runs");
    return this.oldSide;
  }

  begin(side: "old" | "new", continues: boolean, maskedOf: ((key: number) => Buffer) | undefined): void {
    this.maskedOf = maskedOf;
    this.side = side === "new" ? this.new : this.runs[this.runOfLog[this.oldLogs++] ?? 0]!;
    this.stepLines = this.steps?.[side];
    if (!continues) this.isAfterRule = true;
  }

  matched({ linePattern, bytes, bounds, first, changed, group, index }: ObservedLine): void {
    const { side, stepLines } = this;
    const { isFollower, isTrace, pattern } = this.rulebook.linePatterns[linePattern]!;
    if (isFollower) {
      // The bounds of a follower end with those of the line.
      const own = first + 2 * pattern.fields.length;
      if (isTrace) this.addTraceLine(bytes, bounds[own]!, bounds[own + 1]!, index);
      return;
    }
    this.isAfterRule = true;
    if (stepLines !== undefined && group !== NO_GROUP) {
      this.times.read(linePattern, bytes, bounds, first);
      stepLines.add(group, linePattern, index, this.times.hasDay ? this.times.instant : undefined);
    }
    const own = side.add(linePattern, this.events.at(linePattern).fields, index);
    if (group !== NO_GROUP) own.addId(group);
    own.addCaptures(bytes, bounds, first, Number.POSITIVE_INFINITY, changed, index);
  }

  /** The exception of a stack trace is an event of its own, whichever rule has the trace. */
  private addTraceLine(bytes: Buffer, from: number, to: number, index: number): void {
    this.belongs(lineKind(bytes, from, to));
    if (this.reader.role !== "telling") return;
    const event = this.events.ofShape(bytes, from, to);
    this.side.add(event, this.events.at(event).fields, index);
  }

  private belongs(kind: number): boolean {
    const { reader } = this;
    if (this.isAfterRule) {
      reader.begin();
      reader.open();
      this.isAfterRule = false;
    }
    const belonging = reader.readKind(kind);
    return reader.isEmpty || (belonging === "yes" && reader.role !== "telling");
  }

  unmatched(line: ObservedLine): void {
    if (this.belongs(this.kindOf(line))) return;
    const { bytes, index, last } = line;
    const { side } = this;
    const event = this.eventOf(line);
    const own = side.add(event, this.events.at(event).fields, index);
    const many = side.numbersRead < MANY_READ ? MANY_LINES : ENOUGH_LINES;
    const isRead = own.count <= many || Math.imul(own.count, GOLDEN_RATIO) >>> 0 < SAMPLED;
    if (!isRead || own.open === 0) return;
    side.numbersRead++;
    if (last !== -1 && line.linePattern === -1) {
      own.addCaptures(bytes, line.bounds, line.first, last, ALL, index);
      return;
    }
    const bounds: number[] = [];
    for (const { mask, from, to } of this.partsOf(bytes, line.from, line.to))
      if (NUMBERS.has(mask) && bounds.push(from, to) >= 2 * own.fields.length) break;
    own.addCaptures(bytes, bounds, 0, bounds.length, ALL, index);
  }

  private kindOf({ linePattern, key, bytes, from, to }: ObservedLine): number {
    if (linePattern !== -1) return lineKind(bytes, from, to);
    this.kindsOfKeys[key] ??= lineKind(bytes, from, to);
    return this.kindsOfKeys[key];
  }

  private eventOf({ linePattern, key, bytes, from, to }: ObservedLine): number {
    const { events, eventsOfKeys, maskedOf } = this;
    if (linePattern !== -1) return events.ofShape(bytes, from, to);
    eventsOfKeys[key] ??=
      maskedOf === undefined || to - from > MAX_SHAPE_BYTES
        ? events.ofShape(bytes, from, to)
        : events.ofMasked(() => maskedOf(key));
    return eventsOfKeys[key];
  }

  private *partsOf(bytes: Buffer, from: number, to: number): Generator<VaryingParts> {
    this.parts.begin(bytes, from, to);
    while (this.parts.next()) yield this.parts;
  }

  /** Divides both logs by time, as far as that is possible. `read` reads a line again. */
  divide(read: (side: "old" | "new", index: number) => Buffer): void {
    if (this.runs.length > 1 || this.old.last === -1 || this.new.last === -1) return;
    const timesOf = (side: "old" | "new"): number[] =>
      [...this[side].blocks.firstLines, this[side].last].map((index) => this.timeOf(read(side, index)));
    divideByTime(this.old.blocks, timesOf("old"), this.new.blocks, timesOf("new"));
  }

  get eventCount(): number {
    return Math.max(this.new.events.length, ...this.runs.map(({ events }) => events.length));
  }

  /** The time of a line in seconds since 1970, by its rule or else the first one in it; NaN if it has none. */
  timeOf(line: Buffer): number {
    const { matcher } = this.rulebook;
    const linePattern = matcher.match(line, 0, line.length);
    if (linePattern !== -1) this.times.read(linePattern, line, matcher.bounds);
    if (linePattern !== -1 && this.times.hasDay) return this.times.instant.seconds;
    const dateTimes = new DateTimeReader(0);
    for (const { mask, from, to } of this.partsOf(line, 0, line.length))
      if (mask === MASK_INDEX.time && dateTimes.read(line, from, to)) return dateTimes.seconds;
    return Number.NaN;
  }
}
