// Runs suggested rules on the lines that they were drafted from.

import type { Rule } from "../../rules/rule.ts";
import { LineClassifier, type Rulebook, rulebookOf } from "../../run/rulebook.ts";
import { capturingParts, contentFields } from "./content-pattern.ts";
import { FieldValues } from "./field-values.ts";
import type { LogSample } from "./log-sample.ts";
import { Samples } from "./samples.ts";
import type { Shape, ShapeTable } from "./shape-table.ts";
import type { SuggestedPattern, SuggestedRules } from "./suggested-rules.ts";

/** How many of the lines that its rule did not win are kept of a shape, to draft the rule again. */
const MISSED_SAMPLES = 48;

/** What the rules did with the lines of one shape. */
export interface ShapeResult {
  /** How many lines the rule of each draft won, by the draft's identity. */
  readonly won: Map<symbol, number>;
  /** How many lines no rule matches, and some of them. */
  missed: number;
  readonly missedLines: Samples;
  /** Some lines that the rule of another draft won than the one that the shape belongs to. */
  readonly strayLines: Samples;
}

/** Which drafts the line patterns of loaded rules are, and where their fields are. */
export class DraftPatterns {
  readonly rulebook: Rulebook;
  /** By line pattern: the identity of its draft; undefined for those of the given rules. */
  readonly drafts: (symbol | undefined)[];
  /** By line pattern, for those that have a draft: the indexes of the draft's fields among its own. */
  readonly fields: (readonly number[])[] = [];
  /** By line pattern, for those that have a draft: the draft's header, and how many fields it has before its own. */
  readonly headers: { readonly header: number; readonly fields: readonly string[] }[] = [];

  /** `rules` are the given rules with the suggested ones after them. */
  constructor(rules: readonly Rule[], suggested: SuggestedRules, given: Rulebook) {
    this.rulebook = rulebookOf(rules);
    this.drafts = this.rulebook.linePatterns.map(() => undefined);
    for (const [i, rule] of suggested.rules.entries()) this.set(given.rules.length + i, rule);
    for (const [i, one] of this.rulebook.followers.entries()) {
      if (one === undefined || one.isTrace || i < given.rules.length) continue;
      for (const [k, follower] of suggested.followers.entries()) this.set(one.first + k, follower);
    }
  }

  private set(linePattern: number, { draft: { identity, parts, header } }: SuggestedPattern): void {
    const capturing = capturingParts(parts);
    const { fields } = this.rulebook.linePatterns[linePattern]!.pattern;
    // The fields of the header come before those of the draft.
    const first = fields.length - capturing.length;
    this.headers[linePattern] = { header, fields: fields.slice(0, first) };
    this.drafts[linePattern] = identity;
    this.fields[linePattern] = capturing.flatMap((part, i) => ("values" in part ? [first + i] : []));
  }
}

/** What rules did with the lines of a sample. */
export class Verification {
  readonly results = new Map<Shape, ShapeResult>();
  /** The drafts whose rules won lines of the given rules, by their identities. */
  readonly intruders = new Set<symbol>();
  /** What the fields of each draft captured in the lines that its rule won, by the draft's identity. */
  readonly values = new Map<symbol, readonly FieldValues[]>();
  /** What the fields of headers captured, by the index of the header and the name. */
  readonly headerValues: Map<string, FieldValues>[] = [];

  constructor(patterns: DraftPatterns, { rules, followers }: SuggestedRules, sample: LogSample, table: ShapeTable) {
    const owners = new Map<Shape, symbol>();
    for (const { draft } of [...rules, ...followers]) {
      for (const shape of draft.shapes) owners.set(shape, draft.identity);
      this.values.set(draft.identity, contentFields(draft.parts).map(() => new FieldValues()));
    }
    const classifier = new LineClassifier(patterns.rulebook);
    for (const [i, { bytes, beginsStretch, isGiven }] of sample.lines.entries()) {
      if (beginsStretch) classifier.begin();
      const linePattern = classifier.classify(bytes, 0, bytes.length);
      const draft = patterns.drafts[linePattern];
      if (isGiven && draft !== undefined) this.intruders.add(draft);
      const shape = table.shapes[i];
      if (draft !== undefined) {
        this.addValues(draft, patterns.fields[linePattern]!, bytes, classifier.bounds);
        this.addHeader(patterns.headers[linePattern]!, bytes, classifier.bounds);
      }
      if (shape !== undefined) this.addResult(shape, draft, owners.get(shape), bytes, table);
    }
  }

  private addHeader(
    { header, fields }: DraftPatterns["headers"][number],
    line: Buffer,
    bounds: readonly number[],
  ): void {
    if (header === -1) return;
    this.headerValues[header] ??= new Map();
    const values = this.headerValues[header];
    for (const [i, field] of fields.entries()) {
      // Of alternatives, only one has captured something.
      if (bounds[2 * i]! < 0 || bounds[2 * i + 1]! < bounds[2 * i]!) continue;
      const known = values.get(field) ?? new FieldValues();
      values.set(field, known);
      known.add(line.toString("latin1", bounds[2 * i], bounds[2 * i + 1]));
    }
  }

  private addResult(
    shape: Shape,
    draft: symbol | undefined,
    owner: symbol | undefined,
    line: Buffer,
    table: ShapeTable,
  ): void {
    let result = this.results.get(shape);
    if (result === undefined) {
      const samples = { missedLines: new Samples(MISSED_SAMPLES), strayLines: new Samples(MISSED_SAMPLES) };
      result = { won: new Map(), missed: 0, ...samples };
      this.results.set(shape, result);
    }
    if (draft === undefined) {
      result.missed++;
      result.missedLines.add(line, table.contentOf(line));
    } else {
      result.won.set(draft, (result.won.get(draft) ?? 0) + 1);
      if (draft !== owner) result.strayLines.add(line, table.contentOf(line));
    }
  }

  private addValues(draft: symbol, indexes: readonly number[], line: Buffer, bounds: readonly number[]): void {
    const values = this.values.get(draft)!;
    for (const [i, index] of indexes.entries())
      values[i]!.add(line.toString("latin1", bounds[2 * index], bounds[2 * index + 1]));
  }
}
