import type { Element } from "../matcher/pattern.ts";
import { typeEntry } from "../matcher/types/registry.ts";
import { shortened, yamlText } from "./edit.ts";
import { openedAt } from "./opened.ts";
import { similarTo } from "./similar.ts";
import { valueEnd } from "./value-end.ts";
import type { Stop } from "./walk.ts";
import type { Walker } from "./walker.ts";

/** What was expected in a line, in words, and where. */
export interface Expectation {
  readonly expected: readonly string[];
  /** The place where it was expected, and the end of what was found instead. */
  readonly from: number;
  readonly to: number;
  /** Whether nothing that resembles it was found, though it could have stood at many places from there on. */
  readonly isMissing: boolean;
}

const TOO_COSTLY = "what takes too long to find out for such a line";

/** What was expected where the elements stopped; in alternatives, what each of those that got furthest expected. */
export function expectation(elements: readonly Element[], stop: Stop, walker: Walker): Expectation {
  if (stop.isGivenUp) return { expected: [TOO_COSTLY], from: stop.at, to: stop.at, isMissing: true };
  const stops = [{ elements, stop }, ...openedStops(elements, stop, walker)];
  const furthest = stops.reduce((at, { stop }) => Math.max(at, stop.at), 0);
  const last = stops.filter(({ stop }) => stop.at === furthest);
  const closest = last.filter(({ elements, stop }) => !("alternatives" in (elements[stop.element] ?? {})));
  const { elements: own, stop: told } = closest[0] ?? last[0]!;
  const expected = new Set((closest.length === 0 ? last : closest).map((one) => inWords(one.elements, one.stop)));
  return { expected: fewOf([...expected]), ...found(own, walker.line, told) };
}

/** Where each branch stopped, of alternatives in which or right after which the pattern stopped. */
function openedStops(
  elements: readonly Element[],
  stop: Stop,
  walker: Walker,
): { elements: readonly Element[]; stop: Stop }[] {
  return [stop.element, stop.element - 1].flatMap((index) =>
    openedAt(elements, index, walker).flatMap(({ branch, opened, stop }) => {
      if (stop.element >= index + branch.length) return [];
      return [{ elements: opened, stop }, ...openedStops(opened, stop, walker)];
    }),
  );
}

const MOST_EXPECTED = 6;

function fewOf(expected: readonly string[]): readonly string[] {
  const more = expected.length - MOST_EXPECTED;
  return more < 2 ? expected : [...expected.slice(0, MOST_EXPECTED), `one of ${more} others`];
}

const MOST_VALUES = 6;

function inWords(elements: readonly Element[], { element: index, isOpen }: Stop): string {
  const element = elements[index];
  if (element === undefined) return "the end of the line";
  const isLast = index === elements.length - 1;
  if ("text" in element) {
    return `the text ${shortened(yamlText(element.text))}${isLast && isOpen ? " at the end of the line" : ""}`;
  }
  if ("alternatives" in element) return "one of the alternatives";
  const { kind, field } = element;
  // A field of any text matches everywhere; the walk was given up there.
  if (kind === undefined) return `the field ${yamlText(field)}`;
  if ("parser" in kind) return `${typeEntry(kind.parser).noun} (parser: ${kind.parser})`;
  const values = kind.values.slice(0, MOST_VALUES).map((value) => shortened(yamlText(value)));
  return `one of the values ${values.join(", ")}${values.length < kind.values.length ? ", …" : ""}`;
}

/** So many bytes are told of what was found instead. */
const MOST_FOUND = 48;

function found(
  elements: readonly Element[],
  line: Buffer,
  { element: index, at, isOpen }: Stop,
): Omit<Expectation, "expected"> {
  const element = elements[index];
  if (element === undefined) return { from: at, to: line.length, isMissing: false };
  const next = elements[index + 1];
  if ("text" in element) {
    const text = Buffer.from(element.text);
    const [similar] = similarTo(text, line, { from: at, isFixed: !isOpen, endsLine: next === undefined });
    if (similar !== undefined) return { from: similar.from, to: similar.to, isMissing: false };
    if (isOpen) {
      const from = next === undefined ? line.length : at;
      return { from, to: from, isMissing: true };
    }
    return { from: at, to: ends(line, at + text.length), isMissing: false };
  }
  if (isOpen) return { from: at, to: at, isMissing: true };
  return { from: at, to: ends(line, Math.min(valueEnd(next, line, at), at + MOST_FOUND)), isMissing: false };
}

/** The place, or if that is within a character the end of that one; at most the end of the line. */
function ends(line: Buffer, place: number): number {
  let end = Math.min(place, line.length);
  while (end < line.length && (line[end]! & 0xc0) === 0x80) end++;
  return end;
}
