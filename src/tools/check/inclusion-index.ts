import type { Expansion, PlainElement } from "./expansions.ts";
import { FIELD_BYTE, type StepCounter, type SymbolicLine } from "./inclusion.ts";

/** Literals are found by this many of their bytes, or by all bytes of a shorter one. */
const MAX_GRAM = 4;
/** At most this many grams of a literal are compared to find a rare one. */
const MAX_GRAMS = 64;
const FACTOR = 0x9e3779b1;

/**
 * Finds the patterns that may include an expansion, without trying each of them. To include it, a literal must be in
 * its text, and a field of values must meet one of its own fields, whose values it must have, all of them. So each
 * expansion of a pattern is filed under its rarest property: some bytes of a literal, or the values of a field. This
 * separates rules with the same text by their values, and others by their text.
 */
export class InclusionIndex {
  /** By gram or value. These are hashed, and a collision only finds too much. */
  private readonly filed = new Map<number, number[]>();
  /** The lengths of the grams among them. */
  private readonly gramLengths = new Set<number>();
  /** Patterns without anything that sets them apart from others: they are always found. */
  private readonly unfiled: number[] = [];
  /** For each pattern, the number of the last search that found it. */
  private readonly foundIn: Uint32Array;
  private readonly counter: StepCounter;
  private searches = 0;

  /** Patterns without expansions are never found. */
  constructor(patterns: readonly (readonly Expansion[] | undefined)[], counter: StepCounter) {
    this.foundIn = new Uint32Array(patterns.length);
    this.counter = counter;
    const frequencies = this.countedKeys(patterns);
    for (const [pattern, expansions = []] of patterns.entries())
      for (const expansion of expansions) this.file(pattern, expansion, frequencies);
  }

  /** The patterns that may include an expansion, in no particular order. */
  find(expansion: Expansion, { bytes }: SymbolicLine): number[] {
    const found: number[] = [];
    this.searches++;
    this.take(this.unfiled, found);
    for (const length of this.gramLengths) {
      this.counter.steps += bytes.length;
      for (let at = 0; at + length <= bytes.length; at++) this.take(this.filed.get(gramAt(bytes, at, length)), found);
    }
    for (const piece of expansion) if (hasValues(piece)) this.take(this.withValuesOf(piece), found);
    this.counter.steps += found.length;
    return found;
  }

  /** How many elements have each gram or value. */
  private countedKeys(patterns: readonly (readonly Expansion[] | undefined)[]): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (const expansions of patterns) {
      // Expansions share the elements outside alternatives.
      for (const piece of new Set(expansions?.flat())) {
        const keys = keysOf(piece);
        this.counter.steps += keys.length;
        for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    return counts;
  }

  private file(pattern: number, expansion: Expansion, frequencies: ReadonlyMap<number, number>): void {
    let rarest: { readonly keys: readonly number[]; readonly piece: PlainElement } | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const piece of expansion) {
      const keys = keysOf(piece);
      // One gram of a literal says which it is, but only all values of a field do.
      const isWhole = hasValues(piece);
      const average = isWhole ? keys.reduce((sum, key) => sum + frequencies.get(key)!, 0) / keys.length : 0;
      if (isWhole && average < least) {
        rarest = { keys, piece };
        least = average;
      }
      if (isWhole) continue;
      for (const key of keys) {
        const frequency = frequencies.get(key)!;
        if (frequency >= least) continue;
        rarest = { keys: [key], piece };
        least = frequency;
      }
    }
    if (rarest === undefined) {
      add(this.unfiled, pattern);
      return;
    }
    if ("literal" in rarest.piece) this.gramLengths.add(gramLength(rarest.piece.literal));
    // Any field of values includes one that has only the empty value.
    for (const key of hasValues(rarest.piece) ? [...rarest.keys, EMPTY] : rarest.keys) {
      const list = this.filed.get(key);
      if (list === undefined) this.filed.set(key, [pattern]);
      else add(list, pattern);
    }
  }

  /** The patterns that have the rarest of the values. A pattern that includes the field has all of them. */
  private withValuesOf({ type: { values } }: ValuesElement): readonly number[] | undefined {
    this.counter.steps += values.length;
    const lists = values.filter((value) => value !== "").map((value) => this.filed.get(hashOf(value)));
    if (lists.length === 0) return this.filed.get(EMPTY);
    return lists.reduce((a, b) => (a === undefined || b === undefined ? undefined : a.length <= b.length ? a : b));
  }

  private take(patterns: readonly number[] | undefined, found: number[]): void {
    const { foundIn, searches } = this;
    for (const pattern of patterns ?? []) {
      if (foundIn[pattern] === searches) continue;
      foundIn[pattern] = searches;
      found.push(pattern);
    }
  }
}

type ValuesElement = PlainElement & { readonly type: { readonly values: readonly string[] } };

function hasValues(piece: PlainElement): piece is ValuesElement {
  return "field" in piece && piece.type !== undefined && "values" in piece.type;
}

/** The grams of a literal, or the values of a field. */
function keysOf(piece: PlainElement): number[] {
  if (hasValues(piece)) return piece.type.values.map(hashOf);
  if (!("literal" in piece)) return [];
  const { literal } = piece;
  const length = gramLength(literal);
  const keys: number[] = [];
  for (let at = 0; at < MAX_GRAMS && at + length <= literal.length; at++) keys.push(gramAt(literal, at, length));
  return keys;
}

function gramLength({ length }: Uint8Array): number {
  return Math.min(MAX_GRAM, length);
}

/** A number for some bytes; -1 if a field is among them. */
function gramAt(bytes: Uint8Array, at: number, length: number): number {
  let gram = length;
  for (let i = at; i < at + length; i++) {
    const byte = bytes[i]!;
    if (byte === FIELD_BYTE) return -1;
    gram = Math.imul(gram ^ byte, FACTOR);
    gram ^= gram >>> 15;
  }
  // The runtime would allocate memory for a larger number.
  return gram >>> 2;
}

function hashOf(value: string): number {
  const bytes = Buffer.from(value);
  return gramAt(bytes, 0, bytes.length);
}

const EMPTY = hashOf("");

/** Adds a pattern to a list, unless it was added last. */
function add(list: number[], pattern: number): void {
  if (list.at(-1) !== pattern) list.push(pattern);
}
