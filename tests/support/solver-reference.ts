// The expected results of patterns with types, alternatives and optional parts, computed by plain search without
// memory. It follows the elements as written, in the order that a backtracking regular expression would use.
import type { Element, FieldElement } from "../../src/matcher/pattern.ts";
import { typeReference, valuesEnds } from "./field-types.ts";
import { oracleEnds } from "./timestamp-oracle.ts";

/** The Latin-1 text that one field captured on the path taken. */
export interface ReferenceCapture {
  readonly field: string;
  readonly text: string;
}

/** Thrown by a search that takes too long. */
export class TooLong extends Error {}

const MAX_STEPS = 30_000;

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");

/** What the fields capture, in the order of the line, or undefined if the pattern does not match. */
export function referenceCaptures(elements: readonly Element[], bytes: Uint8Array): ReferenceCapture[] | undefined {
  const line = Buffer.from(bytes).toString("latin1");
  const preferred = preferringFields(elements);
  const plain = new Search(line);
  if (preferred.size === 0) return plain.whole(elements);
  return new Search(line, preferred).whole(elements) ?? plain.whole(elements);
}

type Then = (at: number, captures: ReferenceCapture[]) => ReferenceCapture[] | undefined;

class Search {
  private readonly line: string;
  /** Fields of any text that have to be date-times here. */
  private readonly dated: ReadonlySet<Element>;
  private readonly known = new Map<string, number[]>();
  private steps = 0;

  constructor(line: string, dated: ReadonlySet<Element> = new Set()) {
    this.line = line;
    this.dated = dated;
  }

  whole(elements: readonly Element[]): ReferenceCapture[] | undefined {
    return this.sequence(elements, 0, [], (at, captures) => (at === this.line.length ? captures : undefined));
  }

  private sequence(
    elements: readonly Element[],
    at: number,
    captures: ReferenceCapture[],
    then: Then,
  ): ReferenceCapture[] | undefined {
    if (++this.steps > MAX_STEPS) throw new TooLong();
    const [first, ...rest] = elements;
    if (first === undefined) return then(at, captures);
    const goOn: Then = (to, more) => this.sequence(rest, to, more, then);
    if ("text" in first) {
      const text = latin1(first.text);
      return this.line.startsWith(text, at) ? goOn(at + text.length, captures) : undefined;
    }
    if ("alternatives" in first) {
      const dated = first.alternatives.filter((branch) =>
        occurrences(branch).some(({ element }) => this.dated.has(element)),
      );
      const branches = dated.length > 0 ? dated : first.alternatives;
      return firstOf(branches, (branch) => this.sequence(branch, at, captures, goOn));
    }
    return firstOf(this.ends(first, at), (end) =>
      goOn(end, [...captures, { field: first.field, text: this.line.slice(at, end) }]),
    );
  }

  /** Where the field may end, in the order to try. */
  private ends(element: FieldElement, at: number): number[] {
    const { type } = element;
    const { line } = this;
    if (this.dated.has(element)) return oracleEnds(line, at);
    if (type === undefined) return Array.from({ length: line.length + 1 - at }, (_, i) => at + i);
    if ("values" in type) return valuesEnds(type.values.map(latin1), line, at);
    const key = `${type.typeName} ${at}`;
    const ends = this.known.get(key) ?? typeReference(type.typeName).ends(line, at);
    this.known.set(key, ends);
    return ends;
  }
}

function firstOf<T>(
  choices: readonly T[],
  attempt: (choice: T) => ReferenceCapture[] | undefined,
): ReferenceCapture[] | undefined {
  for (const choice of choices) {
    const captures = attempt(choice);
    if (captures !== undefined) return captures;
  }
  return undefined;
}

/** A field element, and which branches of which alternatives lead to it. */
interface Occurrence {
  readonly element: FieldElement;
  readonly way: ReadonlyMap<Element, number>;
}

/** The fields in the order of writing. An element that is used in two places must be two objects. */
function occurrences(elements: readonly Element[], way: ReadonlyMap<Element, number> = new Map()): Occurrence[] {
  return elements.flatMap((element) => {
    if ("text" in element) return [];
    if ("field" in element) return [{ element, way }];
    return element.alternatives.flatMap((branch, i) => occurrences(branch, new Map([...way, [element, i]])));
  });
}

const exclude = (a: Occurrence, b: Occurrence): boolean =>
  [...a.way].some(([choice, branch]) => (b.way.get(choice) ?? branch) !== branch);

/** The elements of the first `timestamp` field that take any text: one, or several that exclude each other. */
function preferringFields(elements: readonly Element[]): Set<Element> {
  const one: Occurrence[] = [];
  for (const occurrence of occurrences(elements).filter(({ element }) => element.field === "timestamp")) {
    if (one.every((other) => exclude(other, occurrence))) one.push(occurrence);
  }
  return new Set(one.map(({ element }) => element).filter(({ type }) => type === undefined));
}

/** Whether all fields with a name are one field: every two of them exclude each other. */
export function isOneField(elements: readonly Element[], field: string): boolean {
  const all = occurrences(elements).filter(({ element }) => element.field === field);
  return all.every((a, i) => all.slice(i + 1).every((b) => exclude(a, b)));
}

/** How many bytes of literal text each line of these elements has at least. */
function bytesOf(elements: readonly Element[]): number {
  return sum(elements, (element) => {
    if ("text" in element) return Buffer.byteLength(element.text);
    return "field" in element ? 0 : Math.min(...element.alternatives.map(bytesOf));
  });
}

const isAny = (element: Element | undefined): boolean =>
  element !== undefined && "field" in element && element.type === undefined;

/** Groups of adjacent fields that take any text. */
function groupsOf(elements: readonly Element[]): number {
  return sum(elements, (element, i) => {
    if ("alternatives" in element) return Math.max(...element.alternatives.map(groupsOf));
    return isAny(element) && !isAny(elements[i - 1]) ? 1 : 0;
  });
}

function sum(elements: readonly Element[], count: (element: Element, i: number) => number): number {
  return elements.map(count).reduce((a, b) => a + b, 0);
}

/** The indexes of the rules by the law of precedence as it is documented, the best first. */
export function referenceOrder(rules: readonly (readonly Element[])[]): number[] {
  return rules
    .map((rule, i) => ({ i, bytes: bytesOf(rule), groups: groupsOf(rule) }))
    .sort((a, b) => b.bytes - a.bytes || a.groups - b.groups || a.i - b.i)
    .map(({ i }) => i);
}

/** The index of the rule that wins the line, or -1. */
export function referenceWinner(rules: readonly (readonly Element[])[], line: Uint8Array): number {
  return referenceOrder(rules).find((i) => referenceCaptures(rules[i]!, line) !== undefined) ?? -1;
}
