import { Matcher } from "../matcher/matcher.ts";
import { type Element, pattern } from "../matcher/pattern.ts";
import { type Edit, edited, yamlOf } from "./edit.ts";
import { editsAt, isSpecific, restAsField } from "./edits.ts";
import type { Steps } from "./steps.ts";
import { type Stop, walk } from "./walk.ts";

/** Edits that let a pattern match a line when all of them are made, each after the ones before it. */
export interface Mend {
  readonly edits: readonly Edit[];
  readonly elements: readonly Element[];
  readonly cost: number;
}

/** A rule that takes more has little to do with the line. */
const MOST_EDITS = 3;
const MOST_COST = 8;

/** What costs no more than this is told at once: several edits would hardly be less. */
export const SMALL_COST = 4;

/**
 * The smallest edits that make elements match a line, which the matcher itself has been asked for; undefined if none are
 * found. Fields in `needed` stay.
 */
export function mend(
  elements: readonly Element[],
  line: Buffer,
  stop: Stop,
  steps: Steps,
  needed: ReadonlySet<string>,
): Mend | undefined {
  let best: Mend | undefined;
  let [current, place, spent] = [elements, stop, 0];
  const edits: Edit[] = [];
  while (edits.length < MOST_EDITS) {
    const tried: Tried[] = [];
    for (const edit of editsOf(current, line, place, steps).sort((a, b) => a.cost - b.cost)) {
      const cost = spent + edit.cost;
      // One edit is better than none, whatever it costs.
      if (cost >= (best?.cost ?? (edits.length === 0 ? Number.POSITIVE_INFINITY : MOST_COST))) break;
      const changed = edited(current, edit);
      if (!isWorthwhile(changed, needed)) continue;
      const stop = walk(steps.way(changed), line);
      if (stop !== undefined) tried.push({ edit, elements: changed, stop, left: changed.length - stop.element });
      else if (isMatched(changed, line)) best = { edits: [...edits, edit], elements: changed, cost };
    }
    if (best !== undefined && best.cost <= SMALL_COST) break;
    // The edit that gets furthest is made, and the next is sought from where that leads.
    const [next] = tried.filter(({ left }) => left < current.length - place.element).sort((a, b) => a.left - b.left);
    if (next === undefined) break;
    edits.push(next.edit);
    [current, place, spent] = [next.elements, next.stop, spent + next.edit.cost];
  }
  return best ?? endAsField(elements, line, stop, needed);
}

interface Tried {
  readonly edit: Edit;
  readonly elements: readonly Element[];
  readonly stop: Stop;
  /** How many elements are not come to. */
  readonly left: number;
}

/** With those of its branches, if the element that did not match has some. */
function editsOf(elements: readonly Element[], line: Buffer, stop: Stop, steps: Steps): Edit[] {
  const own = editsAt({ elements, line, stop });
  const failed = [stop.element, stop.element - 1];
  return [...own, ...failed.flatMap((index) => branchEdits(elements, line, index, steps))];
}

/** Each branch is taken for all there is, and what helps there is done in the alternatives. */
function branchEdits(elements: readonly Element[], line: Buffer, index: number, steps: Steps): Edit[] {
  const element = elements[index];
  if (element === undefined || !("alternatives" in element)) return [];
  return element.alternatives.flatMap((branch, i) => {
    if (branch.length === 0) return [];
    const opened = elements.toSpliced(index, 1, ...branch);
    const stop = walk(steps.way(opened), line);
    if (stop === undefined || stop.element < index) return [];
    return editsOf(opened, line, stop, steps)
      .filter((edit) => edit.index >= index && edit.index + edit.removed <= index + branch.length)
      .map((edit) => {
        const changed = edited(branch, { ...edit, index: edit.index - index });
        const inserted = [{ alternatives: element.alternatives.with(i, changed) }];
        return { ...edit, index, removed: 1, inserted, says: `${edit.says}, in - ${shortly(element)}` };
      });
  });
}

function shortly(element: Element & { readonly alternatives: unknown }): string {
  return yamlOf(element).startsWith("optional") ? "optional" : "alternatives";
}

function endAsField(
  elements: readonly Element[],
  line: Buffer,
  stop: Stop,
  needed: ReadonlySet<string>,
): Mend | undefined {
  const edit = restAsField({ elements, line, stop });
  const changed = edited(elements, edit);
  return isWorthwhile(changed, needed) && isMatched(changed, line)
    ? { edits: [edit], elements: changed, cost: edit.cost }
    : undefined;
}

function isMatched(elements: readonly Element[], line: Buffer): boolean {
  return new Matcher([pattern(elements)]).match(line, 0, line.length) === 0;
}

/** Whether the fields in `needed` are all there, and the pattern still says something of its lines. */
function isWorthwhile(elements: readonly Element[], needed: ReadonlySet<string>): boolean {
  if (!isSpecific(elements)) return false;
  if (needed.size === 0) return true;
  const { fields } = pattern(elements);
  return [...needed].every((name) => fields.includes(name));
}
