// Runs suggested rules on the lines that they were drafted from.

import type { Rule } from "../../rules/rule.ts";
import { LineClassifier, type Rulebook, rulebookOf } from "../../run/rulebook.ts";
import { capturingParts } from "./content-pattern.ts";
import { FieldValues } from "./field-values.ts";
import type { LogSample } from "./log-sample.ts";
import type { Sample } from "./samples.ts";
import type { Shape, ShapeTable } from "./shape-table.ts";
import type { SuggestedPattern, SuggestedRules } from "./suggested-rules.ts";

/** Which drafts the line patterns of loaded rules are, and what their fields capture. */
export class DraftPatterns {
  readonly rulebook: Rulebook;
  /** By line pattern: the identity of its draft; undefined for those of the given rules. */
  readonly drafts: (symbol | undefined)[];
  /** What the fields of each draft captured, by the draft's identity. */
  readonly values = new Map<symbol, readonly FieldValues[]>();
  /** What the fields of headers captured, by the index of the header and the name. */
  readonly headerValues = new Map<number, Map<string, FieldValues>>();
  /** By line pattern and field: where its captures are added; undefined for blanks that fill a width. */
  readonly sinks: (readonly (FieldValues | undefined)[])[] = [];

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

  /** Whether it is that of the lines of stack traces. */
  isTrace(linePattern: number): boolean {
    return this.rulebook.linePatterns[linePattern]?.isTrace ?? false;
  }

  /** Adds what a draft's pattern has captured of a line. */
  addCaptures(linePattern: number, line: Buffer, bounds: readonly number[]): void {
    for (const [i, sink] of this.sinks[linePattern]!.entries()) {
      const [from, to] = [bounds[2 * i]!, bounds[2 * i + 1]!];
      // Of alternatives, only one has captured something.
      if (from >= 0 && to >= from) sink?.add(line.toString("latin1", from, to));
    }
  }

  private set(linePattern: number, { draft: { identity, parts, header } }: SuggestedPattern): void {
    const { fields } = this.rulebook.linePatterns[linePattern]!.pattern;
    const own = capturingParts(parts).map((part) => ("values" in part ? new FieldValues() : undefined));
    // The same follower may follow the lines of several rules.
    const known = this.values.get(identity) ?? own.filter((values) => values !== undefined);
    this.drafts[linePattern] = identity;
    this.values.set(identity, known);
    const ofHeader = this.headerValues.get(header) ?? new Map<string, FieldValues>();
    this.headerValues.set(header, ofHeader);
    // The fields of the header come before those of the draft.
    const before = fields.slice(0, fields.length - own.length).map((field) => {
      const values = ofHeader.get(field) ?? new FieldValues();
      ofHeader.set(field, values);
      return values;
    });
    let next = 0;
    this.sinks[linePattern] = [...before, ...own.map((values) => values && known[next++])];
  }
}

/** What the rules did with the lines of one shape. */
interface ShapeResult {
  /** How many lines the rule of each draft won, by the draft's identity. */
  readonly won: Map<symbol, number>;
  /** The lines that no rule matches. */
  readonly missed: Sample[];
}

/** What rules did with the lines of a sample. */
export interface Verification {
  readonly results: ReadonlyMap<Shape, ShapeResult>;
  /** The drafts whose rules won lines of the given rules, by their identities. */
  readonly intruders: ReadonlySet<symbol>;
}

/** Runs the rules on a sample, and notes what their fields capture. */
export function verify(patterns: DraftPatterns, sample: LogSample, table: ShapeTable): Verification {
  const results = new Map<Shape, ShapeResult>();
  const intruders = new Set<symbol>();
  const classifier = new LineClassifier(patterns.rulebook);
  for (const [i, { bytes, beginsStretch, isGiven }] of sample.lines.entries()) {
    if (beginsStretch) classifier.begin();
    const linePattern = classifier.classify(bytes, 0, bytes.length);
    const draft = patterns.drafts[linePattern];
    const shape = table.shapes[i];
    if (isGiven && draft !== undefined) intruders.add(draft);
    if (draft !== undefined) patterns.addCaptures(linePattern, bytes, classifier.bounds);
    if (shape === undefined) continue;
    const result: ShapeResult = results.get(shape) ?? { won: new Map(), missed: [] };
    results.set(shape, result);
    if (draft !== undefined) result.won.set(draft, (result.won.get(draft) ?? 0) + 1);
    else result.missed.push({ line: bytes, content: table.contentOf(bytes) });
  }
  return { results, intruders };
}
