// Drafts rules from shapes. Drafts do not have names yet.

import { Matcher } from "../../matcher/matcher.ts";
import { pattern } from "../../matcher/pattern.ts";
import { addToGroup, groupBy, isDeepEqual } from "../../text/collections/polyfills.ts";
import { replaceVaryingWords } from "../../text/shapes/frames.ts";
import { rowForms } from "../../text/shapes/rows.ts";
import { VARYING, WORD_CHARACTERS, withoutEndBlanks } from "../../text/shapes/skeleton.ts";
import { withValuesInSlots } from "../../text/shapes/slots.ts";
import { type ContentPart, contentParts, elementsOfForm } from "./content-pattern.ts";
import { type SuggestionGranularity, WORD_COUNT_FACTORS } from "./granularity.ts";
import { type Sample, samplesOf } from "./log-sample.ts";
import { keptKey, type Shape, type ShapeTable, shapeKey } from "./shape-table.ts";
import { Field } from "./shown-fields.ts";

const SAMPLES_PER_DRAFT = 48;
const SAMPLES_PER_SHAPE = 8;

/** A draft of a rule, or of a follower of rules: for shapes of lines with the same header and the same meaning. */
export interface Draft {
  readonly header: number;
  readonly form: string;
  readonly shapes: readonly Shape[];
  readonly samples: readonly Sample[];
  /** Whether the lines belong to the line with a header before them. */
  readonly isFollower: boolean;
  /** The names of the columns, if the lines are rows of a table. */
  readonly columns: readonly string[];
  readonly parts: readonly ContentPart[];
  readonly count: number;
}

type Group = Omit<Draft, "parts" | "count">;

/** What tells shapes apart. */
export interface DraftingOptions {
  readonly granularity: SuggestionGranularity;
  /** The keys of shapes that get rules of their own. */
  readonly apart?: ReadonlySet<string> | undefined;
}

/** Drafts a rule for each group of shapes with one header and one meaning, and for followers if any may be. */
export function draftRules(table: ShapeTable, mayFollow: boolean, { granularity, apart }: DraftingOptions): Draft[] {
  const drafts: Draft[] = [];
  const { columns, headers } = table;
  const add = (groups: ReadonlyMap<string, Shape[]>, header: number, isFollower: boolean): void => {
    for (const [form, shapes] of groups)
      drafts.push(...draftsOf({ header, form, shapes, samples: samplesIn(shapes), isFollower, columns }));
  };
  const all = table.all();
  for (let header = -1; header < headers.length; header++) {
    const mayBeFollowers = mayFollow && header === -1 && headers.length > 0;
    const [following, others]: [Shape[], Shape[]] = [[], []];
    for (const shape of all) {
      if (shape.header !== header) continue;
      const isFollower = mayBeFollowers && isFollowing(shape);
      if (apart?.has(shapeKey(shape))) add(new Map([[shape.skeleton, [shape]]]), header, isFollower);
      else (isFollower ? following : others).push(shape);
    }
    // Shapes with the same values in the fields of the header that become text.
    for (const alike of groupBy(others, ({ kept }) => keptKey(kept)).values())
      add(groupShapes(alike, granularity), header, false);
    add(groupFollowers(following, granularity), header, true);
  }
  return drafts;
}

/** Lines without an indentation follow others only if these have no more shapes than this. */
const MAX_UNINDENTED_LEADERS = 5;
const BEGINS_BLANK = /^[ \t]/;

/** Whether lines are indented, or beside indented ones and always behind lines of the same few shapes. */
function isFollowing({ standsAlone, hasTraces, skeleton, leaders, besideIndented, lines }: Shape): boolean {
  if (standsAlone || hasTraces) return false;
  return BEGINS_BLANK.test(skeleton) || (leaders.size <= MAX_UNINDENTED_LEADERS && 2 * besideIndented >= lines.length);
}

/** Indented lines of rarer forms have nothing in common but the indentation. */
const MIN_LINES_OF_FORM = 3;

function groupFollowers(shapes: readonly Shape[], granularity: SuggestionGranularity): Map<string, Shape[]> {
  const groups = new Map<string, Shape[]>();
  for (const [form, group] of groupShapes(shapes, granularity)) {
    const [indentation] = countOf(group) < MIN_LINES_OF_FORM ? (/^[ \t]+/.exec(form) ?? []) : [];
    for (const shape of group) addToGroup(groups, indentation === undefined ? form : indentation + VARYING, shape);
  }
  return groups;
}

/** The shapes by the form that they become when values are found and rare forms absorbed. */
function groupShapes(shapes: readonly Shape[], granularity: SuggestionGranularity): Map<string, Shape[]> {
  const names = new Set<string>();
  const slots = (forms: ReadonlyMap<string, number>) => withValuesInSlots(forms, names);
  const words = (forms: ReadonlyMap<string, number>) =>
    replaceVaryingWords(forms, WORD_COUNT_FACTORS[granularity], names);
  const rows = rowForms(shapes);
  let formOf = ({ form, skeleton }: Shape): string => rows.get(skeleton) ?? form;
  for (const step of [slots, words, absorb]) {
    const before = formOf;
    const changed = step(countBy(shapes, before));
    formOf = (shape) => changed.get(before(shape)) ?? before(shape);
  }
  return groupBy(shapes, formOf);
}

function countBy(shapes: readonly Shape[], formOf: (shape: Shape) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const shape of shapes) counts.set(formOf(shape), (counts.get(formOf(shape)) ?? 0) + shape.lines.length);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function draftsOf(group: Group): Draft[] {
  const draft = draftOf(group);
  // No rule can match empty lines.
  if (draft !== undefined) return draft.header === -1 && draft.parts.length === 0 ? [] : [draft];
  // A skeleton always matches its own lines.
  return group.shapes.flatMap(
    (shape) =>
      draftOf({ ...group, form: withoutEndBlanks(shape.skeleton), shapes: [shape], samples: samplesIn([shape]) }) ?? [],
  );
}

/** Drafts again, perhaps several rules instead of one, so that they also fit lines that the draft missed. */
export function redraft(draft: Draft, missed: readonly Sample[]): Draft[] {
  return draftsOf({ ...draft, samples: [...draft.samples, ...samplesOf(missed, SAMPLES_PER_DRAFT)] });
}

/** Whether the rules of both drafts match the same lines. */
export function haveSamePattern(a: Draft, b: Draft): boolean {
  const withoutValues = (part: ContentPart): unknown => (part instanceof Field ? { type: part.type } : part);
  return isDeepEqual(a.parts.map(withoutValues), b.parts.map(withoutValues));
}

function countOf(shapes: readonly Shape[]): number {
  return shapes.reduce((sum, { lines }) => sum + lines.length, 0);
}

function draftOf({ header, form, shapes, samples, isFollower, columns }: Group): Draft | undefined {
  const count = countOf(shapes);
  const texts = samples.map(({ line, content }) => line.subarray(content));
  const parts = contentParts(form, texts, columns);
  return parts && { header, form, shapes, parts, count, samples, isFollower, columns };
}

function samplesIn(shapes: readonly Shape[]): Sample[] {
  return samplesOf(
    shapes.flatMap(({ lines }) => samplesOf(lines, SAMPLES_PER_SHAPE)),
    SAMPLES_PER_DRAFT,
  );
}

const MIN_RATIO = 5;
/** A value with more than these is a sentence, which needs a rule of its own. */
const MAX_TOKENS = 12;
const MAX_BLANKS = 2;
const TOKEN = new RegExp(`[${WORD_CHARACTERS}]+|[\\s\\S]`, "g");
const WORD = new RegExp(`[${WORD_CHARACTERS}]+`, "g");
const BLANK = / /g;

/** A form without a word would take in everything. */
const HAS_WORD = new RegExp(`[${WORD_CHARACTERS}]`);

/** Maps each form that another takes in to that other one. `forms` are in Latin-1, with the number of lines of each. */
export function absorb(forms: ReadonlyMap<string, number>): Map<string, string> {
  const rarest = Math.min(...forms.values());
  const takers = [...forms]
    .filter(([form, count]) => count >= MIN_RATIO * rarest && HAS_WORD.test(form))
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const patterns = takers.map(([form]) => pattern(elementsOfForm(form)));
  const matcher = new Matcher(patterns);
  // Few forms take in others, and a matcher takes kilobytes.
  const single: Matcher[] = [];
  const absorbed = new Map<string, string>();
  // A form that takes in another may itself have been taken in.
  for (const [form, count] of [...forms].sort(([, x], [, y]) => y - x)) {
    const bytes = Buffer.from(form);
    const covering = matcher.matching(bytes, 0, bytes.length).sort((a, b) => a - b);
    const taker = covering.find((i) => {
      if (takers[i]![1] < MIN_RATIO * count) return false;
      single[i] ??= new Matcher([patterns[i]!]);
      return mayTake(single[i], patterns[i]!.fields.length, bytes);
    });
    if (taker === undefined) continue;
    const [to] = takers[taker]!;
    absorbed.set(form, absorbed.get(to) ?? to);
  }
  return absorbed;
}

/** Whether the fields of a form capture no more than values in a text. */
function mayTake(matcher: Matcher, fieldCount: number, bytes: Buffer): boolean {
  if (matcher.match(bytes, 0, bytes.length) === -1) return false;
  for (let i = 0; i < fieldCount; i++) {
    const [from, to] = [matcher.bounds[2 * i]!, matcher.bounds[2 * i + 1]!];
    const text = bytes.toString("utf8", from, to);
    const isOuter = from === 0 || to === bytes.length;
    if (isOuter ? isPhrase(text) : isSentence(text)) return false;
  }
  return true;
}

/** Whether a text has blanks and several words. At an end of a message, it says more than a value. */
function isPhrase(text: string): boolean {
  return text.includes(" ") && countIn(text, WORD) > 1;
}

function isSentence(text: string): boolean {
  return countIn(text, BLANK) > MAX_BLANKS || countIn(text, TOKEN) > MAX_TOKENS;
}

function countIn(text: string, expression: RegExp): number {
  return text.match(expression)?.length ?? 0;
}
