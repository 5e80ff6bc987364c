import { LAST_BIT } from "../../matcher/machine/layout.ts";
import { Blocks, type Table } from "./blocks.ts";
import { type AddTable, FieldProfile } from "./field-profile.ts";

/** The group of lines without an id. */
export const NO_GROUP = 0;

/** A field of an event, and the indexes of those of its name in the pattern. */
export interface ProfiledField {
  readonly name: string;
  readonly fields: readonly number[];
}

/** What a log has of one event. */
export class EventProfile {
  /** How many lines it has. */
  count = 0;
  /** How many times the id of a line is not that of the event's line before it; 0 without ids. */
  ids = 0;
  /** Of how many lines the captures were looked at, and of how many before the current block. */
  read = 0;
  private readBefore = 0;
  /** Whether anything was left to find out when the last block ended. */
  hasOpenFields: boolean;
  private lastGroup = NO_GROUP;
  readonly blocks: Table;
  private readonly owner: Blocks;
  /** The index of its first line. */
  readonly first: number;
  /** In the order of the fields of the event. */
  readonly fields: readonly FieldProfile[];
  readonly named: readonly ProfiledField[];
  /** Those that have a bit of their own, by the index of their field. */
  private readonly single: FieldProfile[] = [];
  /** A bit for each of them of which something is left to find out. */
  private open = 0;
  /** The others, which are looked at in all lines. */
  private readonly others: (readonly [fields: readonly number[], profile: FieldProfile])[] = [];

  constructor(owner: Blocks, first: number, fields: readonly ProfiledField[]) {
    this.owner = owner;
    this.blocks = owner.counts();
    this.first = first;
    this.named = fields;
    this.fields = fields.map(() => new FieldProfile(owner));
    this.hasOpenFields = fields.length > 0;
    for (const [i, { fields: own }] of fields.entries()) {
      const [field = LAST_BIT, ...further] = own;
      if (field >= LAST_BIT || further.length > 0) this.others.push([own, this.fields[i]!]);
      else {
        this.single[field] = this.fields[i]!;
        this.open |= 1 << field;
      }
    }
  }

  /** Counts a line. */
  add(): void {
    this.count++;
    this.blocks[this.owner.current]!++;
  }

  /** Counts the captures of a block that ends. */
  countIn(block: number): void {
    this.readBefore = this.read;
    this.hasOpenFields = false;
    for (let i = 0; i < this.fields.length; i++) {
      const profile = this.fields[i]!;
      if (!profile.isOpen) continue;
      profile.countIn(block, Math.max(1, this.named[i]!.fields.length) * this.read);
      this.hasOpenFields ||= profile.isOpen;
    }
  }

  /** Adds the captures of a line: see `ObservedLine`. */
  addCaptures(bytes: Buffer, bounds: ArrayLike<number>, first: number, changed: number, index: number): void {
    this.beginRead();
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

  /** Adds the numbers of a line, whose bounds are from `first` up to `last`. */
  addNumbers(bytes: Buffer, bounds: ArrayLike<number>, first: number, last: number, index: number): void {
    const { fields, read } = this;
    this.beginRead();
    for (let i = 0; i < fields.length; i++) {
      const at = first + 2 * i;
      if (at < last) fields[i]!.add(bytes, bounds[at]!, bounds[at + 1]!, index, read);
      else fields[i]!.add(bytes, 0, 0, index, read);
    }
    this.read++;
  }

  private beginRead(): void {
    if (this.read === this.readBefore) this.owner.countLater(this);
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
  /** Of how many lines without a rule the numbers were read. */
  numbersRead = 0;

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
    own.add();
    return own;
  }

  /** Must be called when all lines were read. */
  finish(): void {
    this.blocks.count();
  }
}
