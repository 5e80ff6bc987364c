// Gives examples what their rules make of them now, after an edit that was meant.

import type { TextEdit } from "../../rules/edit-rules.ts";
import { locationsOf } from "../../rules/location.ts";
import { type Example, meaningOf } from "../../rules/rule.ts";
import { type EditedTexts, editedAs, exampleEdits, textsOf } from "../../run/edited-rules.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { type RuleReference, referencesOf } from "../../run/rule-references.ts";
import { differences, type ExampleDifference, failedExample, winnerOf } from "./finding.ts";

/** Why an example, or a line under `not`, fails and is not updated. */
type NotUpdatedCode = "LOST" | "WON" | "WRONG_BEFORE" | "SEVERAL_FIELDS" | "ANCHOR" | "LAYOUT";

export const NOT_UPDATED: Readonly<Record<NotUpdatedCode, string>> = {
  LOST: "another rule wins the line, or none",
  WON: "the line is under 'not', and the rule wins it",
  WRONG_BEFORE: "it was wrong with the old rules, too",
  SEVERAL_FIELDS: "several fields have the name of a capture",
  ANCHOR: "it shares an anchor with values that must not change; write it out where the aliases are",
  LAYOUT: "no way was found to change it and nothing else",
};

interface ExampleOfRule {
  readonly rule: RuleReference;
  readonly line: string;
}

/** What became of examples that failed, in the order of the rules. */
export interface CheckUpdates extends EditedTexts {
  /** None if one of the others prevents it. */
  readonly updated: readonly (ExampleOfRule & { readonly changes: readonly ExampleDifference[] })[];
  /** Each with its place, as findings have one. */
  readonly notUpdated: readonly (ExampleOfRule & { readonly place: string; readonly code: NotUpdatedCode })[];
}

/** An example of a rule that fails, or a line under `not`. Both are known by their indexes. */
interface Failure {
  readonly rule: number;
  readonly list: "examples" | "counterexamples";
  readonly example: number;
  readonly line: string;
  /** What differs, if the rule wins it. */
  readonly changes: readonly ExampleDifference[];
  code: NotUpdatedCode | undefined;
}

/**
 * Gives each example that its rule wins the output and the captures that it has now: all of them or none, because an
 * example that its rule no longer wins, or a line under `not` that it wins, is a mistake in the edit. With old rules,
 * what was wrong before stays so, and prevents nothing. Returns the rules, whether nothing may be written, and a
 * function that tells what was done, in terms of the final rules: further edits move their lines.
 */
export function updateExamples(source: LoadedRules, old: LoadedRules | undefined) {
  const failures = failuresIn(source, old);
  const planned = failures.filter(({ code }) => code === undefined);
  const edits = new Set<TextEdit>();
  const values = planned.flatMap((failure) => failure.changes.map((change) => ({ failure, change })));
  const found = exampleEdits(
    source,
    values.map(({ failure: { rule, example }, change: { what, isField, actual } }) => ({
      ...{ rule, example, field: isField ? what : undefined, text: actual },
    })),
  );
  for (const [i, edit] of found.entries()) {
    if (typeof edit === "string") values[i]!.failure.code = edit;
    else edits.add(edit);
  }
  const isPrevented = failures.some(({ code }) => code !== undefined && code !== "WRONG_BEFORE");
  const changed = isPrevented ? undefined : withExamples(source, planned, [...edits]);
  if (!isPrevented && changed === undefined) for (const failure of planned) failure.code = "LAYOUT";
  const resultIn = (final: LoadedRules): CheckUpdates => updatesIn(final, failures, changed !== undefined);
  return { source: changed ?? source, isRefused: changed === undefined, resultIn };
}

function updatesIn(final: LoadedRules, failures: readonly Failure[], isDone: boolean): CheckUpdates {
  const references = referencesOf(final);
  const left = failures.filter(({ code }) => code !== undefined);
  const spans = left.map(({ rule, list, example }) => final.rules[rule]![list][example]!.span);
  const locations = locationsOf(spans, final.files);
  return {
    updated: failures.flatMap(({ rule, line, changes, code }) =>
      isDone && code === undefined ? [{ rule: references[rule]!, line, changes }] : [],
    ),
    notUpdated: left.map(({ rule, line, code }, i) => {
      return { rule: references[rule]!, line, place: locations[i]!.place, code: code! };
    }),
    ...textsOf(final),
  };
}

/** The examples, and lines under `not`, that fail. Those that cannot be updated have a code already. */
function failuresIn(source: LoadedRules, old: LoadedRules | undefined): Failure[] {
  const { rulebook } = source;
  const references = referencesOf(source);
  return rulebook.rules.flatMap(({ examples, counterexamples }, rule) => [
    ...examples.flatMap((example, i): Failure[] => {
      const failed = failedExample(rulebook, references, rule, example);
      if (failed === undefined) return [];
      const { expectations: changes = [] } = failed;
      const code = codeOf(source, old, rule, changes, example);
      return [{ rule, list: "examples", example: i, line: example.line, changes, code }];
    }),
    ...counterexamples.flatMap(({ line }, i): Failure[] => {
      if (winnerOf(rulebook, line) !== rule) return [];
      const wasWon = old !== undefined && old.rules[winnerOf(old.rulebook, line)]?.name === rulebook.rules[rule]!.name;
      return [{ rule, list: "counterexamples", example: i, line, changes: [], code: wasWon ? "WRONG_BEFORE" : "WON" }];
    }),
  ]);
}

function codeOf(
  source: LoadedRules,
  old: LoadedRules | undefined,
  rule: number,
  changes: Failure["changes"],
  example: Example,
): NotUpdatedCode | undefined {
  if (old !== undefined && !wasRight(old, source.rules[rule]!.name, example, changes)) return "WRONG_BEFORE";
  if (changes.length === 0) return "LOST";
  const { fields } = source.rules[rule]!.pattern;
  const isOfSeveral = ({ what, isField }: ExampleDifference): boolean =>
    isField && fields.filter((field) => field === what).length > 1;
  return changes.some(isOfSeveral) ? "SEVERAL_FIELDS" : undefined;
}

/**
 * Whether an example was right with the old rules: what differs now, or all of it if its rule no longer wins it. The
 * rule may have had another name; but if it had the same one, it must have won the line to lose it.
 */
function wasRight(old: LoadedRules, name: string, example: Example, changes: readonly ExampleDifference[]): boolean {
  const { rules, rulebook } = old;
  const winner = winnerOf(rulebook, example.line);
  if (winner === -1) return false;
  const wrong = differences(rulebook, winner, example);
  if (changes.length > 0)
    return !wrong.some(({ what, isField }) => changes.some((one) => one.what === what && one.isField === isField));
  return wrong.length === 0 && (rules[winner]!.name === name || !rules.some((rule) => rule.name === name));
}

/** The rules with these changes of examples, or undefined if the edits do not make just these. */
function withExamples(
  source: LoadedRules,
  planned: readonly Failure[],
  edits: readonly TextEdit[],
): LoadedRules | undefined {
  if (edits.length === 0) return source;
  const meanings = source.rules.map(meaningOf);
  for (const { rule, example, changes } of planned) {
    const { examples } = meanings[rule]!;
    const { line, output, fields } = examples[example]!;
    const next = { line, output, fields: new Map(fields) };
    for (const { what, isField, actual } of changes) {
      if (isField) next.fields.set(what, actual);
      else next.output = actual;
    }
    examples[example] = next;
  }
  return editedAs(source, edits, meanings);
}
