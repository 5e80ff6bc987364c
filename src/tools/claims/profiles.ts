import { LineTime } from "../../run/line-time.ts";
import type { ObservedLine } from "../../run/log-lines.ts";
import type { LinePattern, Rulebook } from "../../run/rulebook.ts";
import { EventReader } from "../../text/events/event-reader.ts";
import { lineKind } from "../../text/events/line-kinds.ts";
import { MASK_INDEX, NUMBER_MASKS, VaryingParts } from "../../text/masks/varying-parts.ts";
import type { Both } from "./claim.ts";
import { Events, MAX_SHAPE_BYTES } from "./events.ts";
import { type EventProfile, NO_GROUP, Profile } from "./profile.ts";
import { StepLines } from "./step-lines.ts";
import { divideByTime } from "./time-parts.ts";
import { TimeReader } from "./time-reader.ts";

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

/** Collects what is compared of two logs while they are read: a `LineObserver` of them. */
export class Profiles {
  new = new Profile();
  /** The logs of the old side, which may be several runs of the same work. */
  runs: readonly Profile[];
  /** The lines of requests; undefined without ids. */
  readonly steps: Both<StepLines> | undefined;
  readonly events: Events;
  readonly timeReader: TimeReader;

  private readonly linePatterns: readonly LinePattern[];
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
  /** By the number of the log of the old side. */
  private readonly runOfLog: readonly number[];
  private oldLogs = 0;
  private oldSide: Profile | undefined;
  private stepLines: StepLines | undefined;

  /**
   * `ids` are the names of the fields that tell requests apart. `runOfLog` has the index of the run of each log on the
   * old side; without it, they are one run.
   */
  constructor(rulebook: Rulebook, ids: readonly string[] = [], runOfLog: readonly number[] = []) {
    const { linePatterns } = rulebook;
    this.timeReader = new TimeReader(rulebook);
    this.linePatterns = linePatterns;
    this.runOfLog = runOfLog;
    this.events = new Events(linePatterns, ids);
    this.runs = Array.from({ length: (runOfLog.at(-1) ?? 0) + 1 }, () => new Profile());
    this.times = new LineTime(linePatterns, 0);
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
    const { isFollower, isTrace, pattern } = this.linePatterns[linePattern]!;
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
    const own = side.add(linePattern, this.events.fieldsOf(linePattern), index);
    if (group !== NO_GROUP) own.addId(group);
    own.addCaptures(bytes, bounds, first, changed, index);
  }

  /** The exception of a stack trace is an event of its own, whichever rule has the trace. */
  private addTraceLine(bytes: Buffer, from: number, to: number, index: number): void {
    this.belongs(lineKind(bytes, from, to));
    if (this.reader.role !== "telling") return;
    const event = this.events.ofShape(bytes, from, to);
    this.side.add(event, this.events.fieldsOf(event), index);
  }

  /** Whether a line of this kind only belongs to the event before it. */
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
    const own = side.add(event, this.events.fieldsOf(event), index);
    const many = side.numbersRead < MANY_READ ? MANY_LINES : ENOUGH_LINES;
    const isRead = own.count <= many || Math.imul(own.count, GOLDEN_RATIO) >>> 0 < SAMPLED;
    if (!isRead || !own.hasOpenFields) return;
    side.numbersRead++;
    if (last !== -1 && line.linePattern === -1) own.addNumbers(bytes, line.bounds, line.first, last, index);
    else this.addNumbers(own, line);
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

  /** Counts what the masks of numbers stand for. */
  private addNumbers(event: EventProfile, { bytes, from, to, index }: ObservedLine): void {
    const { parts } = this;
    const bounds: number[] = [];
    parts.begin(bytes, from, to);
    while (bounds.length < 2 * event.fields.length && parts.next())
      if (NUMBERS.has(parts.mask)) bounds.push(parts.from, parts.to);
    event.addNumbers(bytes, bounds, 0, bounds.length, index);
  }

  /** The numbers of events are below this. */
  get eventCount(): number {
    return Math.max(this.new.events.length, ...this.runs.map(({ events }) => events.length));
  }

  /** Divides both logs by time, as far as that is possible. `read` reads a line again. */
  divide(read: (side: "old" | "new", index: number) => Buffer): void {
    const timesOf = (side: "old" | "new"): number[] => {
      const { blocks, last } = this[side];
      return [...blocks.firstLines, last].map((index) => this.timeReader.timeOf(read(side, index)));
    };
    if (this.runs.length === 1 && this.old.last !== -1 && this.new.last !== -1)
      divideByTime(this.old.blocks, timesOf("old"), this.new.blocks, timesOf("new"));
  }
}
