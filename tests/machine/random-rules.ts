// Random rule sets for the comparison of parsers and module. A generator of its own, because fast-check takes some ten
// times as long for a line as matching it.
import type { Random } from "../../bench/workloads/random.ts";
import type { Element, FieldElement, FieldType } from "../../src/matcher/pattern.ts";
import { TYPE_NAMES } from "../../src/matcher/types/type-registry.ts";
import { typeReference } from "../support/field-types.ts";

/** A rule's pattern as it is written. */
export interface RandomRule {
  readonly elements: readonly Element[];
  readonly isCatchAll: boolean;
}

/** A kind of rule set. */
interface Flavour {
  readonly name: string;
  /** Literals and values are made of these. */
  readonly words: readonly string[];
  readonly rules: readonly [least: number, most: number];
  /** The number of elements of a rule after its head. */
  readonly elements: readonly [least: number, most: number];
  /** How deep alternatives are nested, at most. */
  readonly depth: number;
  /** Of ten fields, so many have a type. */
  readonly typed: number;
  /** Whether rules begin with one of a few heads. */
  readonly hasHeads?: true;
  /** Of ten literals, so many are long. */
  readonly long?: number;
  /** Of ten fields, so many are named `timestamp`. */
  readonly dated?: number;
}

/** Few letters, so that literals recur, overlap, and occur in what fields capture. */
const LETTERS = ["a", "b", "1", " ", ".", ":", "-", "ab", "aa", "11", "a1a", "é"];
const MARKS = ['"', "[", "]", "{", "}", "0x", "1 ", " a", "::", "😀", "\0", "\t", "\xa0", "\\", "e", "10:0", "\x7f"];
/** Words that are parts of each other, so that few substrings distinguish rules. */
const PHRASES = [
  ...["connection from ", "connection closed by ", "disconnection from ", "closed by remote ", " from remote "],
  ...[" port ", " at port ", "port", ": ", " ", "=", "user=", " user=", "user=root", "aaaaaaaa", "aaaaaaaaaaaa", "é="],
  ...["INFO ", "WARN ", "[worker-", "] ", " took ", " ms", "job ", " done in ", "ab", "abc", "abcd", "bcde", "error"],
];
const DATED = [" ", ":", "0", "1", "-", ":0", "10", " 1", "0:0", " [", "] ", "2 a", "02 a", "a", "T", " UTC", "Z"];

const FLAVOURS: readonly Flavour[] = [
  { name: "letters", words: LETTERS, rules: [1, 8], elements: [1, 7], depth: 0, typed: 0 },
  { name: "typed", words: [...LETTERS, ...MARKS], rules: [1, 8], elements: [1, 7], depth: 1, typed: 7 },
  { name: "nested", words: [...LETTERS, ...MARKS], rules: [1, 5], elements: [1, 4], depth: 3, typed: 5 },
  { name: "dated", words: DATED, rules: [1, 8], elements: [1, 6], depth: 1, typed: 4, dated: 5 },
  { name: "service", words: PHRASES, rules: [4, 40], elements: [1, 8], depth: 1, typed: 5, hasHeads: true },
  { name: "many", words: PHRASES, rules: [40, 400], elements: [1, 6], depth: 0, typed: 2, hasHeads: true },
  { name: "long", words: PHRASES, rules: [1, 12], elements: [1, 6], depth: 1, typed: 3, long: 4 },
  { name: "wide", words: PHRASES, rules: [1, 4], elements: [10, 60], depth: 1, typed: 6 },
];

/** Most cases are lines of small sets, but each kind of set is common. */
const NAMES = ["p", "q", "r", "s", "t", "u", "v", "w"];

/** Beyond that, parsers take longer than a check should. */
const MAX_ELEMENTS = 70;

/** A random rule set, with the name of its kind. */
export function randomRules(random: Random): { readonly flavour: string; readonly rules: readonly RandomRule[] } {
  const flavour = random.pick(FLAVOURS);
  const made = new RuleMaker(random, flavour);
  const rules: RandomRule[] = [];
  for (let count = random.between(...flavour.rules); count > 0; count--) {
    const similar = rules.length > 0 && random.below(10) < 3;
    const elements = similar ? made.variantOf(random.pick(rules).elements) : made.rule();
    rules.push({ elements, isCatchAll: random.below(12) === 0 });
  }
  return { flavour: flavour.name, rules };
}

class RuleMaker {
  private readonly random: Random;
  private readonly flavour: Flavour;
  private readonly heads: readonly (readonly Element[])[];
  /** The long literals of the set, which share most of their text. */
  private readonly longTexts: readonly string[];
  private left = MAX_ELEMENTS;

  constructor(random: Random, flavour: Flavour) {
    this.random = random;
    this.flavour = flavour;
    this.longTexts = flavour.long === undefined ? [] : longTexts(random, flavour.words);
    this.heads = flavour.hasHeads ? Array.from({ length: random.between(1, 3) }, () => this.head()) : [];
  }

  rule(): Element[] {
    const { random, flavour, heads } = this;
    this.left = MAX_ELEMENTS;
    const head = heads.length > 0 && random.below(8) > 0 ? random.pick(heads) : [];
    return [...head, ...this.sequence(random.between(...flavour.elements), flavour.depth)];
  }

  /** The same elements but for one: an element more, less or other, or a literal that is longer or shorter. */
  variantOf(elements: readonly Element[]): Element[] {
    const { random, flavour } = this;
    this.left = MAX_ELEMENTS;
    const at = random.below(elements.length);
    const old = elements[at]!;
    if ("text" in old && random.below(2) === 0) {
      const text = random.pick([
        old.text.slice(1),
        old.text.slice(0, -1),
        old.text + random.pick(flavour.words),
        random.pick(flavour.words) + old.text,
      ]);
      if (text !== "") return elements.toSpliced(at, 1, { text });
    }
    const kept = elements.toSpliced(at, random.below(2), ...this.sequence(random.below(3), flavour.depth));
    return kept.length === 0 ? [{ text: random.pick(flavour.words) }] : kept;
  }

  private sequence(count: number, depth: number): Element[] {
    const elements: Element[] = [];
    for (let i = 0; i < count && this.left > 0; i++) this.addElement(elements, depth);
    return elements;
  }

  private addElement(elements: Element[], depth: number): void {
    const { random } = this;
    this.left--;
    const kind = random.below(depth > 0 ? 13 : 10);
    if (kind < 5) elements.push({ text: this.text() });
    else if (kind < 10) elements.push(this.field());
    else if (kind === 10) elements.push(this.optional(depth));
    else if (kind === 11) elements.push({ alternatives: this.branches(random.between(1, 4), depth) });
    // Optional elements in a row have 2^n ways through.
    else for (let n = random.between(2, 6); n > 0; n--) elements.push(this.optional(depth));
  }

  private optional(depth: number): Element {
    return { alternatives: [this.sequence(this.random.between(1, 3), depth - 1), []] };
  }

  private branches(count: number, depth: number): Element[][] {
    return Array.from({ length: count }, () => this.sequence(this.random.below(4), depth - 1));
  }

  private text(): string {
    const { random, flavour, longTexts } = this;
    if (random.below(10) < (flavour.long ?? 0)) return random.pick(longTexts);
    let text = "";
    for (let words = random.between(1, 3); words > 0; words--) text += random.pick(flavour.words);
    return text;
  }

  private field(): FieldElement {
    const { random, flavour } = this;
    const field = random.below(20) < (flavour.dated ?? 1) * 2 ? "timestamp" : random.pick(NAMES);
    if (random.below(10) >= flavour.typed) return { field };
    return { field, type: random.below(4) === 0 ? { values: this.values() } : this.type() };
  }

  private type(): FieldType {
    return { typeName: this.random.pick(TYPE_NAMES) };
  }

  /** Mostly few values; some are the beginnings of others. */
  private values(): string[] {
    const { random, flavour, longTexts } = this;
    const values = new Set<string>();
    for (let count = random.below(20) === 0 ? 300 : random.between(1, 6); count > 0; count--) {
      const value = random.pick([
        random.pick(flavour.words),
        random.pick(flavour.words) + random.pick(flavour.words),
        random.characters("ab1. ", random.below(4)),
        random.below(10) === 0 && longTexts.length > 0 ? random.pick(longTexts) : random.characters("abc", 5),
      ]);
      values.add(value);
    }
    return [...values];
  }

  /** What lines of one program begin with. */
  private head(): Element[] {
    const { random } = this;
    const time: Element = { field: "timestamp", ...(random.below(2) === 0 && { type: { typeName: "timestamp" } }) };
    const level: Element = {
      field: "level",
      ...(random.below(2) === 0 && { type: { values: ["INFO", "WARN", "ERROR"] } }),
    };
    const program: Element = { field: "program", ...(random.below(2) === 0 && { type: { typeName: "word" } }) };
    const number: Element = { field: "pid", type: { typeName: "number" } };
    const gap: Element = { text: " " };
    return random.pick<Element[]>([
      [time, gap, level, gap],
      [time, { text: " [" }, program, { text: "] " }],
      [time, gap, program, { alternatives: [[{ text: "[" }, number, { text: "]" }], []] }, { text: ": " }],
      [{ text: "<" }, number, { text: ">" }, time, gap],
      [level, { text: ": " }],
    ]);
  }
}

/** Texts of up to some KB: one, its beginnings, and copies with one other letter. */
function longTexts(random: Random, words: readonly string[]): string[] {
  const length = random.pick([20, 60, 130, 300, 1_000, 5_000]);
  let text = "";
  const word = random.pick(words);
  const isPeriodic = random.below(3) === 0;
  while (text.length < length) text += isPeriodic ? word : random.pick(words);
  const at = random.below(text.length);
  return [text, text.slice(0, -1), text.slice(1), `${text.slice(0, at)}x${text.slice(at)}`, text.slice(0, length >> 1)];
}

/** Texts of a type for lines: `texts` are of the type, `pieces` are parts of such texts and near misses. */
export interface TypeTexts {
  readonly texts: readonly string[];
  readonly pieces: readonly string[];
}

/** By the name of the type. The references hold lines in Latin-1. */
export const TYPE_TEXTS: ReadonlyMap<string, TypeTexts> = new Map(
  TYPE_NAMES.map((name) => {
    const { short, good, bad, pieces, hostile } = typeReference(name);
    const texts = [...short, ...Object.keys(good)].filter((text) => text.length < 100);
    const parts = [...pieces, ...bad, ...hostile].filter((text) => text.length < 100);
    return [name, { texts, pieces: parts.filter((text) => text !== "") }];
  }),
);
