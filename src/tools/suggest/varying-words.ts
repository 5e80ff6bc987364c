// Finds words that vary although they do not look like values, such as names of users: positions at which many
// skeletons that are otherwise the same have different words.

import { type SuggestionGranularity, WORD_COUNT_FACTORS } from "./granularity.ts";
import { normalForm } from "./normal-form.ts";
import { VARYING, WORD_CHARACTERS, WORD_EXPRESSION } from "./skeleton.ts";

const TOKEN = new RegExp(`${WORD_EXPRESSION}|[\\s\\S]`, "g");
const WORD_START = new RegExp(`^[${WORD_CHARACTERS}]`);
/** Stands for any word at a position. Normal forms do not contain it, because they join adjacent varying parts. */
const ANY_WORD = `${VARYING}${VARYING}`;

/** Only the words among the first tokens of a form may vary. */
const MAX_POSITIONS = 100;

/** A replaced word may show in the next round that another varies too. The bound limits the time. */
const MAX_ROUNDS = 4;

/** How many different words at one position make it vary, if nothing more is known about them. */
const MIN_WORDS = 5;
/** Words of small letters are mostly language, not names; unless one of them is as frequent as all others together. */
const MIN_SMALL_WORDS = 10;
const MAX_SMALL_WORD_SHARE = 0.5;
/** Words of capitals are mostly states, which differ in meaning. */
const MIN_CAPITAL_WORDS = 15;
/** In quotes, after a key or after one of `NOUNS`, they are names. */
const MIN_NAMES = 3;
/** Before a joined number, they are parts of names. */
const MIN_PREFIXES = 2;
/** The first word of a text often says what it is about: there it takes this many times as many words. */
const FIRST_WORD_FACTOR = 4;
/** Where one word has this share of the lines, the others may be special cases with messages of their own. */
const DOMINANT_SHARE = 0.9;
/** How many times as frequent as values a single word may be to be one of them. */
const MAX_WORDS_PER_VALUE = 10;

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

/** Normal forms of skeletons, with the number of lines of each. */
type Forms = ReadonlyMap<string, number>;

/**
 * Maps each form to the form that it becomes when its varying words are replaced. The forms must be in an order that
 * does not depend on the order of lines.
 */
export function replaceVaryingWords(forms: Forms, granularity: SuggestionGranularity): Map<string, string> {
  const result = new Map([...forms.keys()].map((form) => [form, form]));
  let current = forms;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const changed = oneRound(current, WORD_COUNT_FACTORS[granularity]);
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

/** A position in some forms that are the same everywhere else. */
interface WordPosition {
  /** The forms, their words here, and the number of lines of each. */
  readonly members: {
    readonly form: string;
    readonly position: number;
    readonly word: string;
    readonly count: number;
  }[];
  /** The tokens of one of the forms. */
  readonly tokens: readonly string[];
  readonly position: number;
}

/** The forms that change, with what they become. */
function oneRound(forms: Forms, factor: number): Map<string, string> {
  const tokensOf = new Map([...forms.keys()].map((form): [string, string[]] => [form, form.match(TOKEN) ?? []]));
  const varying = new Map<string, Set<number>>();
  for (const [text, found] of positionsOf(forms, tokensOf)) {
    const values = forms.get(text.replace(ANY_WORD, VARYING)) ?? 0;
    if (!varies(found, values, factor)) continue;
    for (const { form, position } of found.members) {
      varying.set(form, (varying.get(form) ?? new Set()).add(position));
    }
  }
  const changed = new Map<string, string>();
  for (const [form, positions] of varying) {
    const tokens = tokensOf.get(form)!.map((token, i) => (positions.has(i) ? VARYING : token));
    changed.set(form, normalForm(tokens.join("")));
  }
  return changed;
}

/** All positions with a word, by the text of their forms with `ANY_WORD` there. */
function positionsOf(forms: Forms, tokensOf: ReadonlyMap<string, readonly string[]>): Map<string, WordPosition> {
  const positions = new Map<string, WordPosition>();
  for (const [form, count] of forms) {
    const tokens = tokensOf.get(form)!;
    for (let position = 0; position < Math.min(tokens.length, MAX_POSITIONS); position++) {
      const word = tokens[position]!;
      if (!WORD_START.test(word)) continue;
      const text = `${tokens.slice(0, position).join("")}${ANY_WORD}${tokens.slice(position + 1).join("")}`;
      const known = positions.get(text);
      if (known === undefined) positions.set(text, { members: [{ form, position, word, count }], tokens, position });
      else known.members.push({ form, position, word, count });
    }
  }
  return positions;
}

/** `values` is the number of lines that have a value in place of the words. */
function varies({ members, tokens, position }: WordPosition, values: number, factor: number): boolean {
  const next = tokens.slice(position + 1).join("");
  // Keys do not vary.
  if (KEY_AFTER.test(next)) return false;
  const words = members.map(({ word }) => word);
  const isFirst = tokens.slice(0, position).every((token) => !WORD_START.test(token) && token !== VARYING);
  // A single word among few values is more likely another message.
  if (values > 0 && (words.length > 1 || (!isFirst && members[0]!.count <= MAX_WORDS_PER_VALUE * values))) return true;
  if (next.startsWith(`_${VARYING}`) || next.startsWith(`-${VARYING}`)) return words.length >= factor * MIN_PREFIXES;
  const before = tokens.slice(0, position).join("");
  const isName = isAfterNoun(before) || /[A-Za-z]=$/.test(before) || isQuoted(before, next);
  const enough = isName && share(members) < DOMINANT_SHARE ? MIN_NAMES : minWordsOf(members);
  return words.length >= (isFirst ? FIRST_WORD_FACTOR : 1) * factor * enough;
}

function minWordsOf(members: WordPosition["members"]): number {
  const words = members.map(({ word }) => word);
  if (words.every((word) => /^[A-Z_]+$/.test(word))) return MIN_CAPITAL_WORDS;
  if (words.every((word) => /^[a-z]+$/.test(word)) && share(members) < MAX_SMALL_WORD_SHARE) return MIN_SMALL_WORDS;
  return MIN_WORDS;
}

/** What comes after a key. */
const KEY_AFTER = /^(?:=|" ?:)/;

/** The share of the lines that have the most frequent word. */
function share(members: WordPosition["members"]): number {
  const counts = members.map(({ count }) => count);
  return Math.max(...counts) / counts.reduce((sum, count) => sum + count, 0);
}

function isAfterNoun(before: string): boolean {
  const noun = /(?<![A-Za-z_])([A-Za-z_]+)["']?(?:[=:] ?| )["'[(<]?$/.exec(before)?.[1]?.toLowerCase();
  return noun !== undefined && (NOUNS.has(noun) || NOUNS.has(noun.replace(/^.*_/, "")));
}

function isQuoted(before: string, after: string): boolean {
  return /["'`]$/.test(before) && /^["'`]/.test(after);
}
