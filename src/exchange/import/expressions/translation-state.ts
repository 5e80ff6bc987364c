// What the translation of one expression collects, from the last node to the first.

import type { Element } from "../../../matcher/pattern.ts";
import { groupBy } from "../../../text/collections/runtime-gaps.ts";
import type { Definitions } from "./definitions.ts";
import { type Expression, offsetOf, UnsupportedError } from "./expression.ts";
import type { ExpressionTexts } from "./expression-texts.ts";

/** A difference between a node and what it becomes, for a comment in the rules file. */
interface Remark {
  /** The field, or the node itself. */
  readonly subject: string | undefined;
  readonly words: string;
  /** How the node, as it is written in `source`, is related to the words: `not only`. */
  readonly relation: string;
  readonly source: string | undefined;
}

/** The limit of nodes in a rule, with those of the definitions that it uses. */
const MAX_PARTS = 5000;
/** The limit of nested alternatives. Rules files have a limit too. */
const MAX_NESTING = 20;

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
      throw new UnsupportedError(`has alternatives more than ${MAX_NESTING} levels deep`);
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

  /** The remarks as lines, in the order of the nodes. Subjects with the same remark share a line. */
  remarkLines(): string[] {
    const groups = groupBy([...this.remarks].reverse(), ({ words, relation }) => `${words}\n${relation}`);
    return Array.from(groups.values(), (group) => {
      const { words, relation } = group[0]!;
      const subjects = distinct(group.map(({ subject }) => subject));
      const sources = distinct(group.map(({ source }) => source));
      const head = subjects.length === 0 ? "" : `${subjects.join(", ")}: `;
      return `${head}${words}${sources.length === 0 ? "" : `, ${relation} ${sources.join(", ")}`}`;
    });
  }
}

function distinct(texts: readonly (string | undefined)[]): (string | undefined)[] {
  return [...new Set(texts)].filter((text) => text !== undefined);
}
