// Profiles as JSON, which parts of logs write, and which add up. Bytes are text there: a character for each byte.

import { Blocks, MAX_BLOCKS, type Table } from "./blocks.ts";
import type { EventName } from "./claim.ts";
import type { ClaimExample } from "./claims-json.ts";
import type { FieldProfile, NumberProfile } from "./field-profile.ts";
import { EventProfile, Profile, type ProfiledField } from "./profile.ts";

/** An event of profiles. */
export interface NamedEvent {
  /** The index of its line pattern; undefined for a shape. */
  readonly pattern: number | undefined;
  readonly name: EventName;
  readonly fields: readonly ProfiledField[];
}

/** How the events of profiles are numbered. */
export interface ProfileEvents {
  eventAt(event: number): NamedEvent;
  /** The number of an event with these fields. Throws an Error if there is no such event. */
  eventOf(pattern: number | undefined, name: EventName, fields: readonly string[]): number;
}

const MAX_EXAMPLE_BYTES = 500;
/** The largest bin of a sketch is far below. */
const MAX_BIN = 10_000;

/** What is written of a profile. `read` reads an example. */
export function profileJson(
  profile: Profile,
  events: ProfileEvents,
  read: (index: number) => ClaimExample<Buffer>,
): object {
  const examples = new Map<number, number>();
  const exampleOf = (index: number): number => {
    const known = examples.get(index) ?? examples.size;
    examples.set(index, known);
    return known;
  };
  const fieldJson = (field: FieldProfile, { name }: ProfiledField): object => {
    const values = field.values?.map(({ count, blocks, runs, first }, i) => {
      const value = field.bytes(i).toString("latin1");
      return { value, count, blocks: sparse(blocks), runs, first: exampleOf(first) };
    });
    const facts = { values: values ?? null, numbers: field.numbers === undefined ? null : numbersJson(field.numbers) };
    return { name, count: field.count, blocks: sparse(field.blocks), ...facts };
  };
  const written = profile.events.flatMap((event, i) => {
    if (event === undefined) return [];
    const { count, blocks, first, fields } = event;
    const { name, pattern, fields: named } = events.eventAt(i);
    const { rule = null, ruleFile, shape } = name;
    const subject = { rule, ruleFile, shape, pattern };
    const counts = { lines: count, blocks: sparse(blocks), first: exampleOf(first) };
    return [{ ...subject, ...counts, fields: fields.map((field, j) => fieldJson(field, named[j]!)) }];
  });
  return {
    blocks: { lines: profile.blocks.lines, size: profile.blocks.size },
    events: written,
    examples: [...examples.keys()].map((index) => {
      const { file, line, original } = read(index);
      return { file, line, original: original.subarray(0, MAX_EXAMPLE_BYTES).toString("latin1") };
    }),
  };
}

function numbersJson({ sketch, counts, sums, squares, rises, falls, units }: NumberProfile): object {
  const tables = { counts: sparse(counts), sums: sparse(sums), squares: sparse(squares) };
  return { bins: [...sketch.entries()].flat(), ...tables, rises, falls, units };
}

/** The numbers of blocks that are not zero, each behind its block. */
function sparse(table: Table): number[] {
  return Array.from(table).flatMap((number, i) => (number === 0 ? [] : [i, number]));
}

/** Reads what `profileJson` makes, and adds its examples to others. Throws an Error for anything else. */
export function readProfile(value: unknown, events: ProfileEvents, examples: ClaimExample<Buffer>[]): Profile {
  const members = objectOf(value, "profile");
  const { lines, size } = objectOf(members.blocks, "blocks");
  const profile = new Profile(Blocks.of(countOf(lines, "lines"), numberOf(size, "size", 0)));
  if (profile.blocks.lines > profile.blocks.size * MAX_BLOCKS * (1 + 1e-9)) throw wrong("size");
  const before = examples.length;
  for (const example of listOf(members.examples, "examples")) {
    const { file, line, original } = objectOf(example, "an example");
    const text = Buffer.from(textOf(original, "original"), "latin1");
    examples.push({ file: textOf(file, "file"), line: countOf(line, "line"), original: text });
  }
  const indexOf = (first: unknown): number => {
    const index = countOf(first, "first") + before;
    if (index >= examples.length) throw wrong("first");
    return index;
  };
  for (const item of listOf(members.events, "events")) {
    const own = objectOf(item, "an event");
    const fields = listOf(own.fields, "fields").map((field) => objectOf(field, "a field"));
    const names = fields.map(({ name }) => textOf(name, "name"));
    const pattern = own.pattern === undefined ? undefined : countOf(own.pattern, "pattern");
    const rule = pattern === undefined ? undefined : textOf(own.rule, "rule");
    const ruleFile = own.rule_file === undefined ? undefined : textOf(own.rule_file, "rule_file");
    const shape = pattern === undefined ? textOf(own.shape, "shape") : undefined;
    const event = events.eventOf(pattern, { rule, ruleFile, shape }, names);
    const counted = new EventProfile(profile.blocks, indexOf(own.first), events.eventAt(event).fields);
    counted.count = countOf(own.lines, "lines");
    if (counted.count > profile.blocks.lines) throw wrong("lines");
    fill(counted.blocks, own.blocks);
    for (const [i, field] of counted.fields.entries()) readField(field, fields[i]!, indexOf);
    const known = profile.events[event];
    if (known === undefined) profile.events[event] = counted;
    else known.addAll(counted, (sum, table) => profile.blocks.addTo(sum, table, 0, 1));
  }
  return profile;
}

function readField(field: FieldProfile, own: Members, indexOf: (first: unknown) => number): void {
  field.count = countOf(own.count, "count");
  fill(field.blocks, own.blocks);
  if (own.values === null) field.values = undefined;
  else
    for (const item of listOf(own.values, "values")) {
      const { value, count, blocks, runs, first } = objectOf(item, "a value");
      const bytes = Buffer.from(textOf(value, "value"), "latin1");
      const known = field.valueFor(bytes, indexOf(first));
      if (known === undefined) throw wrong("values");
      known.count = countOf(count, "count");
      known.runs = countOf(runs, "runs");
      if (known.count > field.count || known.runs > known.count) throw wrong("count");
      fill(known.blocks, blocks);
    }
  if (own.numbers === null) {
    field.numbers = undefined;
    return;
  }
  const numbers = objectOf(own.numbers, "numbers");
  const profile = field.numbers!;
  const bins = listOf(numbers.bins, "bins");
  for (let i = 0; i < bins.length; i += 2) {
    const bin = numberOf(bins[i], "bins", -MAX_BIN);
    if (!Number.isInteger(bin) || bin > MAX_BIN) throw wrong("bins");
    profile.sketch.addTo(bin, countOf(bins[i + 1], "bins"));
  }
  if (profile.sketch.count > field.count) throw wrong("bins");
  fill(profile.counts, numbers.counts);
  fill(profile.sums, numbers.sums, Number.NEGATIVE_INFINITY);
  fill(profile.squares, numbers.squares);
  profile.rises = countOf(numbers.rises, "rises");
  profile.falls = countOf(numbers.falls, "falls");
  profile.units = countOf(numbers.units, "units");
}

/** Fills a table with what `sparse` made of it. */
function fill(table: Table, written: unknown, least = 0): void {
  const numbers = listOf(written, "blocks");
  for (let i = 0; i < numbers.length; i += 2) {
    const block = countOf(numbers[i], "blocks");
    if (block >= table.length) throw wrong("blocks");
    table[block] = numberOf(numbers[i + 1], "blocks", least);
  }
}

/** Numbers the events of profiles whose rules are not known. */
export class NamedEvents implements ProfileEvents {
  private readonly events: NamedEvent[] = [];
  private readonly numbers = new Map<string, number>();

  eventAt(event: number): NamedEvent {
    return this.events[event]!;
  }

  eventOf(pattern: number | undefined, name: EventName, fields: readonly string[]): number {
    const key = JSON.stringify([pattern ?? name.shape, fields]);
    const event = this.numbers.get(key) ?? this.events.length;
    this.numbers.set(key, event);
    this.events[event] ??= { pattern, name, fields: fields.map((name) => ({ name, fields: [] })) };
    return event;
  }
}

type Members = Readonly<Record<string, unknown>>;

function wrong(name: string): Error {
  return new Error(`'${name}' of the profile is none that this program writes`);
}

function objectOf(value: unknown, name: string): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw wrong(name);
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw wrong(name);
}

function textOf(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  throw wrong(name);
}

function numberOf(value: unknown, name: string, least: number): number {
  if (typeof value === "number" && Number.isFinite(value) && value >= least) return value;
  throw wrong(name);
}

function countOf(value: unknown, name: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw wrong(name);
}
