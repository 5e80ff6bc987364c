import type { Element } from "../../matcher/pattern.ts";
import { typeEntry } from "../../matcher/types/type-registry.ts";
import { nearPlaceholders } from "../../rules/notation.ts";
import { yamlText } from "../../rules/write-rule.ts";
import { shortened } from "./edits.ts";
import type { NearRule } from "./explanation.ts";
import { nextCharacter, similarTo, valueEnd } from "./similar.ts";
import type { Mismatch, Trial } from "./trial.ts";

/** What was expected in a line, and where. */
type Expectation = Pick<NearRule, "expected" | "from" | "to" | "isMissing">;

const MAX_EXPECTED = 6;
const NOT_EXAMINED = "but the rest of the line was not examined, because that would take too long";

/** What was expected at the mismatch. In alternatives, what each of the branches that got furthest expected. */
export function expectation(elements: readonly Element[], mismatch: Mismatch, trial: Trial): Expectation {
  if (mismatch.isGivenUp) {
    const { at } = mismatch;
    return { expected: [`${describe(elements, mismatch)}, ${NOT_EXAMINED}`], from: at, to: at, isMissing: true };
  }
  const attempts = [{ elements, mismatch }, ...attemptsInBranches(elements, mismatch, trial)];
  const furthest = attempts.reduce((at, { mismatch }) => Math.max(at, mismatch.at), 0);
  const last = attempts.filter(({ mismatch }) => mismatch.at === furthest);
  const closest = last.filter(({ elements, mismatch }) => !("alternatives" in (elements[mismatch.element] ?? {})));
  const first = closest[0] ?? last[0]!;
  const expected = [
    ...new Set((closest.length === 0 ? last : closest).map((one) => describe(one.elements, one.mismatch))),
  ];
  const more = expected.length - MAX_EXPECTED;
  if (more > 1) expected.splice(MAX_EXPECTED, more, `one of ${more} others`);
  const found = foundAt(first.elements, trial.line, first.mismatch);
  return { expected, ...found };
}

/** The mismatch of each branch, if the pattern's own mismatch is in alternatives or right after them. */
function attemptsInBranches(
  elements: readonly Element[],
  mismatch: Mismatch,
  trial: Trial,
): { elements: readonly Element[]; mismatch: Mismatch }[] {
  return [mismatch.element, mismatch.element - 1].flatMap((index) =>
    trial.branchesAt(elements, index).flatMap(({ branch, elements: expanded, mismatch }) => {
      if (mismatch.element >= index + branch.length) return [];
      return [{ elements: expanded, mismatch }, ...attemptsInBranches(expanded, mismatch, trial)];
    }),
  );
}

const MAX_VALUES = 6;

function describe(elements: readonly Element[], { element: index, isOpen }: Mismatch): string {
  const element = elements[index];
  if (element === undefined) return "the end of the line";
  const isLast = index === elements.length - 1;
  if ("text" in element) {
    const [near] = nearPlaceholders(element.text);
    const help = near === undefined ? "" : `, in which ${shortened(yamlText(near.source))} is text and not a field`;
    return `the text ${shortened(yamlText(element.text))}${help}${isLast && isOpen ? " at the end of the line" : ""}`;
  }
  if ("alternatives" in element) return "one of the alternatives";
  const { type, field } = element;
  // A field of any text always matches, so the search was given up here.
  if (type === undefined) return `the field ${yamlText(field)}`;
  if ("typeName" in type) return `${typeEntry(type.typeName).noun} (type ${type.typeName})`;
  const values = type.values.slice(0, MAX_VALUES).map((value) => shortened(yamlText(value)));
  return `one of the values ${values.join(", ")}${values.length < type.values.length ? ", …" : ""}`;
}

const MAX_FOUND = 48;

function foundAt(
  elements: readonly Element[],
  line: Buffer,
  { element: index, at, isOpen }: Mismatch,
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
    return { from: at, to: nextCharacter(line, Math.min(at + text.length, line.length)), isMissing: false };
  }
  if (isOpen) return { from: at, to: at, isMissing: false };
  return { from: at, to: nextCharacter(line, Math.min(valueEnd(next, line, at), at + MAX_FOUND)), isMissing: false };
}
