import { Matcher } from "../../matcher/matcher.ts";
import { type Element, type Pattern, pattern } from "../../matcher/pattern.ts";
import { literalBytes, precedenceOrder } from "../../matcher/precedence.ts";
import { isOptional } from "../../rules/write-rule.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { type BudgetedLine, isAnyField, type Mismatch } from "./attempts.ts";
import { type Edit, edit, edited, editsAt, editsSteps, restAsField } from "./edits.ts";

/** Edits that, made in order, make a pattern match a line. */
export interface Fix {
  readonly edits: readonly Edit[];
  readonly elements: readonly Element[];
  readonly cost: number;
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
 * Finds edits that make elements match a line, as the matcher itself has confirmed: the smallest ones or, if no small
 * edit helps or the budget ends before one is found, a field for the rest of the line. Returns undefined if nothing
 * helps. Keeps the fields in `needed`, and what `examples` says of the rule; undefined if it has none.
 */
export function suggestFix(
  elements: readonly Element[],
  mismatch: Mismatch,
  line: BudgetedLine,
  needed: ReadonlySet<string>,
  examples: RuleExamples | undefined,
): Fix | undefined {
  const bytes = literalBytes(pattern(elements));
  const kept: Kept = { needed, examples, bytes: Math.min(MIN_TEXT_LEFT * bytes, bytes - EXPENDABLE_BYTES) };
  return smallestFix(elements, mismatch, line, kept) ?? endAsField(elements, mismatch, line, kept);
}

/** The smallest edits that were found within the line's budget. */
function smallestFix(
  elements: readonly Element[],
  mismatch: Mismatch,
  line: BudgetedLine,
  kept: Kept,
): Fix | undefined {
  let best: Fix | undefined;
  let [current, at, spent] = [elements, mismatch, 0];
  const edits: Edit[] = [];
  while (edits.length < MAX_EDITS) {
    const tried: Tried[] = [];
    for (const one of editsOf(current, at, line).sort((a, b) => a.cost - b.cost)) {
      const cost = spent + one.cost;
      // A single edit is better than none, whatever it costs.
      if (cost >= (best?.cost ?? (edits.length === 0 ? Number.POSITIVE_INFINITY : MAX_COST))) break;
      const changed = edited(current, one);
      if (line.isSpent) return best;
      if (!isWorthwhile(changed, kept)) continue;
      const next = line.try(changed);
      if (next !== undefined) tried.push({ edit: one, elements: changed, mismatch: next });
      else if (passesExamples(changed, line, kept)) best = { edits: [...edits, one], elements: changed, cost };
    }
    // Makes the edit that gets furthest, and then looks for the next one at the new mismatch.
    const furthest = tried
      .filter((one) => left(one) < current.length - at.element)
      .sort((a, b) => left(a) - left(b))
      .find(({ elements }) => passesExamples(elements, line, kept));
    if (furthest === undefined) break;
    edits.push(furthest.edit);
    [current, at, spent] = [furthest.elements, furthest.mismatch, spent + furthest.edit.cost];
  }
  return best;
}

/** What an edit must leave of a rule. */
interface Kept {
  readonly needed: ReadonlySet<string>;
  readonly examples: RuleExamples | undefined;
  /** The least literal text, in bytes. */
  readonly bytes: number;
}

interface Tried {
  readonly edit: Edit;
  readonly elements: readonly Element[];
  readonly mismatch: Mismatch;
}

function left({ elements, mismatch }: Tried): number {
  return elements.length - mismatch.element;
}

/** The edits at a mismatch, including those in branches if the mismatch is in alternatives or right after them. */
function editsOf(elements: readonly Element[], mismatch: Mismatch, line: BudgetedLine): Edit[] {
  if (line.isSpent) return [];
  const attempt = { elements, line: line.bytes, mismatch };
  line.spend(editsSteps(attempt));
  const own = editsAt(attempt);
  const failed = [mismatch.element, mismatch.element - 1];
  return [...own, ...failed.flatMap((index) => branchEdits(elements, index, line))];
}

/** The edits in the branches of alternatives. Each branch is tried as if it were the only one. */
function branchEdits(elements: readonly Element[], index: number, line: BudgetedLine): Edit[] {
  const element = elements[index];
  if (element === undefined || !("alternatives" in element)) return [];
  return line.expandBranches(elements, index).flatMap(({ branch, elements: expanded, mismatch }) =>
    editsOf(expanded, mismatch, line)
      .filter((own) => own.index >= index && own.index + own.removed <= index + branch.length)
      .map((own) => {
        const { removed, inserted, cost } = own;
        const changed = edited(branch, { index: own.index - index, removed, inserted });
        const alternatives = element.alternatives.map((one) => (one === branch ? changed : one));
        const kind = isOptional(element) ? "optional" : "alternatives";
        return edit(index, 1, [{ alternatives }], cost, () => `${own.describe()}, in - ${kind}`);
      }),
  );
}

/** Replaces the rest of the rule by a field, if the rule then matches and enough of it is left. */
function endAsField(elements: readonly Element[], mismatch: Mismatch, line: BudgetedLine, kept: Kept): Fix | undefined {
  // A rule of empty alternatives alone has no elements, and so no rest.
  if (elements.length === 0) return undefined;
  const rest = restAsField({ elements, mismatch });
  const changed = edited(elements, rest);
  return isWorthwhile(changed, kept) &&
    line.try(changed, true) === undefined &&
    passesExamples(changed, line, kept, true)
    ? { edits: [rest], elements: changed, cost: rest.cost }
    : undefined;
}

/** Whether enough of the rule is left, and there are still lines that it does not match. */
function isWorthwhile(elements: readonly Element[], { needed, bytes }: Kept): boolean {
  if (!isSpecific(elements)) return false;
  const made = pattern(elements);
  return literalBytes(made) >= bytes && [...needed].every((name) => made.fields.includes(name));
}

/** Whether there are lines that the elements do not match. */
function isSpecific(elements: readonly Element[]): boolean {
  return elements.some((element) => {
    if ("alternatives" in element) return element.alternatives.every(isSpecific);
    return !isAnyField(element);
  });
}

/** Whether no example of the rule is lost. Returns false, too, if the budget does not allow for trying them. */
function passesExamples(
  elements: readonly Element[],
  line: BudgetedLine,
  { examples }: Kept,
  isLastResort = false,
): boolean {
  if (examples === undefined) return true;
  return line.affordsMatch(elements, examples.length, isLastResort) && examples.passWith(elements);
}

/** A rule that wins a line unless a stronger one matches it, by its index, and its pattern. */
interface Rival {
  readonly rule: number;
  readonly pattern: Pattern;
}

/** A line of the rules file that the rule must win, or must not win. */
interface ExampleLine {
  readonly line: Buffer;
  readonly rival: Rival | undefined;
  /** The fields whose captures the example depends on, and these captures; undefined if the rule must not win. */
  readonly names: readonly string[];
  readonly captures: string | undefined;
}

/** The lines in a rules file that a rule must win or must not win, as far as it does so now. */
export class RuleExamples {
  /** The length of all their lines together. */
  readonly length: number;

  private readonly rule: number;
  private readonly isCatchAll: boolean;
  private readonly lines: readonly ExampleLine[];

  /** `shown` are the names of the fields that the output shows. */
  constructor({ rules, matcher }: Rulebook, rule: number, shown: ReadonlySet<string>) {
    const { examples, counterexamples, pattern } = rules[rule]!;
    const written = [
      ...examples.map(({ line, output, fields }) => ({
        ...{ line, names: [...fields.keys(), ...(output === undefined ? [] : shown)], isWon: true },
      })),
      ...counterexamples.map(({ line }) => ({ line, names: [], isWon: false })),
    ];
    this.rule = rule;
    this.isCatchAll = pattern.isCatchAll ?? false;
    this.lines = written.flatMap(({ line: text, names, isWon }): ExampleLine[] => {
      const line = Buffer.from(text);
      if ((matcher.match(line, 0, line.length) === rule) !== isWon) return [];
      const captures = isWon ? capturesOf(pattern, line, matcher.bounds, names) : undefined;
      const rival = matcher.matching(line, 0, line.length)[isWon ? 1 : 0];
      return [
        { line, rival: rival === undefined ? rival : { rule: rival, pattern: rules[rival]!.pattern }, names, captures },
      ];
    });
    this.length = this.lines.reduce((sum, { line }) => sum + line.length, 0);
  }

  /** Whether the rule, with this pattern, wins its examples with the same captures, and avoids the other lines. */
  passWith(elements: readonly Element[]): boolean {
    const changed: Pattern = { ...pattern(elements), ...(this.isCatchAll && { isCatchAll: true }) };
    const matcher = new Matcher([changed]);
    return this.lines.every(({ line, rival, names, captures }) => {
      const wins =
        matcher.match(line, 0, line.length) === 0 && (rival === undefined || outranks(changed, this.rule, rival));
      return captures === (wins ? capturesOf(changed, line, matcher.bounds, names) : undefined);
    });
  }
}

export function outranks(changed: Pattern, rule: number, rival: Rival): boolean {
  const isFirst = rule < rival.rule;
  const [first] = precedenceOrder(isFirst ? [changed, rival.pattern] : [rival.pattern, changed]);
  return (first === 0) === isFirst;
}

/** What the fields of each name captured, in the order of the names, as one text. */
function capturesOf({ fields }: Pattern, line: Buffer, bounds: readonly number[], names: readonly string[]): string {
  return JSON.stringify(
    names.map((name) =>
      fields.flatMap((field, i) => (field === name ? [line.toString("utf8", bounds[2 * i], bounds[2 * i + 1])] : [])),
    ),
  );
}
