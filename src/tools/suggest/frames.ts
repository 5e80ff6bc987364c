// Finds words that vary although they do not look like values, such as names of users: places at which forms that are
// otherwise the same have different words. Such forms are those of one frame.

import { type SuggestionGranularity, WORD_COUNT_FACTORS } from "./granularity.ts";
import { normalForm } from "./normal-form.ts";
import { VARYING } from "./skeleton.ts";
import { isInSlot } from "./slots.ts";

/** Forms of lines, with the number of lines of each. Their order must not depend on that of the lines. */
type Forms = ReadonlyMap<string, number>;

/** A value, a word, which may have values in it, or any other character. Bytes beyond ASCII are letters. */
const TOKEN = /[A-Za-z0-9_\x80-\xff\0]+(?:[.$@-][A-Za-z0-9_\x80-\xff\0]+)*|[\s\S]/g;
const WORD = /[A-Za-z0-9\x80-\xff]/;

/** A replaced word may show in the next round that another varies too. The bound limits the time. */
const MAX_ROUNDS = 4;

/** How many different words at one place make it vary, if nothing more is known about them. */
const MIN_WORDS = 3;
/** Words that come about equally often are states, which differ in meaning. */
const MIN_STATES = 6;
const MIN_CAPITALS = 9;
/** The first word of a text often says what it is about. */
const MIN_FIRST_WORDS = 12;
/** Behind a noun they are names, as they are with digits or marks of paths and addresses. */
const MIN_NAMES = 3;
/** Before a joined number they are parts of names. Words that are values in other places need few to be values here. */
const MIN_KNOWN = 2;

/** What comes after one of these is a name. */
const NOUNS = new Set(
  (
    "account addr address app application bucket channel class client cluster cmd command container database " +
    "db destination dev device dir directory dn domain driver endpoint euser file filename folder gid group " +
    "host hostname id iface image index interface ip job key login logname method model module mount name " +
    "namespace node object owner package partition path peer pid plugin pod pool port process program queue " +
    "region resource rhost role route ruser script server service session shard site socket source src state " +
    "status stream subject table tag target task tenant thread topic tty type uid unit uri url user userid " +
    "username volume worker zone"
  ).split(" "),
);

/** Maps each form to the form that it becomes when its varying words are replaced. */
export function replaceVaryingWords(forms: Forms, granularity: SuggestionGranularity): Map<string, string> {
  const frames = new Frames(WORD_COUNT_FACTORS[granularity]);
  const result = new Map([...forms.keys()].map((form) => [form, form]));
  let current = forms;
  for (let round = 0; round < 2 * MAX_ROUNDS; round++) {
    let changed = frames.singleWords(current);
    if (changed.size === 0) changed = frames.pairsOfWords(current);
    if (changed.size === 0) break;
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

/** A form, and which of its tokens are words. */
interface Tokens {
  readonly form: string;
  readonly count: number;
  readonly tokens: readonly string[];
  /** The numbers of the tokens. */
  readonly ids: readonly number[];
  /** The places of words outside of slots. */
  readonly words: readonly number[];
  /** How many words there are. */
  readonly wordCount: number;
}

/** A place in some forms that are the same everywhere else. */
interface Place {
  readonly members: { readonly of: Tokens; readonly word: string }[];
  readonly position: number;
  /** How many lines have a value there. */
  values: number;
}

class Frames {
  private readonly factor: number;
  private readonly ids = new Map<string, number>();
  /** Words that were found to be values. */
  private readonly known = new Set<string>();

  /** `factor` multiplies the numbers of words that make a place vary. */
  constructor(factor: number) {
    this.factor = factor;
  }

  /** The forms in which single words vary, with what they become. */
  singleWords(forms: Forms): Map<string, string> {
    const all = [...forms].map(([form, count]) => this.tokensOf(form, count));
    const varying = new Map<Tokens, Set<number>>();
    for (const place of this.placesOf(all)) {
      if (!this.varies(place)) continue;
      for (const { of, word } of place.members) {
        if (!word.includes(VARYING)) this.known.add(word);
        varying.set(of, (varying.get(of) ?? new Set()).add(place.position));
      }
    }
    return replaced(varying);
  }

  private tokensOf(form: string, count: number): Tokens {
    const tokens = form.match(TOKEN) ?? [];
    const ids = tokens.map((token) => {
      const id = this.ids.get(token) ?? this.ids.size;
      this.ids.set(token, id);
      return id;
    });
    const areWords = tokens.map((token) => WORD.test(token));
    const words = tokens.flatMap((_, i) => (areWords[i] && !isInSlot(tokens, i) ? [i] : []));
    return { form, count, tokens, ids, words, wordCount: areWords.filter(Boolean).length };
  }

  private *placesOf(all: readonly Tokens[]): Iterable<Place> {
    const places = new Map<number, Place>();
    const placeAt = (hash: FrameHash, position: number, id: number): Place => {
      const key = hash.without(id, position);
      const place = places.get(key) ?? { members: [], position, values: 0 };
      places.set(key, place);
      return place;
    };
    for (const one of all) {
      const hash = new FrameHash(one.ids);
      for (const [i, token] of one.tokens.entries())
        if (token === VARYING) placeAt(hash, i, one.ids[i]!).values += one.count;
      // A form keeps a word.
      if (one.wordCount < 2) continue;
      for (const i of one.words) placeAt(hash, i, one.ids[i]!).members.push({ of: one, word: one.tokens[i]! });
    }
    for (const place of places.values()) if (place.members.length > 0) yield place;
  }

  private varies({ members, position, values }: Place): boolean {
    const { tokens, count, words: places } = members[0]!.of;
    // Keys do not vary.
    if (isKey(tokens, position)) return false;
    const isFirst = places[0] === position && !tokens.slice(0, position).includes(VARYING);
    // A single word among few values is more likely another message.
    if (values > 0 && (members.length > 1 || (!isFirst && count <= MAX_WORDS_PER_VALUE * values))) return true;
    return members.length >= this.factor * this.minWords(members, position, isFirst);
  }

  private minWords(members: Place["members"], position: number, isFirst: boolean): number {
    const { tokens } = members[0]!.of;
    const words = members.map(({ word }) => word);
    if (words.every((word) => word.includes(VARYING) || this.known.has(word))) return MIN_KNOWN;
    if (isBehindNoun(tokens, position) || words.some((word) => MARKED.test(word))) return MIN_NAMES;
    if (isFirst) return MIN_FIRST_WORDS;
    if (words.every((word) => CAPITALS.test(word))) return MIN_CAPITALS;
    return areEven(members) ? MIN_STATES : MIN_WORDS;
  }

  /** Whether there are enough different words at each place of a pair. */
  private varyTogether({ members, positions }: Pair): boolean {
    return positions.every((i) => {
      const words = [...new Set([...members].map(({ tokens }) => tokens[i]!))];
      const least = words.every((word) => CAPITALS.test(word)) ? MIN_CAPITALS : MIN_WORDS;
      return words.length >= this.factor * least;
    });
  }

  /** The forms in which two words vary at once, with what they become. */
  pairsOfWords(forms: Forms): Map<string, string> {
    const builds = new Map<number, Tokens[]>();
    for (const [form, count] of forms) {
      const one = this.tokensOf(form, count);
      const places = new Set(one.words);
      const key = new FrameHash(one.ids.map((id, i) => (places.has(i) ? -1 : id))).all;
      const build = builds.get(key);
      if (build === undefined) builds.set(key, [one]);
      else build.push(one);
    }
    const varying = new Map<Tokens, Set<number>>();
    for (const build of builds.values()) {
      if (build.length < this.factor * MIN_WORDS) continue;
      for (const pair of pairsIn(build)) {
        if (!this.varyTogether(pair)) continue;
        for (const one of pair.members) {
          const known = varying.get(one) ?? new Set();
          for (const i of pair.positions) known.add(i);
          varying.set(one, known);
        }
      }
    }
    return replaced(varying);
  }
}

/** How many times as frequent as values a single word may be to be one of them. */
const MAX_WORDS_PER_VALUE = 10;
const CAPITALS = /^[A-Z_]+$/;
const MARKED = /[\d@/]|\..*\./;

/** Forms of one build that differ in the words at two places only. */
interface Pair {
  readonly members: Set<Tokens>;
  readonly positions: readonly number[];
}

/** A form is compared with at most this many of the most frequent ones of its build. */
const MAX_COMPARED = 200;

function pairsIn(build: readonly Tokens[]): Iterable<Pair> {
  const pairs = new Map<string, Pair>();
  const sorted = [...build].sort((a, b) => b.count - a.count);
  for (const [i, one] of sorted.entries()) {
    for (const other of sorted.slice(0, Math.min(i, MAX_COMPARED))) {
      const positions = differences(one, other);
      if (positions === undefined || 2 * positions.length > one.words.length) continue;
      const rest = new FrameHash(one.ids.map((id, k) => (positions.includes(k) ? -1 : id))).all;
      const known = pairs.get(`${positions} ${rest}`) ?? { members: new Set(), positions };
      pairs.set(`${positions} ${rest}`, known);
      known.members.add(one).add(other);
    }
  }
  return pairs.values();
}

/** The two places at which the words of two forms of one build differ; undefined if there are more or fewer. */
function differences(a: Tokens, b: Tokens): readonly number[] | undefined {
  const found: number[] = [];
  for (const i of a.words) {
    if (a.ids[i] === b.ids[i]) continue;
    if (found.length === 2) return undefined;
    found.push(i);
  }
  return found.length === 2 ? found : undefined;
}

function replaced(varying: ReadonlyMap<Tokens, ReadonlySet<number>>): Map<string, string> {
  return new Map(
    [...varying].flatMap(([{ form, tokens, wordCount }, positions]) => {
      // A form keeps a word: the first one.
      const kept = positions.size === wordCount ? Math.min(...positions) : -1;
      const text = tokens.map((token, i) => (i !== kept && positions.has(i) ? VARYING : token)).join("");
      const next = normalForm(text);
      return next === form ? [] : [[form, next] as const];
    }),
  );
}

/** Whether the token is a key. */
function isKey(tokens: readonly string[], i: number): boolean {
  return tokens[i + 1] === "=" || (tokens[i + 1] === '"' && tokens.slice(i + 2, i + 4).join("").trimStart().startsWith(":"));
}

const OPENING = /^["'[(<]$/;

function isBehindNoun(tokens: readonly string[], position: number): boolean {
  let i = position - 1;
  if (i >= 0 && OPENING.test(tokens[i]!)) i--;
  if (tokens[i] === " ") i--;
  if (i >= 0 && (tokens[i] === ":" || tokens[i] === "=")) i--;
  if (i === position - 1 || i < 0) return false;
  const noun = tokens[i]!.toLowerCase();
  return NOUNS.has(noun) || NOUNS.has(noun.replace(/^.*[_.-]/, ""));
}

/** How many times as often as the rarest word the most frequent one may come if both are states. */
const MAX_EVEN = 3;

function areEven(members: Place["members"]): boolean {
  const counts = members.map(({ of }) => of.count);
  return Math.max(...counts) <= MAX_EVEN * Math.min(...counts);
}

/** A sum over the tokens of a form and their places, from which one token can be taken away. */
class FrameHash {
  private a = 0;
  private b = 0;

  constructor(ids: readonly number[]) {
    for (const [i, id] of ids.entries()) {
      this.a = (this.a + mixed(id, i, 0x9e3779b1)) >>> 0;
      this.b = (this.b + mixed(id, i, 0x85ebca6b)) >>> 0;
    }
  }

  get all(): number {
    return keyOf(this.a, this.b);
  }

  /** The hash of the form with any word, or a value, in place of this token. */
  without(id: number, i: number): number {
    return keyOf(this.a - mixed(id, i, 0x9e3779b1) + i, this.b - mixed(id, i, 0x85ebca6b) + Math.imul(i, 0xc2b2ae35));
  }
}

/** 53 bits of two sums of 32. */
function keyOf(a: number, b: number): number {
  return (a >>> 0) * 2 ** 21 + ((b >>> 0) >>> 11);
}

function mixed(id: number, i: number, factor: number): number {
  let x = Math.imul(id + 0x7f4a7c15, factor) ^ Math.imul(i + 1, 0x27d4eb2f);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return (x ^ (x >>> 15)) >>> 0;
}
