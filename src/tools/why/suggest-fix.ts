import { Matcher } from "../../matcher/matcher.ts";
import { type Element, type Pattern, pattern } from "../../matcher/pattern.ts";
import { literalBytes, precedenceOrder } from "../../matcher/precedence.ts";
import { isOptional } from "../../rules/write-rule.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { type Edit, edit, edited, editsAt, restAsField } from "./edits.ts";
import { similarCost } from "./similar.ts";
import { isAnyField, type Mismatch, type Trial } from "./trial.ts";

/** Edits that, made in order, make a pattern match a line. */
export interface Fix {
  readonly edits: readonly Edit[];
  readonly elements: readonly Element[];
  readonly cost: number;
}

/** What an edit must leave of a rule: the fields that its output shows, and what its examples say. */
export interface Kept {
  readonly fields: ReadonlySet<string>;
  readonly passes: (elements: readonly Element[], trial: Trial) => boolean;
}

/** A rule that needs more edits, or costlier ones, has little to do with the line. */
const MAX_EDITS = 2;
const MAX_COST = 10;
/**
 * How much of a rule's literal text must be left, unless only a few bytes are dropped. With less it would match nearly
 * any line.
 */
const MIN_TEXT_LEFT = 1 / 3;
const EXPENDABLE_BYTES = 4;
/** What a slip costs at most: a word in place of another, or a few bytes. */
export const SLIP_COST = 4;

/**
 * Finds edits that make elements match a line, as the matcher has confirmed: the smallest ones or, if no small edit
 * helps or the budget ends before one is found, a field for the rest of the line. Returns undefined if nothing helps.
 */
export function suggestFix(
  elements: readonly Element[],
  mismatch: Mismatch,
  trial: Trial,
  kept: Kept,
): Fix | undefined {
  const bytes = literalBytes(pattern(elements));
  const least = Math.min(MIN_TEXT_LEFT * bytes, bytes - EXPENDABLE_BYTES);
  const passes = (changed: readonly Element[]): boolean => kept.passes(changed, trial);
  let best: Fix | undefined;
  let [current, at, spent] = [elements, mismatch, 0];
  const edits: Edit[] = [];
  while (edits.length < MAX_EDITS && !trial.isSpent) {
    const failed: Fix[] = [];
    for (const one of editsOf(current, at, trial).sort((a, b) => a.cost - b.cost)) {
      const cost = spent + one.cost;
      // A single edit is better than none, whatever it costs.
      if (trial.isSpent || cost >= (best?.cost ?? (edits.length === 0 ? Number.POSITIVE_INFINITY : MAX_COST))) break;
      const changed = { edits: [...edits, one], elements: edited(current, one), cost };
      // An edit after which the next element does not match either has brought nothing.
      const next = one.index + one.inserted.length + 1;
      if (!isWorthwhile(changed.elements, kept, least) || !trial.reaches(changed.elements, next)) continue;
      if (!trial.matches(changed.elements)) failed.push(changed);
      else if (passes(changed.elements)) best = changed;
    }
    if (edits.length === MAX_EDITS - 1 || (best !== undefined && best.cost <= SLIP_COST)) break;
    // Makes the edit that gets furthest, and then looks for the next one at the new mismatch.
    const furthest = failed
      .map((one) => ({ ...one, mismatch: trial.mismatchOf(one.elements) }))
      .map((one) => ({ ...one, left: one.elements.length - one.mismatch.element }))
      .filter(({ left }) => left < current.length - at.element)
      .sort((a, b) => a.left - b.left)
      .find(({ elements }) => passes(elements));
    if (furthest === undefined) break;
    edits.push(furthest.edits.at(-1)!);
    [current, at, spent] = [furthest.elements, furthest.mismatch, furthest.cost];
  }
  // A rule of empty alternatives alone has no elements, and so no rest.
  if (best !== undefined || elements.length === 0) return best;
  const rest = restAsField(elements, mismatch);
  const changed = edited(elements, rest);
  // It matches: that is how the mismatch was found.
  return isWorthwhile(changed, kept, least) && passes(changed)
    ? { edits: [rest], elements: changed, cost: rest.cost }
    : undefined;
}

/** The edits at a mismatch, including those in branches if the mismatch is in alternatives or right after them. */
function editsOf(elements: readonly Element[], mismatch: Mismatch, trial: Trial): Edit[] {
  if (trial.isSpent) return [];
  const { line } = trial;
  const element = elements[mismatch.element];
  if (element !== undefined && "text" in element) trial.spent += 2 * similarCost(element.text, line);
  const failed = [mismatch.element, mismatch.element - 1];
  return [...editsAt({ elements, line, mismatch }), ...failed.flatMap((index) => branchEdits(elements, index, trial))];
}

/** The edits in the branches of alternatives. Each branch is tried as if it were the only one. */
function branchEdits(elements: readonly Element[], index: number, trial: Trial): Edit[] {
  return trial.branchesAt(elements, index).flatMap(({ alternatives, branch, elements: expanded, mismatch }) =>
    editsOf(expanded, mismatch, trial)
      .filter((own) => own.index >= index && own.index + own.removed <= index + branch.length)
      .map((own) => {
        const { removed, inserted, cost } = own;
        const changed = edited(branch, { index: own.index - index, removed, inserted });
        const element = { alternatives: alternatives.map((one) => (one === branch ? changed : one)) };
        const kind = isOptional(element) ? "optional" : "alternatives";
        return edit(index, 1, [element], cost, () => `${own.describe()}, in - { ${kind} }`);
      }),
  );
}

/** Whether enough of the rule is left, and there are still lines that it does not match. */
function isWorthwhile(elements: readonly Element[], { fields }: Kept, least: number): boolean {
  if (!isSpecific(elements)) return false;
  const made = pattern(elements);
  return literalBytes(made) >= least && [...fields].every((name) => made.fields.includes(name));
}

function isSpecific(elements: readonly Element[]): boolean {
  return elements.some((element) => {
    if ("alternatives" in element) return element.alternatives.every(isSpecific);
    return !isAnyField(element);
  });
}

/** A line of the rules file that the rule must win, or must not win. */
interface ExampleLine {
  readonly line: Buffer;
  readonly rival: number | undefined;
  /** The fields whose captures the example depends on, and these captures; undefined if the rule must not win. */
  readonly names: readonly string[];
  readonly captures: string | undefined;
}

/**
 * Tells whether a rule, with other elements, wins its examples with the same captures, and avoids the lines under
 * `not`, as far as it does so now. False, too, if there is no budget to find out. `shown` are the names of the fields
 * that the output shows.
 */
export function examplesPass(rulebook: Rulebook, rule: number, shown: ReadonlySet<string>): Kept["passes"] {
  const { rules, matcher } = rulebook;
  const { examples, counterexamples, pattern } = rules[rule]!;
  const written = [
    ...examples.map(({ line, output, fields }) => ({
      ...{ line, names: [...fields.keys(), ...(output === undefined ? [] : shown)], isWon: true },
    })),
    ...counterexamples.map(({ line }) => ({ line, names: [], isWon: false })),
  ];
  const lines = written.flatMap(({ line: text, names, isWon }): ExampleLine[] => {
    const line = Buffer.from(text);
    if ((matcher.match(line, 0, line.length) === rule) !== isWon) return [];
    const captures = isWon ? capturesOf(pattern, line, matcher.bounds, names) : undefined;
    return [{ line, rival: matcher.matching(line, 0, line.length)[isWon ? 1 : 0], names, captures }];
  });
  const length = lines.reduce((sum, { line }) => sum + line.length, 0);
  return (elements, trial) => {
    trial.spend(elements, length);
    if (trial.isSpent) return false;
    const changed = changedPattern(rulebook, rule, elements);
    const changedMatcher = new Matcher([changed]);
    return lines.every(({ line, rival, names, captures }) => {
      const matches = changedMatcher.match(line, 0, line.length) === 0;
      const wins = matches && (rival === undefined || outranks(rulebook, rule, changed, rival));
      return captures === (wins ? capturesOf(changed, line, changedMatcher.bounds, names) : undefined);
    });
  };
}

export function changedPattern({ linePatterns }: Rulebook, rule: number, elements: readonly Element[]): Pattern {
  const { isCatchAll } = linePatterns[rule]!.pattern;
  return { ...pattern(elements), ...(isCatchAll && { isCatchAll }) };
}

/** Whether a rule with a changed pattern comes before another. */
export function outranks({ linePatterns }: Rulebook, rule: number, changed: Pattern, other: number): boolean {
  const patterns = [changed, linePatterns[other]!.pattern];
  const isFirst = rule < other;
  const [first] = precedenceOrder(isFirst ? patterns : patterns.reverse());
  return (first === 0) === isFirst;
}

function capturesOf({ fields }: Pattern, line: Buffer, bounds: readonly number[], names: readonly string[]): string {
  return JSON.stringify(
    names.map((name) =>
      fields.flatMap((field, i) => (field === name ? [line.toString("utf8", bounds[2 * i], bounds[2 * i + 1])] : [])),
    ),
  );
}
