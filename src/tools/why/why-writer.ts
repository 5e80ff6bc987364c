import type { WhyMatched, WhyRules, WhyUnmatched } from "./explanation.ts";
import type { ExplainedTemplate, NoTexts, UnmatchedTemplates } from "./unmatched-templates.ts";

/** Writes explanations in one format. */
export interface WhyWriter {
  /** Adds the explanation of a line, by its number. */
  addLine(number: number, line: Buffer, why: WhyMatched | WhyUnmatched): void;
  /** Adds a line that holds no text for rules, and the reason, in words that follow the name of the line. */
  addNoText(number: number, line: Buffer, flaw: string): void;
  /** Adds what keeps some rules from winning a line. */
  addRules(number: number, line: Buffer, why: WhyRules): void;
  /** Says that the log has no lines. */
  noLines(): void;
  /** Adds the explanation of lines of one template. */
  addTemplate(template: ExplainedTemplate): void;
  /** Adds the lines that hold no text, for one reason. */
  addNoTexts(lines: NoTexts): void;
  /** Adds what there is besides the templates that are explained. */
  endTemplates(templates: UnmatchedTemplates): void;
}
