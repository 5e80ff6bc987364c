import type { WhyMatched, WhyRules, WhyUnmatched } from "../../why/explanation.ts";
import type { ExplainedShape, UnmatchedShapes } from "./unmatched-shapes.ts";

/** Writes explanations in one format. */
export interface WhyWriter {
  /** Adds the explanation of a line, by its number. */
  addLine(number: number, line: Buffer, why: WhyMatched | WhyUnmatched): void;
  /** Adds what keeps some rules from winning a line. */
  addRules(number: number, line: Buffer, why: WhyRules): void;
  /** Says that the log has no lines. */
  noLines(): void;
  /** Adds the explanation of lines of one shape. */
  addShape(shape: ExplainedShape): void;
  /** Adds what there is besides the shapes that are explained. */
  endShapes(shapes: UnmatchedShapes): void;
}
