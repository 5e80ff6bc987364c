import { Matcher } from "../matcher/matcher.ts";
import { type Element, pattern } from "../matcher/pattern.ts";
import { literalBytes } from "../matcher/precedence.ts";
import { type Edit, edited } from "./edit.ts";
import { editsAt, isSpecific, restAsField } from "./edits.ts";
import type { Mismatch } from "./walk.ts";
import type { Walker } from "./walker.ts";
import { isOptional } from "./yaml-text.ts";

/** Edits with which a pattern matches a line if all are made, in their order. */
export interface Fix {
  readonly edits: readonly Edit[];
  readonly elements: readonly Element[];
  readonly cost: number;
}

/** A rule that needs more has little to do with the line. */
const MAX_EDITS = 2;
const MAX_COST = 10;

/** At least so much of a rule's literal text is left, or all but a few bytes: with less it would match nearly any line. */
const MIN_TEXT_LEFT = 1 / 3;
const EXPENDABLE_BYTES = 4;

/** What costs no more than this is told at once: several edits would hardly cost less. */
const SMALL_COST = 4;

/**
 * The smallest edits that make elements match a line, as the matcher itself has confirmed; undefined if none are found. The
 * fields in `needed` stay.
 */
export function suggestFix(
  elements: readonly Element[],
  mismatch: Mismatch,
  walker: Walker,
  needed: ReadonlySet<string>,
): Fix | undefined {
  const bytes = literalBytes(pattern(elements));
  const kept: Kept = { needed, bytes: Math.min(MIN_TEXT_LEFT * bytes, bytes - EXPENDABLE_BYTES) };
  const { line } = walker;
  let best: Fix | undefined;
  let [current, at, spent] = [elements, mismatch, 0];
  const edits: Edit[] = [];
  while (edits.length < MAX_EDITS) {
    const tried: Tried[] = [];
    for (const edit of editsOf(current, at, walker).sort((a, b) => a.cost - b.cost)) {
      const cost = spent + edit.cost;
      // One edit is better than none, whatever it costs.
      if (cost >= (best?.cost ?? (edits.length === 0 ? Number.POSITIVE_INFINITY : MAX_COST))) break;
      const changed = edited(current, edit);
      if (walker.hasSpent(1)) return best;
      const next = walker.walk(changed);
      if (!isWorthwhile(changed, kept)) continue;
      if (next !== undefined) tried.push({ edit, elements: changed, mismatch: next });
      else if (isMatched(changed, line)) best = { edits: [...edits, edit], elements: changed, cost };
    }
    if (best !== undefined && best.cost <= SMALL_COST) break;
    // The edit that gets furthest is made, and the next one is sought where that does not match.
    const [furthest] = tried.filter((one) => left(one) < current.length - at.element).sort((a, b) => left(a) - left(b));
    if (furthest === undefined) break;
    edits.push(furthest.edit);
    [current, at, spent] = [furthest.elements, furthest.mismatch, spent + furthest.edit.cost];
  }
  return best ?? endAsField(elements, line, mismatch, kept);
}

/** What of a rule has to stay when it is edited. */
interface Kept {
  /** The names of fields. */
  readonly needed: ReadonlySet<string>;
  /** The least literal text, in bytes. */
  readonly bytes: number;
}

interface Tried {
  readonly edit: Edit;
  readonly elements: readonly Element[];
  readonly mismatch: Mismatch;
}

/** How many elements were not reached. */
function left({ elements, mismatch }: Tried): number {
  return elements.length - mismatch.element;
}

/** The edits at a mismatch; with those in branches, if the element that did not match, or the one before it, has alternatives. */
function editsOf(elements: readonly Element[], mismatch: Mismatch, walker: Walker): Edit[] {
  const own = editsAt({ elements, line: walker.line, mismatch });
  const failed = [mismatch.element, mismatch.element - 1];
  return [...own, ...failed.flatMap((index) => branchEdits(elements, index, walker))];
}

/** The edits in the branches of alternatives: each branch is tried as if it were the only one. */
function branchEdits(elements: readonly Element[], index: number, walker: Walker): Edit[] {
  const element = elements[index];
  if (element === undefined || !("alternatives" in element)) return [];
  return walker.expandBranches(elements, index).flatMap(({ branch, elements: expanded, mismatch }) =>
    editsOf(expanded, mismatch, walker)
      .filter((edit) => edit.index >= index && edit.index + edit.removed <= index + branch.length)
      .map((edit) => {
        const changed = edited(branch, { ...edit, index: edit.index - index });
        const branches = element.alternatives.map((one) => (one === branch ? changed : one));
        const description = `${edit.description}, in - ${isOptional(element) ? "optional" : "alternatives"}`;
        return { ...edit, index, removed: 1, inserted: [{ alternatives: branches }], description };
      }),
  );
}

/** The rest of the rule as a field, if that makes it match and enough of it is left. */
function endAsField(elements: readonly Element[], line: Buffer, mismatch: Mismatch, kept: Kept): Fix | undefined {
  // A rule of empty alternatives alone has no elements, and so no rest.
  if (elements.length === 0) return undefined;
  const edit = restAsField({ elements, line, mismatch });
  const changed = edited(elements, edit);
  return isWorthwhile(changed, kept) && isMatched(changed, line)
    ? { edits: [edit], elements: changed, cost: edit.cost }
    : undefined;
}

function isMatched(elements: readonly Element[], line: Buffer): boolean {
  return new Matcher([pattern(elements)]).match(line, 0, line.length) === 0;
}

/** Whether all is left that has to be, and the pattern still says something about its lines. */
function isWorthwhile(elements: readonly Element[], { needed, bytes }: Kept): boolean {
  if (!isSpecific(elements)) return false;
  const made = pattern(elements);
  return literalBytes(made) >= bytes && [...needed].every((name) => made.fields.includes(name));
}
