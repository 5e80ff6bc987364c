// Runs suggested rules on the lines that they were drafted from.

import type { LineConsumer } from "../normalization/log-lines.ts";
import { LineClassifier, type Rulebook, rulebookOf } from "../normalization/rulebook.ts";
import type { Rule } from "../rules/rule.ts";
import { Samples } from "./samples.ts";
import type { ShapeNumbers } from "./shape-collector.ts";
import { mayGetRule } from "./shape-collector.ts";
import { FORGOTTEN, type Shape, type ShapeTable } from "./shape-table.ts";
import type { SuggestedRules } from "./suggested-rules.ts";

/** How many of the lines that no rule matches are kept of a shape, to draft its rule again. */
const MISSED_SAMPLES = 48;

/** What the rules did with the lines of one shape. */
interface ShapeResult {
  /** How many lines the rule of each draft won, by the draft's identity. */
  readonly won: Map<symbol, number>;
  /** How many lines no rule matches, and some of them. */
  missed: number;
  readonly missedLines: Samples;
}

/** Counts which rules win the lines of each shape. */
export class Verification implements LineConsumer {
  readonly results = new Map<Shape, ShapeResult>();
  /** The drafts whose rules won lines of the given rules, by their identities. */
  readonly intruders = new Set<symbol>();
  /** How many lines of forgotten shapes no rule matches. */
  forgottenMissed = 0;
  /** How many lines of forgotten shapes the suggested rules match. */
  forgottenMatched = 0;
  readonly rulebook: Rulebook;
  private readonly table: ShapeTable;
  private readonly shapes: ShapeNumbers;
  private readonly classifier: LineClassifier;
  private readonly given: LineClassifier;
  /** By line pattern; undefined for those of the given rules. */
  private readonly drafts: (symbol | undefined)[];

  /**
   * `rules` are the given rules with the suggested ones after them. `shapes` has the number of the shape of each line
   * that the given rules leave.
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
    this.drafts = this.rulebook.rules.map((_, i) => suggested.rules[i - given.rules.length]?.draft.identity);
    for (const [i, one] of this.rulebook.followers.entries()) {
      if (one === undefined || i < given.rules.length) continue;
      for (const [k, { draft }] of suggested.followers.entries()) this.drafts[one.first + k] = draft.identity;
    }
    this.table = table;
    this.classifier = new LineClassifier(this.rulebook);
    this.given = new LineClassifier(given);
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
    if (!mayGetRule(bytes, start, end, isText)) return;
    const id = this.shapes.next();
    if (id === FORGOTTEN) {
      if (this.classifier.countsAsMatched(linePattern)) this.forgottenMatched++;
      else this.forgottenMissed++;
      return;
    }
    const shape = this.table.shape(id);
    let result = this.results.get(shape);
    if (result === undefined) {
      result = { won: new Map(), missed: 0, missedLines: new Samples(MISSED_SAMPLES) };
      this.results.set(shape, result);
    }
    if (draft === undefined) {
      result.missed++;
      result.missedLines.add(bytes, start, this.table.contentOf(bytes, start, end), end);
    } else {
      result.won.set(draft, (result.won.get(draft) ?? 0) + 1);
    }
  }
}
