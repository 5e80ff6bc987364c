import type { Element } from "../../../matcher/pattern.ts";
import type { Definitions } from "./definitions.ts";
import { type Expression, offsetOf, UnsupportedError } from "./expression.ts";
import type { ExpressionTexts } from "./expression-texts.ts";
import type { Remark } from "./remarks.ts";

/** The limit of nodes in a rule, with those of the definitions that it uses. */
const MAX_PARTS = 5000;
/** The limit of nested alternatives. Rules files have a limit too. */
const MAX_NESTING = 20;

/** What the translation of one expression collects, from the last node to the first. */
export class TranslationState {
  readonly texts: ExpressionTexts;
  readonly definitions: Definitions;
  /** The tool, for remarks. */
  readonly tool: string;
  readonly remarks: Remark[] = [];
  /** Fields of any text that take more than their node. */
  readonly widened = new Set<Element>();
  /** Whether a node further right became a field that takes more. */
  hasWiderFields = false;
  private parts = 0;
  private nesting = 0;

  constructor(texts: ExpressionTexts, tool: string) {
    this.texts = texts;
    this.definitions = texts.definitions;
    this.tool = tool;
  }

  /** Bounds the work for a rule, whose definitions may use each other many times. */
  count(node: Expression): void {
    if (++this.parts > MAX_PARTS) throw new UnsupportedError(`has more than ${MAX_PARTS} parts`, offsetOf(node));
  }

  /** Runs `work` one level deeper. Throws if that is too deep. */
  nested<T>(work: () => T): T {
    if (this.nesting === MAX_NESTING)
      throw new UnsupportedError(`has alternatives more than ${MAX_NESTING} levels deep`, 0);
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
