// Profiles as JSON, which parts of logs write, and which add up. Bytes are text there: a character for each byte.

import { Blocks, MAX_BLOCKS, type Table } from "./blocks.ts";
import type { ClaimExample, EventName } from "./claim.ts";
import {
  EventProfile,
  type FieldProfile,
  type NumberProfile,
  Profile,
  type ProfiledField,
  profiledField,
} from "./profile.ts";

export interface NamedEvent {
  /** The index of its line pattern; undefined for a shape. */
  readonly pattern: number | undefined;
  readonly name: EventName;
  readonly fields: readonly ProfiledField[];
}

/** How the events of profiles are numbered. */
export interface ProfileEvents {
  at(event: number): NamedEvent;
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
  const fieldJson = ({ count, blocks, values, numbers }: FieldProfile, { name }: ProfiledField): object => {
    const written = Array.from(values ?? [], ([value, { count, blocks, runs, first }]) => {
      return { value, count, blocks: sparse(blocks), runs, first: exampleOf(first) };
    });
    return {
      ...{ name, count, blocks: sparse(blocks), values: values === undefined ? null : written },
      numbers: numbers === undefined ? null : numbersJson(numbers),
    };
  };
  const written = profile.events.flatMap((event, i) => {
    if (event === undefined) return [];
    const { name, pattern, fields: named } = events.at(i);
    const { rule = null, ruleFile, shape } = name;
    const counts = { lines: event.count, blocks: sparse(event.blocks), first: exampleOf(event.first) };
    const fields = event.fields.map((field, j) => fieldJson(field, named[j]!));
    return [{ rule, ruleFile, shape, pattern, ...counts, fields }];
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
  return { bins: sketch.entries().flat(), ...tables, rises, falls, units };
}

/** The numbers of blocks that are not zero, each behind its block. */
function sparse({ numbers }: Table): number[] {
  return Array.from(numbers).flatMap((number, i) => (number === 0 ? [] : [i, number]));
}

/** Reads what `profileJson` makes, and adds its examples to others. Throws an Error for anything else. */
export function readProfile(value: unknown, events: ProfileEvents, examples: ClaimExample<Buffer>[]): Profile {
  const blocks = member(value, "blocks", isObject);
  const [lines, size] = [member(blocks, "lines", isCount), member(blocks, "size", isNumber)];
  if (!(lines <= size * MAX_BLOCKS * (1 + 1e-9))) throw wrong("size");
  const profile = new Profile(Blocks.of(lines, size));
  const before = examples.length;
  for (const own of member(value, "examples", isList)) {
    const original = Buffer.from(member(own, "original", isText), "latin1");
    examples.push({ file: member(own, "file", isText), line: member(own, "line", isCount), original });
  }
  const firstOf = (own: unknown): number => before + upTo(examples.length - before - 1, own, "first");
  for (const own of member(value, "events", isList)) {
    const fields = member(own, "fields", isList);
    const pattern = optional(own, "pattern", isCount);
    const rule = pattern === undefined ? undefined : member(own, "rule", isText);
    const shape = pattern === undefined ? member(own, "shape", isText) : undefined;
    const names = fields.map((field) => member(field, "name", isText));
    const ruleFile = optional(own, "rule_file", isText);
    const event = events.eventOf(pattern, { rule, ruleFile, shape }, names);
    const counted = new EventProfile(profile.blocks, firstOf(own), events.at(event).fields);
    counted.count = upTo(lines, own, "lines");
    fill(counted.blocks, own, "blocks");
    for (const [i, field] of counted.fields.entries()) readField(field, fields[i], firstOf);
    const known = profile.events[event];
    if (known === undefined) profile.events[event] = counted;
    else known.addAll(counted);
  }
  return profile;
}

function readField(field: FieldProfile, own: unknown, firstOf: (own: unknown) => number): void {
  field.count = member(own, "count", isCount);
  fill(field.blocks, own, "blocks");
  const values = optional(own, "values", isList);
  for (const written of values ?? []) {
    const bytes = Buffer.from(member(written, "value", isText), "latin1");
    const value = field.valueFor(bytes, 0, bytes.length, firstOf(written));
    if (value === undefined) throw wrong("values");
    value.count = upTo(field.count, written, "count");
    value.runs = upTo(value.count, written, "runs");
    fill(value.blocks, written, "blocks");
  }
  if (values === undefined) field.values = undefined;
  const numbers = optional(own, "numbers", isObject);
  if (numbers === undefined) field.numbers = undefined;
  else readNumbers(field.numbers!, numbers);
  if ((field.numbers?.sketch.count ?? 0) > field.count) throw wrong("bins");
}

function readNumbers(numbers: NumberProfile, own: unknown): void {
  for (const [bin, count] of pairsIn(own, "bins")) {
    if (!isCount(Math.abs(bin)) || Math.abs(bin) > MAX_BIN || !isCount(count)) throw wrong("bins");
    numbers.sketch.addTo(bin, count);
  }
  fill(numbers.counts, own, "counts");
  fill(numbers.sums, own, "sums", Number.NEGATIVE_INFINITY);
  fill(numbers.squares, own, "squares");
  numbers.rises = member(own, "rises", isCount);
  numbers.falls = member(own, "falls", isCount);
  numbers.units = member(own, "units", isCount);
}

/** Fills a table with what `sparse` made of it. */
function fill({ numbers }: Table, own: unknown, name: string, least = 0): void {
  for (const [block, number] of pairsIn(own, name)) {
    if (!isCount(block) || block >= MAX_BLOCKS || number < least) throw wrong(name);
    numbers[block] = number;
  }
}

function pairsIn(own: unknown, name: string): (readonly [number, number])[] {
  const list = member(own, name, isList);
  if (list.length % 2 !== 0 || !list.every(isNumber)) throw wrong(name);
  return list.flatMap((first, i) => (i % 2 === 0 ? [[first, list[i + 1]!] as const] : []));
}

function upTo(most: number, own: unknown, name: string): number {
  const count = member(own, name, isCount);
  if (count > most) throw wrong(name);
  return count;
}

/** A member of what should be an object, if it is what it must be. */
function member<Value>(own: unknown, name: string, isRight: (value: unknown) => value is Value): Value {
  const value = (own as Readonly<Record<string, unknown>> | null)?.[name];
  if (isRight(value)) return value;
  throw wrong(name);
}

/** As `member`, for one that may be missing or null. */
function optional<Value>(own: unknown, name: string, isRight: (value: unknown) => value is Value): Value | undefined {
  const isMissing = ((own as Readonly<Record<string, unknown>> | null)?.[name] ?? undefined) === undefined;
  return isMissing ? undefined : member(own, name, isRight);
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** Numbers the events of profiles whose rules are not known. */
export class NamedEvents implements ProfileEvents {
  private readonly events: NamedEvent[] = [];
  private readonly numbers = new Map<string, number>();

  at(event: number): NamedEvent {
    return this.events[event]!;
  }

  eventOf(pattern: number | undefined, name: EventName, fields: readonly string[]): number {
    const key = JSON.stringify([pattern ?? name.shape, fields]);
    const event = this.numbers.get(key) ?? this.events.length;
    this.numbers.set(key, event);
    this.events[event] ??= { pattern, name, fields: fields.map((name) => profiledField(name, [])) };
    return event;
  }
}

function wrong(name: string): Error {
  return new Error(`'${name}' of the profile is none that this program writes`);
}
