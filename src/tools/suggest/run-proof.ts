// Runs suggested rules on runs of the same work, to see what their fields have in each.

import type { LineConsumer } from "../../run/log-lines.ts";
import { LineClassifier } from "../../run/rulebook.ts";
import { RunValues } from "../../run/run-values.ts";
import { ValueBudget } from "../../text/collections/value-counts.ts";
import { contentFields } from "./content-pattern.ts";
import { whyNotTried } from "./log-sample.ts";
import type { Mined } from "./mine.ts";
import { shapeKey } from "./shape-table.ts";

/** Only if there are this many times as many other shapes, those that vary get rules of their own. */
const MIN_SAME_PER_VARYING = 4;

/** Text is held of so many shapes of lines. */
const MAX_SHAPES = 16_000;

function doesVary(values: RunValues | undefined): boolean {
  const proof = values?.proof({ isInHeader: false, areStates: false });
  return proof !== undefined && proof !== "same";
}

/** Takes the lines of runs. */
export class RunProof implements LineConsumer {
  /** What the lines of each shape have behind the header, by its key. */
  private readonly contents = new Map<string, RunValues>();
  private readonly traces = new Map<string, RunValues>();
  private readonly mined: Mined;
  private readonly runs: readonly number[];
  private readonly classifier: LineClassifier;
  private readonly budget = new ValueBudget();
  private log = -1;

  constructor(mined: Mined, runs: readonly number[]) {
    this.mined = mined;
    this.runs = runs;
    this.classifier = new LineClassifier(mined.patterns.rulebook);
  }

  begin(): void {
    this.classifier.begin();
    this.log++;
  }

  add(bytes: Buffer, start: number, end: number, flaw: string | undefined): void {
    const { classifier } = this;
    const run = this.runs[this.log]!;
    const { patterns, table } = this.mined;
    const linePattern = classifier.classify(bytes, start, end, whyNotTried(flaw, start, end) === undefined);
    const draft = patterns.drafts[linePattern];
    const isTrace = patterns.rulebook.linePatterns[linePattern]?.isTrace;
    if (draft === undefined && !isTrace) return;
    const line = bytes.subarray(start, end);
    const { key, content } = table.keyOf(line);
    const contents = isTrace ? this.traces : this.contents;
    const known = contents.get(key) ?? (contents.size < MAX_SHAPES ? this.newValues() : undefined);
    if (known !== undefined) contents.set(key, known);
    known?.add(line, content, line.length, run);
    if (draft === undefined) return;
    patterns.forCaptures(linePattern, classifier.bounds, (values, from, to) => {
      values.runs ??= this.newValues();
      values.runs.add(bytes, from, to, run);
    });
  }

  /**
   * After the last line: the keys of shapes that vary among others of their rules that do not, as of a list of settings
   * the one with the run's folder; and whether stack traces, which stay as they are, are the same in all runs.
   */
  finish(): { readonly apart: ReadonlySet<string>; readonly hasTraces: boolean } {
    this.markMixed();
    const varying = [...this.traces].flatMap(([key, values]) => (doesVary(values) ? [key] : []));
    const apart = new Set(varying);
    for (const { shapes } of this.mined.drafts) {
      const keys = shapes.map(shapeKey);
      const own = keys.filter((key) => doesVary(this.contents.get(key)));
      if (keys.length > MIN_SAME_PER_VARYING * own.length) for (const key of own) apart.add(key);
    }
    return { apart, hasTraces: varying.length === 0 };
  }

  /** Finds the rules whose fields have the same values in all runs, but not in the same lines. */
  private markMixed(): void {
    for (const { parts, shapes } of this.mined.drafts) {
      const fields = contentFields(parts).flatMap(({ captured }) => captured.runs ?? []);
      if (fields.some(doesVary) || !shapes.some((shape) => doesVary(this.contents.get(shapeKey(shape))))) continue;
      for (const field of fields) field.areMixed = true;
    }
  }

  private newValues(): RunValues {
    return new RunValues(this.runs.at(-1)! + 1, this.budget);
  }
}
