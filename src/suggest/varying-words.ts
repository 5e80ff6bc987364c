// Finds words that vary although nothing in them says so, such as names of users: positions at which many skeletons that
// are otherwise the same have different words.

import type { Granularity } from "./granularity.ts";
import { normalForm } from "./normal-form.ts";
import { VARYING } from "./skeleton.ts";

const TOKEN = /[A-Za-z0-9_\x80-\xff](?:[A-Za-z0-9_\x80-\xff.$@-]*[A-Za-z0-9_\x80-\xff$])?|[\s\S]/g;
const WORD = /^[A-Za-z0-9_\x80-\xff]/;

/** Texts longer than this many tokens are compared by their beginning alone. */
const MAX_POSITIONS = 100;

const MAX_ROUNDS = 4;

/** How many different words at one position make it vary. */
const ENOUGH = 5;
const ENOUGH_PLAIN = 10;
const ENOUGH_CAPITALS = 15;
const ENOUGH_AFTER_NOUN = 3;
const ENOUGH_BEFORE_NUMBER = 2;
const FIRST_WORD_FACTOR = 4;
/** Where one word has this share of the lines, the others may be special cases with messages of their own. */
const DOMINANT_SHARE = 0.9;
/** How many times as frequent as values a single word may be to be one of them. */
const MAX_WORDS_PER_VALUE = 10;

/** What comes after one of these is a name. */
const NOUNS = new Set(
  (
    "account address addr app application bucket channel class client cluster cmd command container database db destination device dev dir " +
    "directory dn domain driver endpoint euser file filename folder group gid host hostname id image index interface iface ip job key login " +
    "logname method model module mount name namespace node node_name object owner package partition path peer pid plugin pod pool port process program " +
    "queue region resource rhost role route ruser script server service session shard site socket source src state status stream subject table tag target " +
    "task tenant thread topic tty type uid unit uri url user userid username volume worker zone"
  ).split(" "),
);

/** By how much the numbers of words that make a position vary are multiplied. */
const FACTORS: Readonly<Record<Granularity, number>> = { coarse: 0.5, medium: 1, fine: 3 };

/** Shapes: normal forms of skeletons, by the number of lines that have them. */
export type Shapes = ReadonlyMap<string, number>;

/**
 * Maps each shape to the shape that it becomes when its varying words are replaced. The shapes must be in an order that does not
 * depend on the order of lines.
 */
export function replaceVaryingWords(shapes: Shapes, granularity: Granularity): Map<string, string> {
  const result = new Map([...shapes.keys()].map((shape) => [shape, shape]));
  let current = shapes;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const changed = oneRound(current, FACTORS[granularity]);
    if (changed.size === 0) break;
    for (const [shape, last] of result) result.set(shape, changed.get(last) ?? last);
    const next = new Map<string, number>();
    for (const [shape, count] of current) {
      const to = changed.get(shape) ?? shape;
      next.set(to, (next.get(to) ?? 0) + count);
    }
    current = next;
  }
  return result;
}

interface Place {
  /** The shapes that differ only here, and their words. */
  readonly members: {
    readonly shape: string;
    readonly position: number;
    readonly word: string;
    readonly count: number;
  }[];
  readonly tokens: readonly string[];
  readonly position: number;
}

/** The shapes that change, with what they become. */
function oneRound(shapes: Shapes, factor: number): Map<string, string> {
  const places = new Map<string, Place>();
  const tokensOf = new Map<string, string[]>();
  for (const [shape, count] of shapes) {
    const tokens = shape.match(TOKEN) ?? [];
    tokensOf.set(shape, tokens);
    for (let position = 0; position < Math.min(tokens.length, MAX_POSITIONS); position++) {
      const word = tokens[position]!;
      if (!WORD.test(word)) continue;
      const rest = `${tokens.slice(0, position).join("")}${VARYING}${VARYING}${tokens.slice(position + 1).join("")}`;
      const place = places.get(rest);
      if (place === undefined) places.set(rest, { members: [{ shape, position, word, count }], tokens, position });
      else place.members.push({ shape, position, word, count });
    }
  }
  const varying = new Map<string, Set<number>>();
  for (const [rest, place] of places) {
    if (!varies(place, shapes.get(rest.replace(`${VARYING}${VARYING}`, VARYING)) ?? 0, factor)) continue;
    for (const { shape, position } of place.members) {
      const positions = varying.get(shape);
      if (positions === undefined) varying.set(shape, new Set([position]));
      else positions.add(position);
    }
  }
  const changed = new Map<string, string>();
  for (const [shape, positions] of varying) {
    const tokens = tokensOf.get(shape)!.map((token, i) => (positions.has(i) ? VARYING : token));
    changed.set(shape, normalForm(tokens.join("")));
  }
  return changed;
}

/** `values` is the number of lines that have a value in place of the words. */
function varies({ members, tokens, position }: Place, values: number, factor: number): boolean {
  const next = tokens.slice(position + 1).join("");
  // Keys do not vary.
  if (KEY_AFTER.test(next)) return false;
  const words = members.map(({ word }) => word);
  const isFirst = tokens.slice(0, position).every((token) => !WORD.test(token) && token !== VARYING);
  // A single word among few values rather is another message.
  if (values > 0 && (words.length > 1 || (!isFirst && members[0]!.count <= MAX_WORDS_PER_VALUE * values))) return true;
  if (next.startsWith(`_${VARYING}`) || next.startsWith(`-${VARYING}`))
    return words.length >= factor * ENOUGH_BEFORE_NUMBER;
  const before = tokens.slice(0, position).join("");
  const isName = isAfterNoun(before) || /[A-Za-z]=$/.test(before) || isQuoted(before, next);
  const enough = isName && share(members) < DOMINANT_SHARE ? ENOUGH_AFTER_NOUN : enoughFor(members);
  return words.length >= (isFirst ? FIRST_WORD_FACTOR : 1) * factor * enough;
}

function enoughFor(members: Place["members"]): number {
  const words = members.map(({ word }) => word);
  if (words.every((word) => /^[A-Z_]+$/.test(word))) return ENOUGH_CAPITALS;
  if (words.every((word) => /^[a-z]+$/.test(word)) && share(members) < 0.5) return ENOUGH_PLAIN;
  return ENOUGH;
}

/** What comes after a key. */
const KEY_AFTER = /^(?:=|" ?:)/;

/** The share of the lines that have the most frequent word. */
function share(members: Place["members"]): number {
  const counts = members.map(({ count }) => count);
  return Math.max(...counts) / counts.reduce((sum, count) => sum + count, 0);
}

function isAfterNoun(before: string): boolean {
  const noun = /([A-Za-z_]+)["']?(?:[=:] ?| )["'[(<]?$/.exec(before)?.[1]?.toLowerCase();
  return noun !== undefined && (NOUNS.has(noun) || NOUNS.has(noun.replace(/^.*_/, "")));
}

function isQuoted(before: string, after: string): boolean {
  return /["'`]$/.test(before) && /^["'`]/.test(after);
}
