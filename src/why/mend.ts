import { Matcher } from "../matcher/matcher.ts";
import { type Element, pattern } from "../matcher/pattern.ts";
import { literalBytes } from "../matcher/precedence.ts";
import { type Edit, edited, isOptional } from "./edit.ts";
import { editsAt, isSpecific, restAsField } from "./edits.ts";
import { openedAt } from "./opened.ts";
import type { Stop } from "./walk.ts";
import type { Walker } from "./walker.ts";

/** Edits with which a pattern matches a line if all are made, in their order. */
export interface Mend {
  readonly edits: readonly Edit[];
  readonly elements: readonly Element[];
  readonly cost: number;
}

/** A rule that needs more has little to do with the line. */
const MOST_EDITS = 2;
const MOST_COST = 10;

/** At least so much of a rule's literal text is left, or all but a few bytes: with less it would match nearly any line. */
const LEAST_LEFT = 1 / 3;
const FEW_BYTES = 4;

/** What costs no more than this is told at once: several edits would hardly cost less. */
const SMALL_COST = 4;

/**
 * The smallest edits that make elements match a line, as the matcher itself has confirmed; undefined if none are found. The
 * fields in `needed` stay.
 */
export function mend(
  elements: readonly Element[],
  stop: Stop,
  walker: Walker,
  needed: ReadonlySet<string>,
): Mend | undefined {
  const bytes = literalBytes(pattern(elements));
  const kept: Kept = { needed, bytes: Math.min(LEAST_LEFT * bytes, bytes - FEW_BYTES) };
  const { line } = walker;
  let best: Mend | undefined;
  let [current, place, spent] = [elements, stop, 0];
  const edits: Edit[] = [];
  while (edits.length < MOST_EDITS) {
    const tried: Tried[] = [];
    for (const edit of editsOf(current, place, walker).sort((a, b) => a.cost - b.cost)) {
      const cost = spent + edit.cost;
      // One edit is better than none, whatever it costs.
      if (cost >= (best?.cost ?? (edits.length === 0 ? Number.POSITIVE_INFINITY : MOST_COST))) break;
      const changed = edited(current, edit);
      if (walker.hasSpent(1)) return best;
      const stop = walker.walk(changed);
      if (!isWorthwhile(changed, kept)) continue;
      if (stop !== undefined) tried.push({ edit, elements: changed, stop, left: changed.length - stop.element });
      else if (isMatched(changed, line)) best = { edits: [...edits, edit], elements: changed, cost };
    }
    if (best !== undefined && best.cost <= SMALL_COST) break;
    // The edit that gets furthest is made, and the next one is sought where that stops.
    const [next] = tried.filter(({ left }) => left < current.length - place.element).sort((a, b) => a.left - b.left);
    if (next === undefined) break;
    edits.push(next.edit);
    [current, place, spent] = [next.elements, next.stop, spent + next.edit.cost];
  }
  return best ?? endAsField(elements, line, stop, kept);
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
  readonly stop: Stop;
  /** How many elements were not reached. */
  readonly left: number;
}

/** The edits at a stop; with those in branches, if the element that did not match, or the one before it, has alternatives. */
function editsOf(elements: readonly Element[], stop: Stop, walker: Walker): Edit[] {
  const own = editsAt({ elements, line: walker.line, stop });
  const failed = [stop.element, stop.element - 1];
  return [...own, ...failed.flatMap((index) => branchEdits(elements, index, walker))];
}

/** The edits in the branches of alternatives: each branch is tried as if it were the only one. */
function branchEdits(elements: readonly Element[], index: number, walker: Walker): Edit[] {
  const element = elements[index];
  if (element === undefined || !("alternatives" in element)) return [];
  return openedAt(elements, index, walker).flatMap(({ branch, opened, stop }) =>
    editsOf(opened, stop, walker)
      .filter((edit) => edit.index >= index && edit.index + edit.removed <= index + branch.length)
      .map((edit) => {
        const changed = edited(branch, { ...edit, index: edit.index - index });
        const branches = element.alternatives.map((one) => (one === branch ? changed : one));
        const says = `${edit.says}, in - ${isOptional(element) ? "optional" : "alternatives"}`;
        return { ...edit, index, removed: 1, inserted: [{ alternatives: branches }], says };
      }),
  );
}

/** The rest of the rule as a field, if that makes it match and enough of it is left. */
function endAsField(elements: readonly Element[], line: Buffer, stop: Stop, kept: Kept): Mend | undefined {
  // A rule of empty alternatives alone has no elements, and so no rest.
  if (elements.length === 0) return undefined;
  const edit = restAsField({ elements, line, stop });
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
