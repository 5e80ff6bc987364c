// Runs suggested rules on the lines that they were drafted from.

import { LineClassifier } from "../normalization/line-classifier.ts";
import { type Rulebook, rulebookOf } from "../normalization/rulebook.ts";
import type { Rule } from "../rules/rule.ts";
import type { LineTaker } from "./log-lines.ts";
import { Samples } from "./samples.ts";
import type { NumberLog } from "./number-log.ts";
import { FORGOTTEN, type Shape, type ShapeTable } from "./shape-table.ts";

/** How many lines that a rule misses are looked at before it is drafted again. */
const MISSED_SAMPLES = 48;

/** What the rules did with the lines of one shape. */
export interface ShapeResult {
  /** How many lines each rule won, by the rule's index. */
  readonly won: Map<number, number>;
  /** How many lines no rule matches, and some of them. */
  missed: number;
  readonly missedLines: Samples;
}

/** Counts which rules win the lines of each shape. */
export class Verification implements LineTaker {
  readonly results = new Map<Shape, ShapeResult>();
  /** The indexes of rules that won lines of the given rules. */
  readonly thieves = new Set<number>();
  /** How many lines of forgotten shapes no rule matches, and how many the suggested rules match. */
  forgotten = 0;
  forgottenMatched = 0;
  readonly rulebook: Rulebook;
  private readonly table: ShapeTable;
  private readonly shapes: NumberLog;
  private readonly classifier: LineClassifier;
  private readonly given: LineClassifier;

  /** `rules` are the given rules with the suggested ones after them; `shapes` has the shape of each line that the given rules leave. */
  constructor(rules: readonly Rule[], given: Rulebook, table: ShapeTable, shapes: NumberLog) {
    this.shapes = shapes;
    shapes.rewind();
    this.rulebook = rulebookOf(rules);
    this.table = table;
    this.classifier = new LineClassifier(this.rulebook);
    this.given = new LineClassifier(given);
  }

  begin(): void {
    this.classifier.begin();
    this.given.begin();
  }

  add(bytes: Buffer, start: number, end: number): void {
    const rule = this.classifier.classify(bytes, start, end);
    if (this.given.classify(bytes, start, end) !== -1) {
      if (rule >= this.given.ruleCount && rule < this.classifier.ruleCount) this.thieves.add(rule);
      return;
    }
    const id = this.shapes.next();
    if (id === FORGOTTEN) {
      if (rule === -1) this.forgotten++;
      else this.forgottenMatched++;
      return;
    }
    const shape = this.table.shape(id);
    let result = this.results.get(shape);
    if (result === undefined) {
      result = { won: new Map(), missed: 0, missedLines: new Samples(MISSED_SAMPLES) };
      this.results.set(shape, result);
    }
    if (rule === -1) {
      result.missed++;
      result.missedLines.add(bytes, start, this.table.contentOf(bytes, start, end), end);
    } else {
      result.won.set(rule, (result.won.get(rule) ?? 0) + 1);
    }
  }
}
