import type { Element } from "../../matcher/pattern.ts";
import type { Definitions } from "./definitions.ts";
import { type Expression, NotSayable, offsetOf } from "./expression.ts";
import type { ExpressionTexts } from "./expression-texts.ts";
import type { Remark } from "./remarks.ts";

/** Parts of one rule, with those of the definitions that it uses. */
const MAX_PARTS = 5000;
/** How deep alternatives may contain others. A rules file has a limit, too. */
const MAX_NESTING = 20;

/** What the translation of one expression collects, from the last part to the first. */
export class TranslationState {
  readonly texts: ExpressionTexts;
  readonly definitions: Definitions;
  /** The tool, for remarks. */
  readonly tool: string;
  readonly remarks: Remark[] = [];
  /** Fields of any text that take more than their part. */
  readonly widened = new Set<Element>();
  /** Whether some part that was translated, which is to the right of what comes, became a field that takes more. */
  hasWiderFields = false;
  private parts = 0;
  private nesting = 0;

  constructor(texts: ExpressionTexts, tool: string) {
    this.texts = texts;
    this.definitions = texts.definitions;
    this.tool = tool;
  }

  /** Bounds what is done for a rule, whose definitions may use each other many times. */
  count(node: Expression): void {
    if (++this.parts > MAX_PARTS) throw new NotSayable(`has more than ${MAX_PARTS} parts`, offsetOf(node));
  }

  /** Bounds how deep `work` calls this again. */
  nested<T>(work: () => T): T {
    if (this.nesting === MAX_NESTING) throw new NotSayable(`has alternatives more than ${MAX_NESTING} levels deep`, 0);
    this.nesting++;
    try {
      return work();
    } finally {
      this.nesting--;
    }
  }

  remark(subject: string | undefined, words: string, relation = "", source?: string): void {
    this.remarks.push({ subject, words, relation, source });
  }
}
