// Lets frequent shapes take in rare ones that they cover, such as those whose value has several words.

import { Matcher } from "../matcher/matcher.ts";
import { type Element, pattern } from "../matcher/pattern.ts";
import { VARYING } from "./skeleton.ts";

/** How many times as frequent a shape must be to take in another. */
const FREQUENCY = 5;
const MAX_TOKENS = 12;
const MAX_BLANKS = 2;

/** Maps each shape that another one takes in to that one. */
export function absorb(shapes: ReadonlyMap<string, number>): Map<string, string> {
  const names = [...shapes.keys()];
  const matcher = new Matcher(names.map((shape) => pattern(elementsOf(shape))));
  const one = names.map((shape) => new Matcher([pattern(elementsOf(shape))]));
  const absorbed = new Map<string, string>();
  for (const shape of names) {
    const bytes = Buffer.from(shape);
    const takers = matcher
      .matching(bytes, 0, bytes.length)
      .filter((i) => names[i] !== shape && shapes.get(names[i]!)! >= FREQUENCY * shapes.get(shape)!)
      .filter((i) => mayTake(one[i]!, names[i]!, bytes))
      .sort((a, b) => shapes.get(names[b]!)! - shapes.get(names[a]!)! || (names[a]! < names[b]! ? -1 : 1));
    if (takers.length > 0) absorbed.set(shape, names[takers[0]!]!);
  }
  // A shape that takes in another may itself be taken in.
  for (const [shape, to] of absorbed) {
    let last = to;
    while (absorbed.has(last)) last = absorbed.get(last)!;
    absorbed.set(shape, last);
  }
  return absorbed;
}

/** The elements of a pattern in which each varying part is a field. */
export function elementsOf(shape: string): Element[] {
  return shape
    .split(VARYING)
    .flatMap((text, i) => [...(i === 0 ? [] : [{ field: `f${i}` }]), ...(text === "" ? [] : [{ text }])]);
}

function mayTake(matcher: Matcher, shape: string, bytes: Buffer): boolean {
  if (matcher.match(bytes, 0, bytes.length) === -1) return false;
  const fields = shape.split(VARYING).length - 1;
  for (let field = 0; field < fields; field++) {
    const [from, to] = [matcher.bounds[2 * field]!, matcher.bounds[2 * field + 1]!];
    const text = bytes.toString("utf8", from, to);
    const blanks = text.split(" ").length - 1;
    const isOuter = from === 0 || to === bytes.length;
    if (isOuter ? blanks > 0 : blanks > MAX_BLANKS || tokenCount(text) > MAX_TOKENS) return false;
  }
  return true;
}

function tokenCount(text: string): number {
  return text.match(/[A-Za-z0-9_\x80-\xff]+|[\s\S]/g)?.length ?? 0;
}
