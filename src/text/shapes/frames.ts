// Finds words that vary although they do not look like values, such as names of users: places at which forms that are
// otherwise the same have different words. Such forms are those of one frame.

import { normalForm } from "./normal-form.ts";
import { VARYING } from "./skeleton.ts";
import { isInSlot, isNoun } from "./slots.ts";

/** Forms of lines, with the number of lines of each. Their order must not depend on that of the lines. */
type Forms = ReadonlyMap<string, number>;

/** Chinese and Japanese have no blanks between words: a run of their characters, with their punctuation, is a token. */
const IDEOGRAPHS = "(?:[\\xe3-\\xe9][\\x80-\\xbf]{2}|\\xef[\\xbc-\\xbf][\\x80-\\xbf])";
const LETTERS = `(?:(?!${IDEOGRAPHS})[A-Za-z0-9_\\x80-\\xff\\0])+`;
/** A value, a word, which may have values in it, or any other character. Bytes beyond ASCII are letters. */
const TOKEN = new RegExp(`${IDEOGRAPHS}+|${LETTERS}(?:[.$@-]${LETTERS})*|[\\s\\S]`, "g");
const WORD = /[A-Za-z0-9\x80-\xff]/;
const CAPITALS = /^[A-Z_]+$/;
/** Words that are names of something, even as the first word of a text. */
const MARKED = /[\d@/]|\..*\./;

/** A replaced word may show in the next round that another varies too. The bound limits the time. */
const MAX_ROUNDS = 4;

/** How many different words at one place make it vary, if nothing more is known about them. */
const MIN_WORDS = 3;
/** Words that come about equally often are states, which differ in meaning. */
const MIN_STATES = 6;
const MIN_CAPITALS = 9;
/** The first word of a text often says what it is about. */
const MIN_FIRST_WORDS = 12;
/** Words around values, and those that are values in other places, need few to be values here. */
const MIN_KNOWN = 2;
/** How many times as often as the rarest word the most frequent one may come if both are states. */
const MAX_EVEN = 3;

/**
 * Maps each form to the form that it becomes when its varying words are replaced. `factor` multiplies the numbers of
 * words that make a place vary. `names` are words that are values in other places.
 */
export function replaceVaryingWords(
  forms: Forms,
  factor: number,
  names: ReadonlySet<string> = new Set(),
): Map<string, string> {
  const frames = new Frames(factor, names);
  const result = new Map(Array.from(forms.keys(), (form) => [form, form]));
  let current = forms;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const all = Array.from(current, ([form, count]) => frames.tokensOf(form, count));
    const varying = frames.varyingWords(all);
    if (varying.size === 0) break;
    const changed = new Map(Array.from(varying, ([one, places]) => [one.form, withoutWords(one, places)]));
    for (const [form, last] of result) result.set(form, changed.get(last) ?? last);
    const next = new Map<string, number>();
    for (const [form, count] of current) {
      const to = changed.get(form) ?? form;
      next.set(to, (next.get(to) ?? 0) + count);
    }
    current = next;
  }
  return result;
}

/** A form in tokens. */
interface Tokens {
  readonly form: string;
  readonly count: number;
  readonly tokens: readonly string[];
  /** The numbers of the tokens. */
  readonly ids: readonly number[];
  /** The places of words outside of slots. */
  readonly words: readonly number[];
  /** How many words there are in all. */
  readonly wordCount: number;
}

/** A place in some forms that are the same everywhere else. */
interface Place {
  readonly members: Tokens[];
  readonly position: number;
  /** Whether some lines have a value there. */
  hasValue: boolean;
}

/** The places of words that vary. */
type Varying = Map<Tokens, Set<number>>;

class Frames {
  private readonly factor: number;
  private readonly ids = new Map<string, number>();
  /** Words that were found to be values. */
  private readonly known: Set<string>;

  constructor(factor: number, names: ReadonlySet<string>) {
    this.factor = factor;
    this.known = new Set(names);
  }

  tokensOf(form: string, count: number): Tokens {
    const tokens = form.match(TOKEN) ?? [];
    const ids = tokens.map((token) => {
      const id = this.ids.get(token) ?? this.ids.size;
      this.ids.set(token, id);
      return id;
    });
    const places = tokens.flatMap((token, i) => (WORD.test(token) ? [i] : []));
    // Keys do not vary, and slots were judged before.
    const words = places.filter((i) => !isInSlot(tokens, i) && !isKey(tokens, i));
    return { form, count, tokens, ids, words, wordCount: places.length };
  }

  /** The places of the words that vary. */
  varyingWords(all: readonly Tokens[]): Varying {
    const varying: Varying = new Map();
    for (const place of placesIn(all)) {
      if (!this.varies(place)) continue;
      for (const one of place.members) {
        const word = one.tokens[place.position]!;
        if (!word.includes(VARYING)) this.known.add(word);
        varying.set(one, (varying.get(one) ?? new Set()).add(place.position));
      }
    }
    for (const { members, positions } of pairsIn(all)) {
      const words = positions.map((i) => new Set(members.map(({ tokens }) => tokens[i]!)));
      const [few, many] = words.map(({ size }) => size).sort((x, y) => x - y) as [number, number];
      // Names that hardly come again are no states, but words in capitals may be.
      const areStates = words.some((own) => [...own].every((word) => CAPITALS.test(word)));
      if (areStates || few < this.factor * MIN_WORDS || many < this.factor * MIN_STATES) continue;
      if (2 * many < members.length) continue;
      for (const one of members)
        for (const position of positions) varying.set(one, (varying.get(one) ?? new Set()).add(position));
    }
    return varying;
  }

  private varies({ members, position, hasValue }: Place): boolean {
    if (hasValue) return true;
    // Most places have a single word.
    const isFew = members.length < this.factor * MIN_KNOWN;
    return !isFew && members.length >= this.factor * this.minWords(members, position);
  }

  private minWords(members: readonly Tokens[], position: number): number {
    const [{ tokens: first, words: places }] = members as [Tokens];
    const isFirst = places[0] === position && !first.slice(0, position).includes(VARYING);
    const words = members.map(({ tokens }) => tokens[position]!);
    if (words.every((word) => word.includes(VARYING) || this.known.has(word))) return MIN_KNOWN;
    if (!isFirst && words.some((word) => word.includes(VARYING))) return MIN_KNOWN;
    if (isBehindNoun(first, position) || words.some((word) => MARKED.test(word))) return MIN_WORDS;
    if (isFirst) return MIN_FIRST_WORDS;
    if (words.every((word) => CAPITALS.test(word))) return MIN_CAPITALS;
    const counts = members.map(({ count }) => count);
    return Math.max(...counts) <= MAX_EVEN * Math.min(...counts) ? MIN_STATES : MIN_WORDS;
  }
}

/** The form with values in place of these words. It keeps one word at least. */
function withoutWords({ tokens, wordCount }: Tokens, positions: ReadonlySet<number>): string {
  const kept = positions.size === wordCount ? Math.min(...positions) : -1;
  return normalForm(tokens.map((token, i) => (i !== kept && positions.has(i) ? VARYING : token)).join(""));
}

/** All places with a word. Takes time linear in the number of tokens. */
function placesIn(all: readonly Tokens[]): Iterable<Place> {
  const places = new Map<number, Place>();
  for (const one of all) {
    const { tokens, words, wordCount } = one;
    const sum = sumOf(one.ids);
    const placeAt = (position: number): Place => {
      const key = keyWithout(sum, one.ids[position]!, position);
      const place = places.get(key) ?? { members: [], position, hasValue: false };
      places.set(key, place);
      return place;
    };
    for (const [i, token] of tokens.entries()) if (token === VARYING) placeAt(i).hasValue = true;
    // A form with a single word keeps it.
    if (wordCount > 1) for (const i of words) placeAt(i).members.push(one);
  }
  return [...places.values()].filter(({ members }) => members.length > 0);
}

/** Two places in some forms that are the same everywhere else. */
interface Pair {
  readonly members: Tokens[];
  readonly positions: readonly [number, number];
}

/** The most words of forms in which two places vary at once. The bound limits the time. */
const MAX_PAIR_WORDS = 12;

/** All pairs of places with words, without the first word. */
function pairsIn(all: readonly Tokens[]): Iterable<Pair> {
  const pairs = new Map<number, Pair>();
  for (const one of all) {
    const { ids, words, wordCount } = one;
    if (wordCount < 4 || words.length > MAX_PAIR_WORDS) continue;
    const sum = sumOf(ids);
    for (const [k, i] of words.entries()) {
      if (k === 0 || one.tokens[i] === VARYING) continue;
      for (const j of words.slice(k + 1)) {
        const key = keyWithout(sumWithout(sum, ids[i]!, i), ids[j]!, j);
        const pair = pairs.get(key) ?? { members: [], positions: [i, j] };
        pairs.set(key, pair);
        pair.members.push(one);
      }
    }
  }
  return pairs.values();
}

function isKey(tokens: readonly string[], i: number): boolean {
  if (tokens[i + 1] === "=") return true;
  return tokens[i + 1] === '"' && (tokens[i + 2] === ":" || (tokens[i + 2] === " " && tokens[i + 3] === ":"));
}

const OPENING = /^["'[(<]$/;

function isBehindNoun(tokens: readonly string[], position: number): boolean {
  let i = position - 1;
  if (i >= 0 && OPENING.test(tokens[i]!)) i--;
  if (tokens[i] === " ") i--;
  if (tokens[i] === ":" || tokens[i] === "=") i--;
  if (i === position - 1 || i < 0) return false;
  return isNoun(tokens[i]!);
}

/** A sum over the tokens of a form and their places, from which a token can be taken away. */
interface TokenSum {
  readonly a: number;
  readonly b: number;
}

const FACTOR_A = 0x9e3779b1;
const FACTOR_B = 0x85ebca6b;

function sumOf(ids: readonly number[]): TokenSum {
  let [a, b] = [0, 0];
  for (let i = 0; i < ids.length; i++) {
    a = (a + mixed(ids[i]!, i, FACTOR_A)) >>> 0;
    b = (b + mixed(ids[i]!, i, FACTOR_B)) >>> 0;
  }
  return { a, b };
}

/** The same for forms that are the same but for the token at this place: 53 bits of two sums. */
function keyWithout(sum: TokenSum, id: number, i: number): number {
  const { a, b } = sumWithout(sum, id, i);
  return (a >>> 0) * 2 ** 21 + (b >>> 11);
}

function sumWithout({ a, b }: TokenSum, id: number, i: number): TokenSum {
  return {
    a: (a - mixed(id, i, FACTOR_A) + mixed(-1, i, FACTOR_A)) >>> 0,
    b: (b - mixed(id, i, FACTOR_B) + mixed(-1, i, FACTOR_B)) >>> 0,
  };
}

function mixed(id: number, i: number, factor: number): number {
  let x = Math.imul(id + 0x7f4a7c15, factor) ^ Math.imul(i + 1, 0x27d4eb2f);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return (x ^ (x >>> 15)) >>> 0;
}
