// Counts what suggested rules do with all lines of logs.

import type { LineConsumer } from "../../run/log-lines.ts";
import { LineClassifier } from "../../run/rulebook.ts";
import { hasLineBreak } from "../../text/bytes/ascii.ts";
import { Traces } from "../../text/events/event-reader.ts";
import type { Draft } from "./draft.ts";
import { LogSample, whyNotTried } from "./log-sample.ts";
import type { Mined } from "./mine.ts";
import type { GivenRules } from "./rules-file.ts";
import type { Shape } from "./shape-table.ts";

/** Why the lines of a shape have no rule that was asked for. */
export type Limit = "belowMinCount" | "beyondMaxRules";

/** Counts lines by what wins them. */
export class Tally implements LineConsumer {
  lineCount = 0;
  givenCount = 0;
  matched = 0;
  /** How many lines the rule of each draft wins. */
  readonly won = new Map<Draft, number>();
  /** Lines that no suggested rule matches, or none that says something. */
  readonly unmatched = {
    belowMinCount: 0,
    beyondMaxRules: 0,
    beyondMemory: 0,
    withLineBreak: 0,
    inNameOnly: 0,
    empty: 0,
    missed: 0,
  };
  /** How many lines hold no text for rules, by the reason. */
  readonly flaws = new Map<string, number>();
  /** Lines for which better rules may be found: those without one, and given ones that a suggested rule wins. */
  readonly left = new LogSample();
  /** Lines without a rule that was asked for lead their stack traces, which have no rule for the same reason. */
  private readonly traces = new Traces<Limit>();
  readonly mined: Mined;
  private readonly leftOut: ReadonlyMap<Shape, Limit>;
  private readonly classifier: LineClassifier;
  private readonly given: LineClassifier;

  constructor(mined: Mined, given: GivenRules, leftOut: ReadonlyMap<Shape, Limit>) {
    this.mined = mined;
    this.leftOut = leftOut;
    this.classifier = new LineClassifier(mined.patterns.rulebook);
    this.given = new LineClassifier(given.rulebook);
  }

  begin(): void {
    this.classifier.begin();
    this.given.begin();
    this.left.begin();
    this.traces.begin();
  }

  add(bytes: Buffer, start: number, end: number, ownFlaw: string | undefined): void {
    const flaw = whyNotTried(ownFlaw, start, end);
    const isText = flaw === undefined;
    this.lineCount++;
    const linePattern = this.classifier.classify(bytes, start, end, isText);
    const draft = this.mined.patterns.drafts[linePattern];
    const isGiven = this.given.countsAsMatched(this.given.classify(bytes, start, end, isText));
    if (isGiven) this.givenCount++;
    else if (!isText) this.flaws.set(flaw, (this.flaws.get(flaw) ?? 0) + 1);
    else if (this.classifier.countsAsMatched(linePattern)) this.matched++;
    else if (draft !== undefined || this.mined.patterns.rulebook.linePatterns[linePattern]?.isTrace)
      this.unmatched.inNameOnly++;
    else {
      const reason = this.reason(bytes, start, end);
      this.unmatched[reason]++;
      // Empty lines would take the room of others, and they separate none.
      if (reason === "empty") return;
      if (reason === "missed" || reason === "beyondMemory") this.leave(bytes, start, end, false);
      return;
    }
    this.traces.begin();
    if (draft === undefined) {
      this.left.begin();
      return;
    }
    this.won.set(draft, (this.won.get(draft) ?? 0) + 1);
    if (isGiven) this.leave(bytes, start, end, true);
    else this.left.begin();
  }

  private leave(bytes: Buffer, start: number, end: number, isGiven: boolean): void {
    if (this.left.isFull) this.left.begin();
    else this.left.add(bytes, start, end, isGiven);
  }

  private reason(bytes: Buffer, start: number, end: number): keyof Tally["unmatched"] {
    if (hasLineBreak(bytes, start, end)) return "withLineBreak";
    const line = bytes.subarray(start, end);
    const shape = this.mined.table.shapeOf(line);
    const isEmpty = start === end;
    if (shape === undefined) return this.traces.leaderOf(line) ?? (isEmpty ? "empty" : "beyondMemory");
    const limit = this.leftOut.get(shape);
    this.traces.lead(line, shape.header !== -1, limit);
    return limit ?? (isEmpty ? "empty" : "missed");
  }
}
