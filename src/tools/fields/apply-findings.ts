// Makes the edits that findings advise in the text of the rules, as far as they are proven to do that and nothing else.

import { RulesLayout, type TextEdit, withEdits } from "../../rules/edit-rules.ts";
import type { Rewrite } from "../../rules/rule.ts";
import { areSameTransforms, needsKey, type Transform } from "../../rules/transforms/transform-registry.ts";
import { editedRules, exampleEdits, makeHarmless } from "../../run/edited-rules.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { type LinePattern, rulesOfLinePatterns } from "../../run/rulebook.ts";
import { exampleOutput } from "../../run/template-renderer.ts";
import { groupBy, isDeepEqual } from "../../text/collections/polyfills.ts";
import { maskOfType } from "../../text/masks/varying-parts.ts";
import { withoutHiding } from "./advice.ts";
import { type FieldFinding, findingsOf, isEditOfOutput, placesOfMasks, rewritesInOrder } from "./findings.ts";

/** Edits that are made together or not at all. */
interface Change {
  readonly findings: readonly FieldFinding[];
  readonly edits: readonly TextEdit[];
}

/**
 * Makes the edits that findings about these rules advise. Loads the result, and makes only edits that change nothing
 * but what they say: all rules keep their patterns, so that each line has the winner that it had; all other outputs and
 * transforms stay; the advice is gone, so that lines which differ in these fields alone become equal; and examples that
 * held do so with their new outputs.
 */
export function applyFindings(source: LoadedRules, findings: readonly FieldFinding[]) {
  const advised = findings.filter(({ advice, verdict }) => advice !== undefined && typeof verdict === "boolean");
  let result = { source, applied: new Set<FieldFinding>(), changedExamples: 0 };
  const make = (changes: readonly Change[]): boolean => {
    const changed = withChanges(source, findings, changes);
    result = changed ?? result;
    return changed !== undefined;
  };
  const ofFiles = makeHarmless(fileChanges(source, advised.filter(needsTransforms), findings), make);
  const left = advised.filter((finding) => !result.applied.has(finding));
  makeHarmless(ruleChanges(source, left), (changes) => make([...ofFiles, ...changes]));
  return result;
}

/** A change for each rule: a field that an output is to show may have a transform that would still hide it. */
function ruleChanges(source: LoadedRules, advised: readonly FieldFinding[]): Change[] {
  const rewrites = rewritesInOrder(source.rules);
  const ruleOf = rulesOfLinePatterns(source.rulebook);
  const layouts = source.files.map((file) => new RulesLayout(file));
  return [...groupBy(advised, ({ column }) => String(ruleOf[column.linePattern]!))].map(([rule, own]) => {
    const layout = layouts[source.fileOf(Number(rule))]!;
    const outputs = groupBy(own.filter(isEditOfOutput), ({ column }) => String(column.linePattern));
    const changes = [
      ...[...outputs].flatMap(([linePattern, findings]) =>
        outputChange(layout, rewrites[Number(linePattern)]!, findings),
      ),
      ...transformChange(layout, Number(rule), own.filter(needsTransforms)),
    ];
    const findings = [...new Set(changes.flatMap((change) => change.findings))];
    return { findings, edits: changes.flatMap((change) => change.edits) };
  });
}

/** Whether a finding asks for other transforms of its field. */
function needsTransforms({ advice, shown }: FieldFinding): boolean {
  if (advice === "show" && !shown.isShown) return shown.written.length > withoutHiding(shown.written).length;
  return advice !== "leave_out";
}

function outputChange(layout: RulesLayout, { pattern, written }: Rewrite, findings: readonly FieldFinding[]): Change[] {
  const { span, text: old } = written!;
  const masks = placesOfMasks(old, pattern);
  const shown = findings.filter(({ advice }) => advice === "show");
  let text = withEdits(
    old,
    shown.map(({ column }) => ({ ...masks.get(column.fields[0]!)!, text: `{${column.name}}` })),
  );
  for (const { advice, column } of findings)
    if (advice === "leave_out")
      text = text.replaceAll(`{${column.name}}`, () => maskOfType(column.type.name) ?? `<${column.name}>`);
  return text === old ? [] : [{ findings, edits: [layout.withScalar(span, text)] }];
}

function nextTransforms({ advice, shown: { written } }: FieldFinding): readonly Transform[] {
  return advice === "show" ? withoutHiding(written) : [...written, { name: advice as "alias" | "mask" }];
}

/** One change for the fields of a rule, or of the file; none if a field cannot have what all findings ask for. */
function transformChange(layout: RulesLayout, rule: number | undefined, findings: readonly FieldFinding[]): Change[] {
  const of = new Map(findings.map((finding) => [finding.column.name, nextTransforms(finding)] as const));
  const isSaid = findings.every((finding) => areSameTransforms(of.get(finding.column.name)!, nextTransforms(finding)));
  const edits = layout.withTransforms(rule, of);
  return findings.length > 0 && isSaid && edits !== undefined ? [{ findings, edits }] : [];
}

/** Changes for fields that all rules of a file need alike; not made where rules have transforms of their own. */
function fileChanges(source: LoadedRules, findings: readonly FieldFinding[], all: readonly FieldFinding[]): Change[] {
  const ruleOf = rulesOfLinePatterns(source.rulebook);
  return source.files.flatMap((file, i) => {
    const isOwn = ({ column }: FieldFinding): boolean => source.fileOf(ruleOf[column.linePattern]!) === i;
    const layout = new RulesLayout(file);
    const common = commonFields(findings.filter(isOwn), all.filter(isOwn));
    const own = findings.filter((finding) => isOwn(finding) && common.has(finding.column.name));
    // A new list of fields is one edit.
    const edits = groupBy(own, ({ column }) => (layout.definedFields.size > 0 ? column.name : ""));
    return [...edits.values()].flatMap((own) => transformChange(layout, undefined, own));
  });
}

/** The names of fields that need the same edit in several line patterns. No other shows such a field to both runs. */
function commonFields(findings: readonly FieldFinding[], all: readonly FieldFinding[]): ReadonlySet<string> {
  const advised = new Set(findings);
  const others = groupBy(all, ({ column }) => column.name);
  const isCommon = (own: readonly FieldFinding[], name: string): boolean =>
    own.length > 1 &&
    own.every((one) => one.advice !== "show" && areSameTransforms(nextTransforms(one), nextTransforms(own[0]!))) &&
    others.get(name)!.every((one) => advised.has(one) || !one.shown.isShown || one.variation === undefined);
  const named = [...groupBy(findings, ({ column }) => column.name)];
  return new Set(named.filter(([name, own]) => isCommon(own, name)).map(([name]) => name));
}

/** The rules with these changes and with new outputs of examples, or undefined if they do not do what they should. */
function withChanges(source: LoadedRules, all: readonly FieldFinding[], changes: readonly Change[]) {
  const edits = changes.flatMap((change) => change.edits);
  const applied = new Set(changes.flatMap(({ findings }) => findings));
  const changed = editedRules(source, edits);
  if (changed === undefined || !isAsSaid(source, changed, applied, all)) return undefined;
  const examples = editsOfExamples(source, changed);
  const final = examples?.length === 0 ? changed : examples && editedRules(source, [...edits, ...examples]);
  if (final === undefined || !isAsSaid(source, final, applied, all) || !holdAsBefore(source, final)) return undefined;
  const columns = all.map(({ column }) => column);
  const isDone = findingsOf(columns, final.rules).every(
    ({ advice }, i) => !applied.has(all[i]!) || advice === undefined,
  );
  return isDone ? { source: final, applied, changedExamples: examples!.length } : undefined;
}

/** Whether all rules are as they were but for what the findings are about. */
function isAsSaid(
  source: LoadedRules,
  changed: LoadedRules,
  applied: ReadonlySet<FieldFinding>,
  all: readonly FieldFinding[],
): boolean {
  const names = ({ rules }: LoadedRules) =>
    rules.map(({ name, followers, counterexamples, examples }) => [
      ...[name, followers.length, counterexamples.map(({ line }) => line)],
      examples.map(({ line, fields }) => [line, fields]),
    ]);
  if (!isDeepEqual(names(source), names(changed))) return false;
  const findings = [...applied];
  const outputs = new Set(findings.filter(isEditOfOutput).map(({ column }) => column.linePattern));
  const keysOf = (findings: readonly FieldFinding[]): Set<string> =>
    new Set(findings.flatMap(({ column }) => column.fields.map((field) => `${column.linePattern} ${field}`)));
  const edited = keysOf(findings.filter(needsTransforms));
  const editedNames = new Set(findings.filter(needsTransforms).map(({ column }) => column.name));
  // Nothing is known of lines that no run has, or one alone. They may be written like the others.
  const known = keysOf(all.filter(({ variation }) => variation !== undefined));
  const after = rewritesInOrder(changed.rules);
  return rewritesInOrder(source.rules).every((old, i) => {
    const next = after[i]!;
    if (!isDeepEqual(old.pattern, next.pattern)) return false;
    if (!outputs.has(i) && !isDeepEqual(old.template, next.template)) return false;
    return old.pattern.fields.every((name, field) => {
      const key = `${i} ${field}`;
      if (edited.has(key) || (editedNames.has(name) && !known.has(key))) return true;
      return areSameTransforms(old.transforms?.[field] ?? [], next.transforms?.[field] ?? []);
    });
  });
}

/** The outputs of the examples; undefined where another rule wins, none is said, or a key is not given. */
function outputsOfExamples({ rules, rulebook: { matcher, linePatterns } }: LoadedRules) {
  return rules.map(({ examples }, rule) =>
    examples.map(({ line, output }) => {
      const bytes = Buffer.from(line);
      const isWon = matcher.match(bytes, 0, bytes.length) === rule;
      const own = linePatterns[rule]!;
      return isWon && output !== undefined && !lacksKey(own) ? exampleOutput(own, bytes, matcher.bounds) : undefined;
    }),
  );
}

function lacksKey({ transforms = [], pseudonyms }: LinePattern): boolean {
  return pseudonyms === undefined && transforms.some((steps) => steps.some(needsKey));
}

/** The edits that give examples which hold the outputs of the changed rules; undefined if one has no place. */
function editsOfExamples(source: LoadedRules, changed: LoadedRules): TextEdit[] | undefined {
  const [old, next] = [source, changed].map(outputsOfExamples);
  const values = source.rules.flatMap(({ examples }, rule) =>
    examples.flatMap(({ output }, example) => {
      const text = next![rule]![example];
      if (text === undefined || old![rule]![example] !== output || text === output) return [];
      return [{ rule, example, field: undefined, text }];
    }),
  );
  const edits = new Set(exampleEdits(source, values));
  return edits.has("ANCHOR") || edits.has("LAYOUT") ? undefined : ([...edits] as TextEdit[]);
}

/** Whether each example that held before holds still. It cannot be told of rules that take a key. */
function holdAsBefore(source: LoadedRules, changed: LoadedRules): boolean {
  const [old, next] = [source, changed].map(outputsOfExamples);
  return source.rules.every((rule, i) => {
    const [was, is] = [source, changed].map(({ rulebook }) => rulebook.linePatterns[i]!);
    const isKnown = !lacksKey(was!) || isDeepEqual([was!.template, was!.transforms], [is!.template, is!.transforms]);
    const outputs = changed.rules[i]!.examples.map(({ output }) => output);
    const held = rule.examples.every(({ output }, k) => old![i]![k] !== output || next![i]![k] === outputs[k]);
    return held && (isKnown || outputs.every((output) => output === undefined));
  });
}
