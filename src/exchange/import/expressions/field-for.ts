// Chooses the field for a node of an expression: one that takes the same texts or, if there is none, the narrowest that
// also takes them and ends at the same offset.

import { Matcher } from "../../../matcher/matcher.ts";
import { DATE_TIME, type Element, type FieldElement, type FieldType, pattern } from "../../../matcher/pattern.ts";
import { typeEntry } from "../../../matcher/types/type-registry.ts";
import { ANYTHING, areDisjoint, bytesOf, isSubset, ONLY_LINE_END, unionOf } from "../../../text/bytes/byte-set.ts";
import { DROPPED } from "../fields.ts";
import { ANY, BLANK, DIGIT, HEX_DIGIT, isSame, NON_BLANK, NON_SPACE, WORD } from "./characters.ts";
import type { KnownType } from "./definitions.ts";
import { choiceOf } from "./elements.ts";
import { type Expression, LINE_BREAK, offsetOf, type Repeat, sourceOf, UnsupportedError } from "./expression.ts";
import { coreOf, lastOf } from "./expression-texts.ts";
import { firstByte, LINE_END_NEXT, type Next, type TranslationState } from "./translation-state.ts";

/**
 * Longer lists are written only if nothing else shows where the field ends, or if they document what a field may be.
 */
const MAX_LISTED = 10;

/** Lists of repeated texts have no more. */
const MAX_REPEATED = 100;

/** The remark on a word that ends where nothing else shows its end. */
export const UP_TO_BLANK = "up to the next blank, without a sign at its end";

export const DATE: KnownType = {
  ...DATE_TIME,
  ...{ differs: "a date and time in any known form", relation: "not only" },
};
export const DECIMAL: KnownType = { typeName: "float", differs: "any decimal number", relation: "not only" };

/** Signs that end a word that cannot contain them. */
const CLOSING = [",", ";", ":", ")", "]", "}", ">", '"', "'"];

const NON_BLANKS = "any text without blanks";

/** Types that take all runs of some bytes. */
const RUNS = [
  { typeName: "number", bytes: DIGIT },
  { typeName: "word", bytes: NON_BLANK },
  { typeName: "whitespace", bytes: BLANK },
];
/** Types for other texts of some bytes, the narrowest first. None of `not` may follow, if both are to end alike. */
const WIDER = [
  { typeName: "number", bytes: DIGIT, not: DIGIT, words: "any digits" },
  { typeName: "hex", bytes: HEX_DIGIT, not: unionOf([HEX_DIGIT, bytesOf("xX")]), words: "any hexadecimal digits" },
  { typeName: "word", bytes: NON_BLANK, not: NON_BLANK, words: NON_BLANKS },
];

interface Wanted {
  readonly node: Expression;
  /** The node without the names and parentheses around it. */
  readonly core: Expression;
  readonly field: string;
  /** What remarks call the field. */
  readonly subject: string;
  /** The node as it is written; undefined if that is the subject. */
  readonly source: string | undefined;
  readonly follows: Next;
  readonly state: TranslationState;
}

/** The elements for a node that becomes a field with this name. Without a name, its text is dropped. */
export function fieldFor(
  node: Expression,
  name: string | undefined,
  next: Next,
  state: TranslationState,
  offset: number = offsetOf(node),
): Element[] {
  state.count(node);
  const { bytes, mayBeEmpty, isLazy } = state.texts.traitsOf(node);
  // At the end of the pattern, `.*` also takes what follows.
  const follows = afterBoundary(node, next.hasTail ? LINE_END_NEXT : next, state);
  const core = coreOf(node, state.definitions);
  if (core.kind === "repeat" && core.min === 0 && alwaysHas(core.node, (text) => LINE_BREAK.test(text), state)) {
    state.remark(name ?? sourceOf(node), "empty, as no line has a line break");
    return [];
  }
  if (name !== undefined && state.texts.textsOf(core)?.join("") === "")
    state.remark(name, "left out, as it is always empty");
  const wanted: Wanted = {
    ...{ node, core, follows, state },
    field: name ?? DROPPED,
    subject: name ?? sourceOf(node),
    source: name === undefined ? undefined : sourceOf(node),
  };
  const found = sameTexts(wanted) ?? sameEnd(wanted);
  if (found !== undefined) return found;
  // Of branches, one could end before the text does.
  if (!mayBeEmpty && isSubset(bytes, NON_SPACE) && isSame(follows.ours, ANYTHING) && follows.startsNamed !== true) {
    state.remark(wanted.subject, UP_TO_BLANK);
    // What it takes may be meant for a part after it that may be missing.
    if (!follows.isDropped) state.remark(sourceOf(node), UP_TO_BLANK);
    const word = wider(wanted, NON_BLANKS, { typeName: "word" });
    const after = CLOSING.filter((sign) => areDisjoint(bytes, firstByte(sign)));
    if (name === undefined || !follows.isDropped || after.length === 0) return word;
    return choiceOf([[...word, { field: DROPPED, type: { values: after } }], word]);
  }
  const partOf = (part: Expression): Element[] => fieldFor(part, name ?? DROPPED, next, state, offset);
  if (core.kind === "choice") return state.nested(() => choiceOf(core.branches.map(partOf)));
  if (core.kind === "repeat" && core.min === 0) {
    const some = state.nested(() => partOf({ ...core, min: 1 }));
    return choiceOf(core.isLazy ? [[], some] : [some, []]);
  }
  // A word also takes what would end the text, if something else than its bytes may follow.
  const isWord = !mayBeEmpty && !isLazy && isSubset(bytes, NON_BLANK);
  if (isWord && isSubset(follows.isDefinite ? follows.ours : follows.regex, unionOf([bytes, BLANK])))
    return wider(wanted, `the longest ${NON_BLANKS.slice(4)} that fits`, { typeName: "word" });
  if (follows.isDefinite) {
    if (follows.text !== "" && alwaysHas(core, (text) => text.includes(follows.text), state))
      throw new UnsupportedError(`${wanted.subject} contains what follows it, and would end there`, offset);
    remarkShortest(wanted);
    return wider(wanted, "any text");
  }
  const repeated = fewTimes(wanted);
  if (repeated !== undefined) return repeated;
  // Where characters end that are dropped matters little, unless a value begins there.
  const isRun = core.kind === "repeat" && core.node.kind === "set" && follows.startsNamed === false;
  if (wanted.field === DROPPED && (core.kind === "set" || isRun)) return wider(wanted, "any text");
  throw new UnsupportedError(`nothing shows where ${wanted.subject} ends`, offset);
}

/** Whether all texts of a node contain a literal text of a kind. */
export function alwaysHas(node: Expression, isWanted: (text: string) => boolean, state: TranslationState): boolean {
  state.count(node);
  const inner = (one: Expression): boolean => alwaysHas(one, isWanted, state);
  if (node.kind === "text") return isWanted(node.text);
  if (node.kind === "sequence") return node.nodes.some(inner);
  if (node.kind === "choice") return node.branches.every(inner);
  if (node.kind === "repeat") return node.min > 0 && inner(node.node);
  if (node.kind === "reference") return state.definitions.within(node, inner);
  return node.kind === "capture" && inner(node.node);
}

/** What follows a node. If it ends with `\b`, no character of words does. */
function afterBoundary(node: Expression, next: Next, { texts, definitions }: TranslationState): Next {
  const { bytes, mayBeEmpty } = texts.traitsOf(node);
  if (mayBeEmpty || !isSubset(bytes, WORD) || lastOf(node, definitions).kind !== "boundary") return next;
  return { ...next, regex: next.regex.map((isMember, byte) => (WORD[byte] === 1 ? 0 : isMember)) };
}

/** A field that takes the texts of the node, or those of the type that stands for it; undefined if there is none. */
function sameTexts(wanted: Wanted): Element[] | undefined {
  const { node, core, subject, source, state } = wanted;
  const known = knownType(node, state);
  if (known !== undefined) {
    if (known.differs !== undefined) state.remark(subject, known.differs, known.relation, source);
    const others = known.quotes?.map((text) => [{ text }, element(wanted), { text }]) ?? [];
    return choiceOf([[element(wanted, { typeName: known.typeName })], ...others]);
  }
  if (core.kind === "repeat" && core.max === Number.POSITIVE_INFINITY && core.node.kind === "set") {
    const { set } = core.node;
    if (isSame(set, ANY)) return anyText(core, wanted);
    const run = RUNS.find(({ bytes }) => isSame(set, bytes));
    if (run !== undefined && !core.isLazy && core.min === 1) return [element(wanted, { typeName: run.typeName })];
  }
  const texts = state.texts.textsOf(node);
  if (texts === undefined) return undefined;
  return (isBetterWider(texts, wanted) ? sameEnd(wanted) : undefined) ?? values(texts, wanted);
}

/** A list of words that are repeated without an end, for as many times as there is room. */
function fewTimes(wanted: Wanted): Element[] | undefined {
  const { core, state, subject, source } = wanted;
  if (core.kind !== "repeat" || core.min > 1 || core.max !== Number.POSITIVE_INFINITY) return undefined;
  const words = state.texts.textsOf(core.node) ?? [];
  if (words.length === 0 || words.some((word) => word.length < 2)) return undefined;
  const rows = [words];
  while (rows.flat().length + rows[0]!.length * words.length <= MAX_REPEATED)
    rows.unshift(rows[0]!.flatMap((start) => words.map((word) => start + word)));
  if (rows.length === 1) return undefined;
  state.remark(subject, `at most ${rows.length} times`, "unlike", source);
  return [element(wanted, { values: rows.flat() })];
}

/** Whether a wider field is better than a list: for numbers, for single characters, and if the text is dropped. */
function isBetterWider(texts: readonly string[], { field }: Wanted): boolean {
  if (texts.length <= MAX_LISTED) return false;
  return field === DROPPED || texts.every((text) => text.length <= 1) || texts.every((text) => /^\d+$/.test(text));
}

/** A field that could take more texts but ends at the same offset, because what follows cannot be part of it. */
function sameEnd(wanted: Wanted): Element[] | undefined {
  const { node, follows, state } = wanted;
  const { bytes, mayBeEmpty } = state.texts.traitsOf(node);
  // In one of several branches, `[^ ]` means what is no blank.
  const isSpaced = follows.isSplit && isSubset(bytes, NON_SPACE);
  for (const { typeName, bytes: all, not, words } of mayBeEmpty ? [] : WIDER)
    if (
      (isSubset(bytes, all) || (isSpaced && all === NON_BLANK)) &&
      (areDisjoint(follows.regex, not) || (all === NON_BLANK && endsAtBlank(follows)))
    )
      return wider(wanted, words, { typeName });
  if (mayBeEmpty && follows.isSplit && isSubset(bytes, NON_BLANK)) return undefined;
  return areDisjoint(follows.ours, bytes) ? wider(wanted, "any text") : undefined;
}

/** Whether what follows is a text with a blank in it, before which only one end of a word is possible. */
function endsAtBlank({ isDefinite, isSplit = false, text }: Next): boolean {
  return isDefinite && (isSplit || /\s/.test(text));
}

function element({ field }: Wanted, type?: FieldType): FieldElement {
  return type === undefined ? { field } : { field, type };
}

/** A field that takes more than the node, and a remark that says so. */
function wider(wanted: Wanted, words: string, type?: FieldType): Element[] {
  const { state, subject, source } = wanted;
  const one = element(wanted, type);
  state.remark(subject, words, "not only", source);
  const { bytes, mayBeEmpty } = state.texts.traitsOf(wanted.node);
  // Only texts that are not empty may become words.
  state.widened.set(one, mayBeEmpty ? ANYTHING : bytes);
  if (type === undefined || words.includes(NON_BLANKS.slice(4))) state.hasWiderFields = true;
  return [one];
}

function anyText({ min, isLazy }: Repeat, wanted: Wanted): Element[] {
  const { state, subject, follows } = wanted;
  if (min > 0) state.remark(subject, "may be empty");
  if (isLazy && state.hasWiderFields)
    state.remark(subject, `may end earlier than in grok, as a field after it takes more`);
  const field = element(wanted);
  if (!isLazy) state.greedy.add(field);
  if (isLazy || follows.ours === ONLY_LINE_END) return [field];
  if (!follows.isDefinite) throw new UnsupportedError(`nothing shows where ${subject} ends`, 0);
  remarkShortest(wanted);
  return [field];
}

function remarkShortest({ state, subject, node }: Wanted): void {
  const theirs = state.texts.traitsOf(node).isLazy ? "perhaps a longer one" : "the longest";
  state.remark(subject, `the shortest text that fits, in grok ${theirs}`);
}

function values(texts: readonly string[], wanted: Wanted): Element[] {
  const { state, subject, follows, node } = wanted;
  if (/\\b/.test(sourceOf(node))) state.remark(subject, "without \\b, so it also fits inside words");
  const some = texts.filter((text) => text !== "");
  const isCut = some.some((value, i) =>
    some
      .slice(i + 1)
      .some((longer) => longer.startsWith(value) && !areDisjoint(follows.regex, firstByte(longer.slice(value.length)))),
  );
  if (isCut) state.remark(subject, "the longest text that fits, in grok the first");
  const empty = texts.indexOf("");
  const branchOf = (list: readonly string[]): Element[] =>
    list.length === 0 ? [] : [element(wanted, { values: list })];
  if (empty === -1) return branchOf(texts);
  // Texts after the empty one are tried only if nothing else fits.
  return choiceOf([branchOf(texts.slice(0, empty)), [], branchOf(texts.slice(empty + 1))]);
}

/** The type that stands for the expression to which a node refers, directly or through other names. */
function knownType(node: Expression, state: TranslationState): KnownType | undefined {
  const core = node.kind === "sequence" && node.nodes.length === 1 ? node.nodes[0]! : node;
  if (core.kind === "sequence" && isDateTime(core, state)) return DATE;
  if (core.kind !== "reference") return undefined;
  const { definitions } = state;
  const known = definitions.knownType(core.name) ?? definitions.within(core, (inner) => knownType(inner, state));
  return known ?? (isDateTime(core, state) ? DATE : undefined);
}

/** Samples of the parts of date-times, by their usual names. */
const PARTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ YEAR: "2018", MONTH: "Feb", MONTHNUM: "02", MONTHNUM2: "02", MONTHDAY: "15", DAY: "Thu" },
    ...{ HOUR: "23", MINUTE: "06", SECOND: "56", TIME: "23:06:56", ISO8601_TIMEZONE: "+01:00", TZ: "UTC" },
    ...{ DATE_US: "02/15/2018", DATE_EU: "15-02-2018", ISO8601_HOUR: "23", ISO8601_SECOND: "56" },
  }),
);
const MAX_LENGTH = 5000;

/** A text of an expression. Another `variant` takes other branches; even ones have the parts that may be missing. */
function sampleOf(node: Expression, state: TranslationState, variant: number): string {
  state.count(node);
  const inner = (one: Expression): string => sampleOf(one, state, variant);
  if (node.kind === "text") return node.text;
  if (node.kind === "sequence") return node.nodes.map(inner).join("");
  if (node.kind === "choice") return inner(node.branches[variant % node.branches.length]!);
  if (node.kind === "capture") return inner(node.node);
  if (node.kind === "set") {
    if (node.source === ".") return ".";
    return node.set[0x61] === 1 ? "a" : (state.texts.textsOf(node)?.[0] ?? "");
  }
  if (node.kind === "repeat") {
    const count = variant % 2 === 0 ? Math.max(node.min, Math.min(node.max, 1)) : node.min;
    const text = count === 0 ? "" : inner(node.node);
    if (text.length * count > MAX_LENGTH) throw new UnsupportedError("is too long to be tried");
    return text.repeat(count);
  }
  if (node.kind !== "reference") return "";
  const type = state.definitions.knownType(node.name);
  const known =
    PARTS.get(node.name) ?? (type && (type.typeName === "float" ? "42" : typeEntry(type.typeName).samples[0]));
  return known ?? state.definitions.within(node, inner);
}

/** The day or the month of a sample. A time alone may also be how long something took. */
const DATE_PART = /15|Feb/;
/** Longer samples are no date-times. */
const MAX_DATE_LENGTH = 60;

let matcher: Matcher | undefined;

/** Whether an expression stands for date-times that rules know, with its optional parts and without them. */
export function isDateTime(node: Expression, state: TranslationState): boolean {
  return [0, 1].every((variant) => {
    const sample = sampleOf(node, state, variant);
    if (sample.length > MAX_DATE_LENGTH || !DATE_PART.test(sample)) return false;
    const bytes = Buffer.from(sample);
    matcher ??= new Matcher([pattern([{ field: "time", type: DATE_TIME }])]);
    return matcher.match(bytes, 0, bytes.length) === 0;
  });
}
