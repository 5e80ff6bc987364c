import type { Element } from "../matcher/pattern.ts";
import { similarTo } from "./similar.ts";
import type { Steps, Way } from "./steps.ts";
import { type Stop, walk } from "./walk.ts";

/** A pattern that a line may be held against. */
export interface Candidate {
  /** The index of what it is the pattern of. */
  readonly kind: number;
  readonly elements: readonly Element[];
  readonly way: Way;
}

/** A candidate that does not match, and why not. */
export interface Near {
  readonly candidate: Candidate;
  readonly stop: Stop;
  /** The place up to which it got, with as much of its next text as stands there. */
  readonly upTo: number;
}

/** So many candidates that got equally far are looked at more closely. */
const MOST_COMPARED = 200;

/**
 * The candidates that come nearest to matching a line that none of them matches, given in the order of precedence: those of
 * which most elements match, then those that got furthest, then those whose next text the line has something like. What has
 * nothing of the line is not among them, but for the first.
 */
export function nearest(candidates: readonly Candidate[], line: Buffer, steps: Steps, count: number): Near[] {
  steps.reset();
  const all = candidates.flatMap((candidate): Near[] => {
    const stop = walk(candidate.way, line);
    return stop === undefined ? [] : [{ candidate, stop, upTo: upTo(candidate, stop, line) }];
  });
  all.sort(byProgress);
  const last = all[count - 1];
  const considered = all.slice(0, MOST_COMPARED).filter((one) => last === undefined || byProgress(one, last) <= 0);
  return considered
    .map((near) => ({ near, likeness: likeness(near, line) }))
    .sort((a, b) => byProgress(a.near, b.near) || b.likeness - a.likeness)
    .slice(0, count)
    .filter(({ near, likeness }, i) => i === 0 || near.stop.matched > 0 || likeness > 0)
    .map(({ near }) => near);
}

function byProgress(a: Near, b: Near): number {
  return b.stop.matched - a.stop.matched || b.upTo - a.upTo;
}

function upTo({ elements }: Candidate, { element: index, at, isOpen }: Stop, line: Buffer): number {
  const element = elements[index];
  if (isOpen || element === undefined || !("text" in element)) return at;
  const text = Buffer.from(element.text);
  let agreed = 0;
  while (agreed < text.length && line[at + agreed] === text[agreed]) agreed++;
  return at + agreed;
}

/** A text that stands elsewhere is less like it than one with a slip in it. */
const ELSEWHERE = 0.4;

/** From 0 to 1, how much the line has of the text that it has not. */
function likeness({ candidate: { elements }, stop }: Near, line: Buffer): number {
  const element = elements[stop.element];
  if (element === undefined || !("text" in element)) return 0;
  const text = Buffer.from(element.text);
  const bounds = { from: stop.at, isFixed: !stop.isOpen, endsLine: stop.element === elements.length - 1 };
  const [similar] = similarTo(text, line, bounds);
  if (similar !== undefined) return 1 - similar.distance / text.length;
  return line.includes(text, stop.at) ? ELSEWHERE : 0;
}
