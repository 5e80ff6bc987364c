import { LAST_BIT } from "../../matcher/machine/layout.ts";
import { commonLiterals, patternFields } from "../../matcher/pattern.ts";
import { needsKey } from "../../rules/transforms/transform-registry.ts";
import { LineTime } from "../../run/line-time.ts";
import { type LinePattern, lineRuleOf, type Rulebook } from "../../run/rulebook.ts";
import { DateTimeReader } from "../../text/date-times/date-time-reader.ts";
import { EventReader } from "../../text/events/event-reader.ts";
import { Masker } from "../../text/masks/masker.ts";
import { MASK_NAMES, VaryingParts } from "../../text/masks/varying-parts.ts";
import { Blocks, type Table } from "./blocks.ts";
import type { Both, EventName } from "./claim.ts";
import { durationUnit } from "./duration-unit.ts";
import { type AddTable, FieldProfile } from "./field-profile.ts";
import { StepLines } from "./step-lines.ts";
import { divideByTime } from "./time-parts.ts";

/** Types whose values differ in all lines by their nature. */
const UNIQUE_TYPES: ReadonlySet<string> = new Set(["timestamp", "uuid", "json"]);

/** Masks of what is compared as a number. */
const NUMBER_MASKS: ReadonlySet<string> = new Set(["n", "duration"]);
const NUMBER_MASK = new RegExp(`<(${[...NUMBER_MASKS].join("|")})>`, "g");
/** Masks are found slowly: of a shape with many lines, those of each so many are read. */
const MANY_LINES = 2048;
const MASK_STRIDE = 8;
/** Of a shape, so many numbers are compared. */
const MAX_NUMBERS = 16;

/** Those of all shapes take a few kilobytes each. Shapes that are frequent come early. */
const MAX_SHAPE_NUMBERS = 4000;

/** A shape is that of so long a beginning of a line. */
const MAX_SHAPE_BYTES = 4096;

/** Lines of further shapes are only counted. */
const MAX_SHAPES = 5000;

/** The group of lines without an id. */
const NO_GROUP = 0;

/** A field of an event, and the indexes of those of its name in the pattern. */
export interface ProfiledField {
  readonly name: string;
  readonly fields: readonly number[];
}

/** An event of profiles. */
export interface NamedEvent {
  /** The index of its line pattern; undefined for a shape. */
  readonly pattern: number | undefined;
  readonly name: EventName;
  readonly fields: readonly ProfiledField[];
}

/** What a log has of one event. */
export class EventProfile {
  /** How many lines it has. */
  count = 0;
  /** How many times the id of a line is not that of the event's line before it; 0 without ids. */
  ids = 0;
  /** Of how many lines the captures were looked at. */
  read = 0;
  private lastGroup = NO_GROUP;
  /** How many lines are counted by block. */
  private counted = 0;
  readonly blocks: Table;
  /** The index of its first line. */
  readonly first: number;
  /** In the order of the fields of the event. */
  readonly fields: readonly FieldProfile[];
  readonly named: readonly ProfiledField[];
  /** Those that have a bit of their own, by their index, and a bit for each of which something is left to find out. */
  private readonly single: FieldProfile[] = [];
  private open = 0;
  /** The others, which are looked at in all lines. */
  private readonly others: (readonly [fields: readonly number[], profile: FieldProfile])[] = [];

  constructor(owner: Blocks, first: number, fields: readonly ProfiledField[]) {
    this.blocks = owner.counts();
    this.first = first;
    this.named = fields;
    this.fields = fields.map(() => new FieldProfile(owner));
    for (const [i, { fields: own }] of fields.entries()) {
      const field = own.length === 1 ? own[0]! : LAST_BIT;
      if (field === LAST_BIT) this.others.push([own, this.fields[i]!]);
      else {
        this.single[field] = this.fields[i]!;
        this.open |= 1 << field;
      }
    }
  }

  /** Counts a line, by block only when the block ends. */
  add(owner: Blocks): void {
    if (this.counted === this.count++) owner.countLater(this);
  }

  countIn(block: number): void {
    this.blocks[block]! += this.count - this.counted;
    this.counted = this.count;
    for (const [i, profile] of this.fields.entries())
      if (profile.isOpen) profile.countIn(block, Math.max(1, this.named[i]!.fields.length) * this.read);
  }

  /** Adds the captures of a line: see `LineObserver.matched`. */
  addCaptures(bytes: Buffer, bounds: ArrayLike<number>, first: number, changed: number, index: number): void {
    for (let bits = changed & this.open; bits !== 0; bits &= bits - 1) {
      const field = LAST_BIT - Math.clz32(bits & -bits);
      const profile = this.single[field]!;
      profile.add(bytes, bounds[first + 2 * field]!, bounds[first + 2 * field + 1]!, index, this.read);
      if (!profile.isOpen) this.open ^= 1 << field;
    }
    for (const [fields, profile] of this.others)
      for (const [i, field] of fields.entries()) {
        const before = fields.length * this.read + i;
        profile.add(bytes, bounds[first + 2 * field]!, bounds[first + 2 * field + 1]!, index, before);
      }
    this.read++;
  }

  /** Counts the id of a line. */
  addId(group: number): void {
    if (group !== this.lastGroup) this.ids++;
    this.lastGroup = group;
  }

  /** Adds what another log has of the event. */
  addAll({ count, ids, blocks, fields }: EventProfile, addTable: AddTable): void {
    this.count += count;
    this.ids += ids;
    addTable(this.blocks, blocks);
    for (const [i, field] of fields.entries()) this.fields[i]!.addAll(field, addTable);
  }
}

/** What a log has of all events. */
export class Profile {
  readonly blocks: Blocks;
  /** By the number of the event. */
  readonly events: (EventProfile | undefined)[] = [];
  /** The index of its last line; -1 if there is none. */
  last = -1;

  constructor(blocks = new Blocks()) {
    this.blocks = blocks;
  }

  /** What several logs have together: runs, which begin and end together, or parts, which follow each other. */
  static ofAll(profiles: readonly Profile[], union: "runs" | "parts"): Profile {
    const lines = profiles.reduce((sum, { blocks }) => sum + blocks.lines, 0);
    const all = new Profile(Blocks.of(lines));
    let before = 0;
    for (const { blocks, events, last } of profiles) {
      const [from, to] = union === "runs" ? [0, 1] : [before / lines, (before + blocks.lines) / lines];
      const addTable: AddTable = (sum, table) => blocks.addTo(sum, table, from, to);
      for (const [i, event] of events.entries()) {
        if (event === undefined) continue;
        all.events[i] ??= new EventProfile(all.blocks, event.first, event.named);
        all.events[i].addAll(event, addTable);
      }
      before += blocks.lines;
      all.last = Math.max(all.last, last);
    }
    return all;
  }

  /** Counts a line of an event, and returns what is known of that. */
  add(event: number, fields: readonly ProfiledField[], index: number): EventProfile {
    this.blocks.next(index);
    this.last = index;
    this.events[event] ??= new EventProfile(this.blocks, index, fields);
    const own = this.events[event];
    own.add(this.blocks);
    return own;
  }

  /** Must be called when all lines were read. */
  finish(): void {
    this.blocks.count();
  }
}

/** Collects what is compared of two logs while they are read. */
export class Profiles {
  new = new Profile();
  /** The logs of the old side, which may be several runs of the same work. */
  runs: readonly Profile[];
  /** The lines of requests; undefined without ids. */
  readonly steps: Both<StepLines> | undefined;
  /** The fields of each line pattern that are compared. */
  private readonly fields: readonly (readonly ProfiledField[])[];

  private readonly linePatterns: readonly LinePattern[];
  private readonly masker = new Masker();
  private readonly shapes = new Map<string, number>();
  private readonly shapeTexts: string[] = [];
  private shapeNumbers = 0;
  private readonly shapeFields: (readonly ProfiledField[])[] = [];
  private readonly parts = new VaryingParts();
  /** The event of each key of an unmatched line. */
  private readonly eventsOfKeys: number[] = [];
  private readonly reader = new EventReader();
  private readonly rulebook: Rulebook;
  private readonly times: LineTime;
  private readonly dateTimes = new DateTimeReader(0);
  private isAfterRule = true;
  private side = this.new;
  /** By the number of the log of the old side. */
  private readonly runOfLog: readonly number[];
  private oldLogs = 0;
  private oldSide: Profile | undefined;
  private stepLines: StepLines | undefined;

  /**
   * Fields of the names in `ids` are not compared: each request has its own. `runOfLog` has the index of the run of
   * each log on the old side; without it, they are one run.
   */
  constructor(rulebook: Rulebook, ids: readonly string[] = [], runOfLog: readonly number[] = []) {
    const { linePatterns } = rulebook;
    this.rulebook = rulebook;
    this.linePatterns = linePatterns;
    this.runOfLog = runOfLog;
    this.runs = Array.from({ length: (runOfLog.at(-1) ?? 0) + 1 }, () => new Profile());
    this.times = new LineTime(linePatterns, 0);
    if (ids.length > 0) this.steps = { old: new StepLines(), new: new StepLines() };
    this.fields = linePatterns.map(({ pattern, transforms }) => {
      const unique = new Set(
        patternFields(pattern.elements).flatMap(({ field, type }) => {
          const isUnique = type !== undefined && "typeName" in type && UNIQUE_TYPES.has(type.typeName);
          // Nobody should read the values that pseudonyms stand for, least of all in a file of accepted changes.
          return isUnique || transforms?.[field]?.some(needsKey) ? [field] : [];
        }),
      );
      const names = [...new Set(pattern.fields)].filter((name) => !ids.includes(name));
      return names.flatMap((name) => {
        const fields = pattern.fields.flatMap((own, i) => (own === name && i !== pattern.timestamp ? [i] : []));
        return fields.some((field) => unique.has(field)) || fields.length === 0 ? [] : [{ name, fields }];
      });
    });
  }

  /** All runs of the old side together, once they are read. */
  get old(): Profile {
    this.oldSide ??= this.runs.length === 1 ? this.runs[0]! : Profile.ofAll(this.runs, "runs");
    return this.oldSide;
  }

  begin(side: "old" | "new", continues: boolean): void {
    this.side = side === "new" ? this.new : this.runs[this.runOfLog[this.oldLogs++] ?? 0]!;
    this.stepLines = this.steps?.[side];
    if (!continues) this.isAfterRule = true;
  }

  matched(
    linePattern: number,
    bytes: Buffer,
    bounds: ArrayLike<number>,
    first: number,
    changed: number,
    group: number,
    index: number,
  ): void {
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
    const own = side.add(linePattern, this.fields[linePattern]!, index);
    if (group !== NO_GROUP) own.addId(group);
    own.addCaptures(bytes, bounds, first, changed, index);
  }

  /** The exception of a stack trace is an event of its own, whichever rule has the trace. */
  private addTraceLine(bytes: Buffer, from: number, to: number, index: number): void {
    this.belongs(bytes, from, to);
    if (this.reader.role !== "telling") return;
    const event = this.shapeOf(bytes, from, to);
    this.side.add(event, this.fieldsOf(event), index);
  }

  /** Whether a line only belongs to the event before it. */
  private belongs(bytes: Buffer, from: number, to: number): boolean {
    const { reader } = this;
    if (this.isAfterRule) {
      reader.begin();
      reader.open();
      this.isAfterRule = false;
    }
    const belonging = reader.read(bytes, from, to);
    return reader.isEmpty || (belonging === "yes" && reader.role !== "telling");
  }

  unmatched(key: number, bytes: Buffer, from: number, to: number, _group: number, index: number): void {
    if (this.belongs(bytes, from, to)) return;
    this.eventsOfKeys[key] ??= this.shapeOf(bytes, from, to);
    const event = this.eventsOfKeys[key];
    const own = this.side.add(event, this.fieldsOf(event), index);
    const isRead = own.count <= MANY_LINES || own.count % MASK_STRIDE === 0;
    if (isRead && own.fields.some(({ isOpen }) => isOpen)) this.addNumbers(own, bytes, from, to, index);
  }

  /** Counts what the masks of numbers stand for. */
  private addNumbers(event: EventProfile, bytes: Buffer, from: number, to: number, index: number): void {
    const { parts } = this;
    const { fields } = event;
    parts.begin(bytes, from, to);
    let i = 0;
    while (i < fields.length && parts.next())
      if (NUMBER_MASKS.has(MASK_NAMES[parts.mask]!)) fields[i++]!.add(bytes, parts.from, parts.to, index, event.read);
    for (; i < fields.length; i++) fields[i]!.add(bytes, from, from, index, event.read);
    event.read++;
  }

  /** The fields of an event that are compared. */
  fieldsOf(event: number): readonly ProfiledField[] {
    return this.fields[event] ?? this.shapeFields[event - this.fields.length] ?? [];
  }

  /** Whether there were more shapes than are counted. That one log alone has some of them tells nothing then. */
  get hasManyShapes(): boolean {
    return this.shapeTexts.length > MAX_SHAPES;
  }

  /** Whether an event stands for the lines of further shapes. */
  isRest(event: number): boolean {
    return event === this.linePatterns.length + MAX_SHAPES;
  }

  /** How many numbers events have. */
  get eventCount(): number {
    return Math.max(this.new.events.length, ...this.runs.map(({ events }) => events.length));
  }

  /** Divides both logs by time, as far as that is possible. `read` reads a line again. */
  divide(read: (side: "old" | "new", index: number) => Buffer): void {
    const timesOf = (side: "old" | "new"): number[] => {
      const { blocks, last } = this[side];
      return [...blocks.firstLines, last].map((index) => this.timeOf(read(side, index)));
    };
    if (this.runs.length === 1 && this.old.last !== -1 && this.new.last !== -1)
      divideByTime(this.old.blocks, timesOf("old"), this.new.blocks, timesOf("new"));
  }

  /** The time of a line in seconds since 1970; NaN if it has none. */
  timeOf(line: Buffer): number {
    const { matcher } = this.rulebook;
    const linePattern = matcher.match(line, 0, line.length);
    if (linePattern !== -1) this.times.read(linePattern, line, matcher.bounds);
    if (linePattern !== -1 && this.times.hasDay) return this.times.instant.seconds;
    const { parts } = this;
    parts.begin(line, 0, line.length);
    while (parts.next())
      if (MASK_NAMES[parts.mask] === "time" && this.dateTimes.read(line, parts.from, parts.to))
        return this.dateTimes.seconds;
    return Number.NaN;
  }

  /** As `ProfileEvents`. */
  eventAt(event: number): NamedEvent {
    const pattern = event < this.linePatterns.length ? event : undefined;
    return { pattern, name: this.nameOf(event), fields: this.fieldsOf(event) };
  }

  /** As `ProfileEvents`. */
  eventOf(pattern: number | undefined, { rule, shape }: EventName, fields: readonly string[]): number {
    const event = pattern ?? this.eventOfShape(shape!);
    const names = this.fieldsOf(event).map(({ name }) => name);
    if (this.isRest(event)) return event;
    const isKnown = pattern === undefined || this.linePatterns[pattern]?.name === rule;
    if (isKnown && names.length === fields.length && names.every((name, i) => name === fields[i])) return event;
    throw new Error("the profile has an event that the rules do not have; make it again with these rules");
  }

  /** How an event is named. */
  nameOf(event: number): EventName {
    const linePattern = this.linePatterns[event];
    if (linePattern === undefined)
      return { rule: undefined, shape: this.shapeTexts[event - this.linePatterns.length]! };
    const { rule, ruleFile } = lineRuleOf(linePattern);
    return { rule, ruleFile };
  }

  /** The words of a rule: its name and the literals of its pattern. */
  wordsOf(event: number): string {
    const { name, pattern } = this.linePatterns[event]!;
    return [name, ...commonLiterals(pattern).map((literal) => Buffer.from(literal))].join(" ");
  }

  /** As `durationUnit`. */
  unitOf(event: number, field: string): string | undefined {
    const linePattern = this.linePatterns[event];
    return linePattern && durationUnit(linePattern.pattern, field);
  }

  private shapeOf(bytes: Buffer, from: number, to: number): number {
    return this.eventOfShape(
      Buffer.concat([...this.masker.pieces(bytes.subarray(from, Math.min(to, from + MAX_SHAPE_BYTES)))]).toString(),
    );
  }

  private eventOfShape(text: string): number {
    const { shapes } = this;
    const known = shapes.get(text);
    if (known !== undefined) return known;
    const event = this.linePatterns.length + shapes.size;
    if (shapes.size === MAX_SHAPES) this.shapeTexts[MAX_SHAPES] = "lines of further shapes";
    else {
      shapes.set(text, event);
      this.shapeTexts.push(text);
      const numbers = numbersIn(text).slice(0, MAX_SHAPE_NUMBERS - this.shapeNumbers);
      this.shapeNumbers += numbers.length;
      this.shapeFields.push(numbers);
    }
    return event;
  }
}

/** The masks of numbers in a shape, named as they are, and numbered if there are several. */
function numbersIn(shape: string): ProfiledField[] {
  const masks = [...shape.matchAll(NUMBER_MASK)].slice(0, MAX_NUMBERS);
  return masks.map(([mask], i) => ({ name: masks.length === 1 ? mask : `${mask} ${i + 1}`, fields: [] }));
}
