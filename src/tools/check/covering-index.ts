import type { FieldType } from "../../matcher/pattern.ts";
import { type Expansion, FIELD, type StepCounter } from "./covering.ts";

/** Literals are found by this many of their bytes, or by all bytes of a shorter one. */
const MAX_GRAM = 4;
/** At most this many grams of a literal are compared to find a rare one. */
const MAX_GRAMS = 64;
const FACTOR = 0x9e3779b1;

/** What must be in an expansion that another one covers: a gram of a literal, or one of a list of values. */
type Key = { readonly gram: number; readonly length: number } | { readonly values: readonly string[] };

/**
 * Finds the patterns that may cover an expansion, without asking each of them. To cover it, a literal must be in its
 * text, and a field of values must meet one of its own fields, whose values it must have, all of them. So each
 * expansion of a pattern is filed under its rarest property: some bytes of a literal, or the values of a field. This
 * separates rules with the same text by their values, and others by their text.
 */
export class CoveringIndex {
  /** By gram, the patterns to be found by it. Grams may collide, which only finds too much. */
  private readonly byGram = new Map<number, number[]>();
  /** The lengths of these grams. */
  private readonly gramLengths = new Set<number>();
  private readonly byValue = new Map<string, number[]>();
  /** Patterns without anything that sets them apart from others: they are always found. */
  private readonly unfiled: number[] = [];
  /** For each pattern, the number of the last search that found it. */
  private readonly foundIn: Uint32Array;
  private searches = 0;

  /** Patterns without expansions are never found. */
  constructor(patterns: readonly (readonly Expansion[] | undefined)[], counter: StepCounter) {
    this.foundIn = new Uint32Array(patterns.length);
    const frequencies = new Frequencies(patterns, counter);
    for (const [pattern, expansions = []] of patterns.entries())
      for (const expansion of expansions) this.file(pattern, frequencies.rarestKey(expansion));
  }

  /** The patterns that may cover an expansion, in no particular order. `symbols` are those of the expansion. */
  find(expansion: Expansion, symbols: readonly number[], counter: StepCounter): number[] {
    const found: number[] = [];
    this.searches++;
    this.take(this.unfiled, found);
    for (const length of this.gramLengths) {
      counter.steps += symbols.length;
      for (let at = 0; at + length <= symbols.length; at++) {
        const gram = gramAt(symbols, at, length);
        if (gram !== -1) this.take(this.byGram.get(gram), found);
      }
    }
    if (this.byValue.size > 0)
      for (const piece of expansion) if ("field" in piece) this.take(this.withValuesOf(piece.type, counter), found);
    counter.steps += found.length;
    return found;
  }

  private file(pattern: number, key: Key | undefined): void {
    if (key === undefined) {
      add(this.unfiled, pattern);
    } else if ("gram" in key) {
      this.gramLengths.add(key.length);
      add(listAt(this.byGram, key.gram), pattern);
    } else {
      // A field that has only the empty value is covered by any field of values.
      for (const value of [...key.values, ""]) add(listAt(this.byValue, value), pattern);
    }
  }

  /** The patterns that have the rarest of the values. A pattern that covers the field has all of them. */
  private withValuesOf(type: FieldType | undefined, counter: StepCounter): readonly number[] | undefined {
    if (type === undefined || !("values" in type)) return undefined;
    counter.steps += type.values.length;
    const values = type.values.filter((value) => value !== "");
    let rarest = values.length === 0 ? this.byValue.get("") : undefined;
    for (const value of values) {
      const patterns = this.byValue.get(value);
      if (patterns === undefined) return undefined;
      if (rarest === undefined || patterns.length < rarest.length) rarest = patterns;
    }
    return rarest;
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

/** How often literals and values occur in patterns. */
class Frequencies {
  private readonly grams = new Map<number, number>();
  private readonly values = new Map<string, number>();

  constructor(patterns: readonly (readonly Expansion[] | undefined)[], counter: StepCounter) {
    for (const expansions of patterns) {
      // Expansions share the elements outside alternatives.
      const pieces = new Set(expansions?.flat());
      for (const piece of pieces) {
        if ("literal" in piece) {
          for (const { gram } of gramsOf(piece.literal)) count(this.grams, gram);
          counter.steps += MAX_GRAMS;
        } else if (piece.type !== undefined && "values" in piece.type) {
          for (const value of piece.type.values) count(this.values, value);
          counter.steps += piece.type.values.length;
        }
      }
    }
  }

  rarestKey(expansion: Expansion): Key | undefined {
    let rarest: Key | undefined;
    let least = Number.POSITIVE_INFINITY;
    const compare = (key: Key, frequency: number): void => {
      if (frequency >= least) return;
      rarest = key;
      least = frequency;
    };
    for (const piece of expansion) {
      if ("literal" in piece) {
        for (const key of gramsOf(piece.literal)) compare(key, this.grams.get(key.gram)!);
      } else if (piece.type !== undefined && "values" in piece.type) {
        compare(piece.type, averageOf(piece.type.values, this.values));
      }
    }
    return rarest;
  }
}

function* gramsOf(literal: Uint8Array): Generator<{ readonly gram: number; readonly length: number }> {
  const length = Math.min(MAX_GRAM, literal.length);
  const end = Math.min(MAX_GRAMS, literal.length - length + 1);
  for (let at = 0; at < end; at++) yield { gram: gramAt(literal, at, length), length };
}

/** A number for some bytes; -1 if a field is among the symbols. */
function gramAt(symbols: ArrayLike<number>, at: number, length: number): number {
  let gram = length;
  for (let i = at; i < at + length; i++) {
    const symbol = symbols[i]!;
    if (symbol >= FIELD) return -1;
    gram = Math.imul(gram ^ symbol, FACTOR);
    gram ^= gram >>> 15;
  }
  // The runtime would allocate memory for a larger number.
  return gram >>> 2;
}

function averageOf(values: readonly string[], frequencies: ReadonlyMap<string, number>): number {
  return values.reduce((sum, value) => sum + frequencies.get(value)!, 0) / values.length;
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function listAt<Key>(lists: Map<Key, number[]>, key: Key): number[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: number[] = [];
  lists.set(key, list);
  return list;
}

/** Adds a pattern to a list, unless it was added last. */
function add(list: number[], pattern: number): void {
  if (list.at(-1) !== pattern) list.push(pattern);
}
