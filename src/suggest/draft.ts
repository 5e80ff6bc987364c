// Rules as they are drafted from shapes, before they have names.

import { absorb } from "./absorption.ts";
import { type ContentPart, contentParts } from "./content-pattern.ts";
import type { Granularity } from "./granularity.ts";
import { Samples } from "./samples.ts";
import type { Shape, ShapeTable } from "./shape-table.ts";
import { replaceVaryingWords } from "./varying-words.ts";

/** How many lines show what a draft's fields hold. */
const SAMPLES = 48;

/** A rule to be: lines with one header that say the same. */
export interface Draft {
  readonly header: number;
  /** The form that its shapes have in common. */
  readonly form: string;
  readonly shapes: readonly Shape[];
  /** What follows the header. */
  readonly parts: readonly ContentPart[];
  readonly count: number;
  readonly samples: Samples;
}

/** Drafts a rule for each group of shapes with the same header that say the same. */
export function draftRules(table: ShapeTable, headerCount: number, granularity: Granularity): Draft[] {
  const drafts: Draft[] = [];
  for (let header = -1; header < headerCount; header++) {
    for (const [form, shapes] of groupShapes(table.shapes(header), granularity)) drafts.push(...draftsOf(form, header, shapes, samplesOf(shapes)));
  }
  return drafts;
}

/** The shapes by the form that they become when varying words are replaced and rare forms absorbed. */
function groupShapes(shapes: readonly Shape[], granularity: Granularity): Map<string, Shape[]> {
  const counts = countBy(shapes, ({ form }) => form);
  const replaced = replaceVaryingWords(counts, granularity);
  const absorbed = absorb(countBy(shapes, ({ form }) => replaced.get(form)!));
  const groups = new Map<string, Shape[]>();
  for (const shape of shapes) {
    const last = replaced.get(shape.form)!;
    const form = absorbed.get(last) ?? last;
    const group = groups.get(form);
    if (group === undefined) groups.set(form, [shape]);
    else group.push(shape);
  }
  return groups;
}

function countBy(shapes: readonly Shape[], formOf: (shape: Shape) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const shape of shapes) counts.set(formOf(shape), (counts.get(formOf(shape)) ?? 0) + shape.count);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function draftsOf(form: string, header: number, shapes: readonly Shape[], samples: Samples): Draft[] {
  const draft = draftOf(form, header, shapes, samples);
  if (draft !== undefined) return [draft];
  // A skeleton always matches its own lines.
  return shapes.flatMap((shape) => draftOf(shape.skeleton.trimEnd(), header, [shape], shape.samples) ?? []);
}

/** The draft again, or several in its place, so that they also fit lines that it missed. */
export function redraft(draft: Draft, missed: readonly Samples[]): Draft[] {
  const samples = new Samples(SAMPLES + missed.length * SAMPLES);
  samples.addAll(draft.samples);
  for (const one of missed) samples.addAll(one);
  return draftsOf(draft.form, draft.header, draft.shapes, samples);
}

function draftOf(form: string, header: number, shapes: readonly Shape[], samples: Samples): Draft | undefined {
  const count = shapes.reduce((sum, shape) => sum + shape.count, 0);
  const texts = samples.lines.map(({ line, content }) => line.subarray(content));
  const parts = contentParts(form, texts, count);
  return parts && { header, form, shapes, parts, count, samples };
}

function samplesOf(shapes: readonly Shape[]): Samples {
  const samples = new Samples(SAMPLES);
  for (const shape of shapes) samples.addAll(shape.samples);
  return samples;
}
