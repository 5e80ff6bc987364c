// Runs suggested rules on the lines that they were drafted from.

import type { Rule } from "../../rules/rule.ts";
import type { LineConsumer } from "../../run/log-lines.ts";
import { LineClassifier, type Rulebook, rulebookOf } from "../../run/rulebook.ts";
import { hasLineBreak } from "../../text/bytes/ascii.ts";
import { capturingParts, contentFields } from "./content-pattern.ts";
import { FieldValues } from "./field-values.ts";
import { Samples } from "./samples.ts";
import type { ShapeNumbers } from "./shape-collector.ts";
import { FORGOTTEN, type Shape, type ShapeTable } from "./shape-table.ts";
import type { SuggestedPattern, SuggestedRules } from "./suggested-rules.ts";
import { isText } from "./value-types.ts";

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

/** Where the fields of a draft are among those of its line pattern, and what they captured. */
interface DraftFields {
  /** Their indexes. */
  readonly indexes: readonly number[];
  readonly values: readonly FieldValues[];
}

/** Counts which rules win the lines of each shape, and what their fields capture. */
export class Verification implements LineConsumer {
  readonly results = new Map<Shape, ShapeResult>();
  /** The drafts whose rules won lines of the given rules, by their identities. */
  readonly intruders = new Set<symbol>();
  /** How many lines of forgotten shapes no rule matches. */
  forgottenMissed = 0;
  /** How many messages with a line break no rule matches. They have no shape. */
  lineBreaksMissed = 0;
  /** How many lines without a shape, or of forgotten ones, the suggested rules match. */
  shapelessMatched = 0;
  /** How many lines hold no text for rules, by the reason. */
  readonly flaws = new Map<string, number>();
  /** What the fields of each draft captured in the lines that its rule won, by the draft's identity. */
  readonly values = new Map<symbol, readonly FieldValues[]>();
  readonly rulebook: Rulebook;
  private readonly table: ShapeTable;
  private readonly shapes: ShapeNumbers;
  private readonly classifier: LineClassifier;
  private readonly given: LineClassifier;
  /** By line pattern; undefined for those of the given rules. */
  private readonly drafts: (symbol | undefined)[];
  /** The identities of the drafts that shapes belong to. */
  private readonly owners = new Map<Shape, symbol>();
  /** By line pattern, for those that have a draft. */
  private readonly fields: DraftFields[] = [];

  /**
   * `rules` are the given rules with the suggested ones after them. `shapes` has the numbers that a `ShapeCollector`
   * has added to it.
   */
  constructor(
    rules: readonly Rule[],
    suggested: SuggestedRules,
    given: Rulebook,
    table: ShapeTable,
    shapes: ShapeNumbers,
  ) {
    this.shapes = shapes;
    shapes.rewind();
    this.rulebook = rulebookOf(rules);
    this.drafts = this.rulebook.rules.map(() => undefined);
    for (const [i, rule] of suggested.rules.entries()) this.setDraft(given.rules.length + i, rule);
    for (const [i, one] of this.rulebook.followers.entries()) {
      if (one === undefined || i < given.rules.length) continue;
      for (const [k, follower] of suggested.followers.entries()) this.setDraft(one.first + k, follower);
    }
    this.table = table;
    this.classifier = new LineClassifier(this.rulebook);
    this.given = new LineClassifier(given);
  }

  private setDraft(linePattern: number, { draft: { identity, parts, shapes } }: SuggestedPattern): void {
    for (const shape of shapes) this.owners.set(shape, identity);
    // The same follower may follow the lines of several rules.
    const values = this.values.get(identity) ?? contentFields(parts).map(({ type }) => new FieldValues(isText(type)));
    const capturing = capturingParts(parts);
    // The fields of the header come before those of the draft.
    const first = this.rulebook.linePatterns[linePattern]!.pattern.fields.length - capturing.length;
    const indexes = capturing.flatMap((part, i) => ("values" in part ? [first + i] : []));
    this.drafts[linePattern] = identity;
    this.fields[linePattern] = { indexes, values };
    this.values.set(identity, values);
  }

  begin(): void {
    this.classifier.begin();
    this.given.begin();
  }

  add(bytes: Buffer, start: number, end: number, flaw: string | undefined): void {
    const isText = flaw === undefined;
    const linePattern = this.classifier.classify(bytes, start, end, isText);
    const draft = this.drafts[linePattern];
    if (this.given.countsAsMatched(this.given.classify(bytes, start, end, isText))) {
      if (draft !== undefined) this.intruders.add(draft);
      return;
    }
    if (draft !== undefined) this.addValues(linePattern, bytes);
    if (flaw !== undefined) {
      this.flaws.set(flaw, (this.flaws.get(flaw) ?? 0) + 1);
      return;
    }
    const hasBreak = hasLineBreak(bytes, start, end);
    const id = hasBreak ? FORGOTTEN : this.shapes.next();
    if (id === FORGOTTEN) {
      if (this.classifier.countsAsMatched(linePattern)) this.shapelessMatched++;
      else if (hasBreak) this.lineBreaksMissed++;
      else this.forgottenMissed++;
      return;
    }
    const shape = this.table.shape(id);
    let result = this.results.get(shape);
    if (result === undefined) {
      const samples = { missedLines: new Samples(MISSED_SAMPLES), strayLines: new Samples(MISSED_SAMPLES) };
      result = { won: new Map(), missed: 0, ...samples };
      this.results.set(shape, result);
    }
    if (draft === undefined) {
      result.missed++;
      result.missedLines.add(bytes, start, this.table.contentOf(bytes, start, end), end);
    } else {
      result.won.set(draft, (result.won.get(draft) ?? 0) + 1);
      if (draft !== this.owners.get(shape))
        result.strayLines.add(bytes, start, this.table.contentOf(bytes, start, end), end);
    }
  }

  private addValues(linePattern: number, bytes: Buffer): void {
    const { indexes, values } = this.fields[linePattern]!;
    const { bounds } = this.classifier;
    for (const [i, index] of indexes.entries()) values[i]!.add(bytes, bounds[2 * index]!, bounds[2 * index + 1]!);
  }
}
