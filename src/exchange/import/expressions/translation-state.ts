// What the translation of a node depends on: what has been collected from the last node up to it, and what follows it.

import { Line } from "../../../matcher/line.ts";
import type { Element, FieldType } from "../../../matcher/pattern.ts";
import { TypeMatchers } from "../../../matcher/types/type-registry.ts";
import { ANYTHING, type ByteSet, ONLY_LINE_END, singleByte, unionOf } from "../../../text/bytes/byte-set.ts";
import { groupBy } from "../../../text/collections/polyfills.ts";
import { BLANKS, DROPPED, OPTIONAL_BLANKS } from "../fields.ts";
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

/** The name of a field, and the text between it and the begin or the end of a node. */
export interface End {
  readonly name: string;
  readonly text: string;
  /** Present if both are behind the end of the node. */
  readonly isBeyond?: true;
}

/** A capture whose parts became fields, one of which may have its name. */
export interface Spanned {
  readonly name: string;
  /** What it takes. */
  readonly node: Expression;
  /** Where it ends, if no field of its own tells; nowhere if that is the end of the line. */
  readonly to?: readonly End[] | undefined;
}

/** The limit of nodes in a rule, with those of the definitions that it uses. */
const MAX_PARTS = 5000;
/** The limit of nested alternatives. Rules files have a limit too. */
const MAX_NESTING = 20;

/** What the translation of one expression collects. */
export class TranslationState {
  readonly texts: ExpressionTexts;
  readonly definitions: Definitions;
  readonly remarks: Remark[] = [];
  /** Fields that take more than their node, with the bytes of its texts. */
  readonly widened = new Map<Element, ByteSet>();
  /** Fields of `.*`, which take as much as they can in grok. */
  readonly greedy = new Set<Element>();
  /** Captures whose parts became fields, perhaps some that did so only in an attempt. */
  readonly spanned: Spanned[] = [];
  /** The names of captures that must be fields by themselves. */
  readonly unspanned: ReadonlySet<string>;
  /** Whether a node further right became a field that takes more. */
  hasWiderFields = false;
  private parts = 0;
  private nesting = 0;

  constructor(texts: ExpressionTexts, unspanned: ReadonlySet<string>) {
    this.unspanned = unspanned;
    this.texts = texts;
    this.definitions = texts.definitions;
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

/** What follows a node. */
export interface Next {
  /** What the line may have after the node, if the expression matches. */
  readonly regex: ByteSet;
  /** What the elements that follow may begin with. */
  readonly ours: ByteSet;
  /** Whether these begin with text, blanks or the end of the line, which ends a field before them. */
  readonly isDefinite: boolean;
  /** The text that they begin with, if there is only one; otherwise empty. */
  readonly text: string;
  /** Whether the pattern ends here and anything may follow, for which a field still has to be added. */
  readonly hasTail?: boolean;
  /** Whether a field of any text with a name may follow at once; undefined if that is unknown. */
  readonly startsNamed?: boolean | undefined;
  /** The field that follows at once, if it has a name, or after a text. */
  readonly begins?: string | undefined;
  readonly until?: End | undefined;
  /** Whether nothing else than a field of any text without a name follows. */
  readonly isDropped?: boolean | undefined;
  /** Whether this is one of several branches, in which a field of any text could take what another is for. */
  readonly isSplit?: boolean;
  /** Whether a field of any text ends where what follows first fits, whatever that is. */
  readonly isFirst?: boolean | undefined;
}

export const LINE_END_NEXT: Next = { regex: ONLY_LINE_END, ours: ONLY_LINE_END, isDefinite: true, text: "" };
const ANYTHING_NEXT: Next = { regex: ANYTHING, ours: ANYTHING, isDefinite: false, text: "" };
/** Before a field of any text without a name. */
export const DROPPED_NEXT: Next = { ...ANYTHING_NEXT, startsNamed: false, isDropped: true };
export const TAIL_NEXT: Next = { ...ANYTHING_NEXT, hasTail: true };

/** What follows a position before the elements from `at` on. Of what the expression has there, they say nothing. */
export function nextOf(elements: readonly Element[], next: Next, at = 0): Next {
  const element = elements[at];
  if (element === undefined) return next;
  if ("text" in element) {
    const after = nextOf(elements, next, at + 1);
    const first = firstByte(element.text);
    return {
      ...{ regex: first, ours: first, isDefinite: true, text: element.text + after.text, startsNamed: false },
      until: after.begins === undefined ? undefined : { name: after.begins, text: element.text },
    };
  }
  if ("field" in element) {
    const { field, type } = element;
    const isBlanks = element === BLANKS;
    const isNamed = field !== DROPPED;
    const first = firstOf(type);
    return {
      ...{ regex: first, ours: first, isDefinite: isBlanks, text: isBlanks ? " " : "" },
      ...{ startsNamed: type === undefined && isNamed, isDropped: type === undefined && !isNamed },
      begins: isNamed ? field : undefined,
    };
  }
  const after = nextOf(elements, next, at + 1);
  const all = element.alternatives.map((branch) => nextOf(branch, after));
  const names = new Set(all.map(({ begins }) => begins));
  const first = unionOf(all.map(({ ours }) => ours));
  return {
    ...{ regex: first, ours: first, isDefinite: all.every(({ isDefinite }) => isDefinite), text: "" },
    // Words before blanks that may be missing mostly end there.
    startsNamed: element !== OPTIONAL_BLANKS && all.some(({ startsNamed }) => startsNamed !== false),
    begins: names.size === 1 ? all[0]!.begins : undefined,
    isFirst: all.some(({ isFirst }) => isFirst),
  };
}

/** Matchers know what the texts of their types begin with. */
const types = new TypeMatchers(new Line());

function firstOf(type: FieldType | undefined): ByteSet {
  if (type === undefined) return ANYTHING;
  return "values" in type ? unionOf(type.values.map(firstByte)) : types.of(type).first;
}

/** The first byte of a text. */
export function firstByte(text: string): ByteSet {
  return singleByte(Buffer.from(text)[0]!);
}
