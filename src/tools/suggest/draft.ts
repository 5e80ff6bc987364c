// Drafts rules from shapes. Drafts do not have names yet.

import { groupBy, isDeepEqual } from "../../text/collections/polyfills.ts";
import { replaceVaryingWords } from "../../text/shapes/frames.ts";
import { VARYING, withoutEndBlanks } from "../../text/shapes/skeleton.ts";
import { withValuesInSlots } from "../../text/shapes/slots.ts";
import { absorb } from "./absorption.ts";
import { type ContentPart, contentParts } from "./content-pattern.ts";
import { type SuggestionGranularity, WORD_COUNT_FACTORS } from "./granularity.ts";
import { type Sample, samplesOf } from "./log-sample.ts";
import { keptKey, type Shape, type ShapeTable, shapeKey } from "./shape-table.ts";

/** How many lines show what a draft's fields hold. */
const SAMPLES_PER_DRAFT = 48;
const SAMPLES_PER_SHAPE = 8;

/** Shapes of lines with the same header and the same meaning. */
interface Group {
  readonly header: number;
  /** The form that the shapes have in common. */
  readonly form: string;
  readonly shapes: readonly Shape[];
  readonly samples: readonly Sample[];
  /** Whether the lines belong to the line with a header before them. */
  readonly isFollower: boolean;
  /** The names of the columns, if the lines are rows of a table. */
  readonly columns: readonly string[];
}

/** A draft of a rule, or of a follower of rules. */
export interface Draft extends Group {
  /** Drafts with the same identity have the same parts. */
  readonly identity: symbol;
  /** What follows the header. */
  readonly parts: readonly ContentPart[];
  readonly count: number;
}

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
    for (const alike of byKeptValues(others)) add(groupShapes(alike, granularity), header, false);
    add(groupFollowers(following, granularity), header, true);
  }
  return drafts;
}

/** Groups of shapes with the same values in the fields of the header that become text. */
function byKeptValues(shapes: readonly Shape[]): Shape[][] {
  return [...groupBy(shapes, ({ kept }) => keptKey(kept)).values()];
}

/** Lines without an indentation follow others only if these have no more shapes than this. */
const MAX_UNINDENTED_LEADERS = 5;
const BEGINS_BLANK = /^[ \t]/;

/**
 * Whether lines of a shape, which have no header, belong to the lines before them: they are indented, or they are
 * beside indented lines and always follow lines of the same few shapes.
 */
function isFollowing({ standsAlone, hasTraces, skeleton, leaders, besideIndented, lines }: Shape): boolean {
  if (standsAlone || hasTraces) return false;
  return BEGINS_BLANK.test(skeleton) || (leaders.size <= MAX_UNINDENTED_LEADERS && 2 * besideIndented >= lines.length);
}

/** Indented lines of rarer forms have nothing in common but the indentation. */
const MIN_LINES_OF_FORM = 3;

/** Like `groupShapes`, for lines that follow others. */
function groupFollowers(shapes: readonly Shape[], granularity: SuggestionGranularity): Map<string, Shape[]> {
  const groups = new Map<string, Shape[]>();
  for (const [form, group] of groupShapes(shapes, granularity)) {
    const [indentation] = countOf(group) < MIN_LINES_OF_FORM ? (/^[ \t]+/.exec(form) ?? []) : [];
    const last = indentation === undefined ? form : indentation + VARYING;
    groups.set(last, [...(groups.get(last) ?? []), ...group]);
  }
  return groups;
}

/** The shapes by the form that they become when values are found and rare forms absorbed. */
function groupShapes(shapes: readonly Shape[], granularity: SuggestionGranularity): Map<string, Shape[]> {
  const words = (forms: ReadonlyMap<string, number>) => replaceVaryingWords(forms, WORD_COUNT_FACTORS[granularity]);
  let formOf = ({ form }: Shape): string => form;
  for (const step of [withValuesInSlots, words, absorb]) {
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
  const withoutValues = (part: ContentPart): unknown => ("values" in part ? { type: part.type } : part);
  return isDeepEqual(a.parts.map(withoutValues), b.parts.map(withoutValues));
}

function countOf(shapes: readonly Shape[]): number {
  return shapes.reduce((sum, { lines }) => sum + lines.length, 0);
}

function draftOf({ header, form, shapes, samples, isFollower, columns }: Group): Draft | undefined {
  const count = countOf(shapes);
  const texts = samples.map(({ line, content }) => line.subarray(content));
  const parts = contentParts(form, texts, columns);
  return parts && { identity: Symbol(form), header, form, shapes, parts, count, samples, isFollower, columns };
}

/** Some lines of each shape, and not many in all. */
function samplesIn(shapes: readonly Shape[]): Sample[] {
  return samplesOf(
    shapes.flatMap(({ lines }) => samplesOf(lines, SAMPLES_PER_SHAPE)),
    SAMPLES_PER_DRAFT,
  );
}
