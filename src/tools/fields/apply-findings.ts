// Makes the edits that findings advise in the text of the rules, as far as they are proven to do that and nothing else.

import { RulesLayout } from "../../rules/edit-rules.ts";
import type { Rewrite } from "../../rules/rule.ts";
import { compileTemplate } from "../../rules/template.ts";
import type { TextEdit } from "../../rules/text-edits.ts";
import { areSameTransforms, needsKey, type Transform } from "../../rules/transforms/transform-registry.ts";
import { editedRules, exampleEdits, makeHarmless } from "../../run/edited-rules.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { type LinePattern, rulesOfLinePatterns } from "../../run/rulebook.ts";
import { exampleOutput } from "../../run/template-renderer.ts";
import { groupBy, isDeepEqual } from "../../text/collections/polyfills.ts";
import { maskOfType } from "../../text/masks/varying-parts.ts";
import { withoutHiding } from "./advice.ts";
import { type FieldFinding, findingsOf, isEditOfOutput, rewritesInOrder } from "./findings.ts";
import { OutputPlaces } from "./shown-output.ts";

interface AppliedFindings {
  readonly source: LoadedRules;
  /** The findings whose edits were made. */
  readonly applied: ReadonlySet<FieldFinding>;
  readonly changedExamples: number;
}

/** Edits that are made together or not at all. */
interface Change {
  readonly findings: readonly FieldFinding[];
  readonly edits: readonly TextEdit[];
  /** The outputs that take the place of those at these offsets. */
  readonly outputs: ReadonlyMap<number, string>;
  readonly transforms: readonly NewTransforms[];
}

/** The transforms that fields get by their names: in one rule, or else in all of a file that show them. */
interface NewTransforms {
  readonly isFor: (rule: number) => boolean;
  readonly of: ReadonlyMap<string, readonly Transform[]>;
}

/**
 * Makes the edits that findings about these rules advise. Loads the result, and makes only edits that change nothing
 * but what they say: all rules keep their patterns, so that each line has the winner that it had; all other outputs and
 * transforms stay; the advice is gone, so that lines which differ in these fields alone become equal; and examples that
 * held do so with their new outputs.
 */
export function applyFindings(source: LoadedRules, findings: readonly FieldFinding[]): AppliedFindings {
  const advised = findings.filter(({ advice, verdict }) => advice !== undefined && typeof verdict === "boolean");
  let result: AppliedFindings = { source, applied: new Set(), changedExamples: 0 };
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

function ruleChanges(source: LoadedRules, advised: readonly FieldFinding[]): Change[] {
  const inOutputs = advised.filter(({ advice, shown }) => isEditOfOutput(advice!, shown));
  const ruleOf = rulesOfLinePatterns(source.rulebook);
  const layouts = source.files.map((file) => new RulesLayout(file));
  const rules = groupBy(advised.filter(needsTransforms), ({ column }) => String(ruleOf[column.linePattern]!));
  const ofFields = [...rules].flatMap(([rule, own]) => {
    const number = Number(rule);
    return transformChange(layouts[source.fileOf(number)]!, number, (other) => other === number, own);
  });
  // A field that an output is to show may have a transform that would still hide it.
  return ofFields.reduce(
    (changes, own) => {
      const findings = new Set(own.findings);
      const isTied = (change: Change): boolean => change.findings.some((finding) => findings.has(finding));
      return [...changes.filter((change) => !isTied(change)), merged([...changes.filter(isTied), own])];
    },
    outputChanges(source, inOutputs),
  );
}

function merged(changes: readonly Change[]): Change {
  return {
    findings: [...new Set(changes.flatMap(({ findings }) => findings))],
    edits: changes.flatMap(({ edits }) => edits),
    outputs: new Map(changes.flatMap(({ outputs }) => [...outputs])),
    transforms: changes.flatMap(({ transforms }) => transforms),
  };
}

/** Whether a finding asks for other transforms of its field. */
function needsTransforms({ advice, shown }: FieldFinding): boolean {
  if (advice === "show" && !shown.isShown) return shown.written.length > withoutHiding(shown.written).length;
  return advice !== "leave_out";
}

/** One change for each output. Several line patterns may share it, if YAML's aliases stand for them. */
function outputChanges(source: LoadedRules, findings: readonly FieldFinding[]): Change[] {
  const rewrites = rewritesInOrder(source.rules);
  const rewriteOf = ({ column }: FieldFinding): Rewrite => rewrites[column.linePattern]!;
  const outputs = groupBy(findings, (finding) => String(rewriteOf(finding).written!.span.start));
  const layouts = source.files.map((file) => new RulesLayout(file));
  const ruleOf = rulesOfLinePatterns(source.rulebook);
  return [...outputs.values()].flatMap((sharing): Change[] => {
    const patterns = groupBy(sharing, ({ column }) => String(column.linePattern));
    const texts = [...patterns.values()].map((own) => changedOutput(rewriteOf(own[0]!), own));
    const [text] = texts;
    const { span, text: old } = rewriteOf(sharing[0]!).written!;
    if (text === undefined || text === old || texts.some((other) => other !== text)) return [];
    const layout = layouts[source.fileOf(ruleOf[sharing[0]!.column.linePattern]!)]!;
    const edits = [layout.withScalar(span, text)];
    return [{ findings: sharing, edits, outputs: new Map([[span.start, text]]), transforms: [] }];
  });
}

function changedOutput({ pattern, written }: Rewrite, findings: readonly FieldFinding[]): string | undefined {
  const shown = findings.filter(({ advice }) => advice === "show").flatMap(({ column }) => column.fields[0]!);
  const text = new OutputPlaces(written!.text, pattern).textWith(shown);
  return findings.reduce(
    (text, { advice, column: { name, type } }) =>
      text === undefined || advice === "show"
        ? text
        : text.replaceAll(`{${name}}`, () => maskOfType(type.name) ?? `<${name}>`),
    text,
  );
}

function nextTransforms({ advice, shown: { written } }: FieldFinding): readonly Transform[] {
  return advice === "show" ? withoutHiding(written) : [...written, { name: advice as "alias" | "mask" }];
}

/** One change for the fields of a rule, or of the file; none if a field cannot have what all findings ask for. */
function transformChange(
  layout: RulesLayout,
  rule: number | undefined,
  isFor: NewTransforms["isFor"],
  findings: readonly FieldFinding[],
): Change[] {
  const of = new Map(findings.map((finding) => [finding.column.name, nextTransforms(finding)] as const));
  const isSaid = findings.every((finding) => areSameTransforms(of.get(finding.column.name)!, nextTransforms(finding)));
  const edits = layout.withTransforms(rule, of);
  return isSaid && typeof edits !== "string"
    ? [{ findings, edits, outputs: new Map(), transforms: [{ isFor, of }] }]
    : [];
}

/** Changes for fields that all rules of a file need alike; not made where rules have transforms of their own. */
function fileChanges(source: LoadedRules, findings: readonly FieldFinding[], all: readonly FieldFinding[]): Change[] {
  const ruleOf = rulesOfLinePatterns(source.rulebook);
  return source.files.flatMap((file, i) => {
    const isFor = (rule: number): boolean => source.fileOf(rule) === i;
    const isOwn = ({ column }: FieldFinding): boolean => isFor(ruleOf[column.linePattern]!);
    const layout = new RulesLayout(file);
    const common = commonFields(findings.filter(isOwn), all.filter(isOwn));
    const own = findings.filter((finding) => isOwn(finding) && common.has(finding.column.name));
    // A new list of fields is one edit.
    const edits = groupBy(own, ({ column }) => (layout.definedFields.size > 0 ? column.name : ""));
    return [...edits.values()].flatMap((own) => transformChange(layout, undefined, isFor, own));
  });
}

/** The names of fields that need the same edit in several line patterns. No other shows such a field to both runs. */
function commonFields(findings: readonly FieldFinding[], all: readonly FieldFinding[]): ReadonlySet<string> {
  const advised = new Set(findings);
  const others = groupBy(all, ({ column }) => column.name);
  const named = groupBy(findings, ({ column }) => column.name);
  return new Set(
    [...named].flatMap(([name, own]) => {
      const next = nextTransforms(own[0]!);
      const isCommon =
        own.length > 1 &&
        own.every((one) => one.advice !== "show" && areSameTransforms(nextTransforms(one), next)) &&
        others.get(name)!.every((one) => advised.has(one) || !one.shown.isShown || one.variation === undefined);
      return isCommon ? [name] : [];
    }),
  );
}

/** The rules with these changes and with new outputs of examples, or undefined if they do not do what they should. */
function withChanges(
  source: LoadedRules,
  all: readonly FieldFinding[],
  changes: readonly Change[],
): AppliedFindings | undefined {
  const edits = changes.flatMap((change) => change.edits);
  const changed = editedRules(source, edits);
  if (changed === undefined || !isAsSaid(source, changed, changes, all)) return undefined;
  const examples = editsOfExamples(source, changed);
  const final = examples?.length === 0 ? changed : examples && editedRules(source, [...edits, ...examples]);
  if (final === undefined || !isAsSaid(source, final, changes, all)) return undefined;
  if (!holdAsBefore(source, final)) return undefined;
  const applied = new Set(changes.flatMap(({ findings }) => findings));
  const columns = all.map(({ column }) => column);
  const isDone = findingsOf(columns, final.rules).every(
    ({ advice }, i) => !applied.has(all[i]!) || advice === undefined,
  );
  return isDone ? { source: final, applied, changedExamples: examples!.length } : undefined;
}

/** Whether all rules are as they were but for what the changes say. */
function isAsSaid(
  source: LoadedRules,
  changed: LoadedRules,
  changes: readonly Change[],
  all: readonly FieldFinding[],
): boolean {
  const [before, after] = [source, changed].map(({ rules }) => rewritesInOrder(rules));
  const names = ({ rules }: LoadedRules) =>
    rules.map(({ name, followers, counterexamples, examples }) => [
      ...[name, followers.length, counterexamples.map(({ line }) => line)],
      examples.map(({ line, fields }) => [line, fields]),
    ]);
  if (!isDeepEqual(names(source), names(changed))) return false;
  const ruleOf = rulesOfLinePatterns(source.rulebook);
  const { findings, outputs, transforms } = merged(changes);
  const keysOf = (findings: readonly FieldFinding[]): Set<string> =>
    new Set(findings.flatMap(({ column }) => column.fields.map((field) => `${column.linePattern} ${field}`)));
  const edited = keysOf(findings.filter(needsTransforms));
  // Nothing is known of lines that no run has, or one alone. They may be written like the others.
  const known = keysOf(all.filter(({ variation }) => variation !== undefined));
  return before!.every((old, i) => {
    const next = after![i]!;
    const text = old.written && outputs.get(old.written.span.start);
    const compiled = text === undefined ? undefined : compileTemplate(text, old.pattern.fields);
    const template = compiled === undefined ? old.template : "template" in compiled ? compiled.template : undefined;
    if (!isDeepEqual(old.pattern, next.pattern) || !isDeepEqual(template, next.template)) return false;
    return old.pattern.fields.every((name, field) => {
      const [was, is] = [old, next].map((one) => one.transforms?.[field] ?? []);
      const isSaid = transforms.some(
        ({ isFor, of }) => isFor(ruleOf[i]!) && of.has(name) && areSameTransforms(of.get(name)!, is!),
      );
      const key = `${i} ${field}`;
      if (edited.has(key)) return isSaid;
      return areSameTransforms(was!, is!) || (isSaid && !known.has(key));
    });
  });
}

/**
 * The outputs of the examples that each rule wins, in order; undefined where it does not, where none is said, or where
 * it takes a key that is not given.
 */
function outputsOfExamples({ rules, rulebook }: LoadedRules, { rulebook: { linePatterns } }: LoadedRules) {
  return rules.map(({ examples }, rule) =>
    examples.map(({ line, output }) => {
      const bytes = Buffer.from(line);
      const isWon = rulebook.matcher.match(bytes, 0, bytes.length) === rule;
      const own = linePatterns[rule]!;
      if (!isWon || output === undefined || lacksKey(own)) return undefined;
      return exampleOutput(own, bytes, rulebook.matcher.bounds);
    }),
  );
}

function lacksKey({ transforms = [], pseudonyms }: LinePattern): boolean {
  return pseudonyms === undefined && transforms.some((steps) => steps.some(needsKey));
}

/** The edits that give examples which hold the outputs of the changed rules; undefined if one has no place. */
function editsOfExamples(source: LoadedRules, changed: LoadedRules): TextEdit[] | undefined {
  const [old, next] = [outputsOfExamples(source, source), outputsOfExamples(source, changed)];
  const values = source.rules.flatMap(({ examples }, rule) =>
    examples.flatMap(({ output }, example) => {
      const text = next[rule]![example];
      if (text === undefined || old[rule]![example] !== output || text === output) return [];
      return [{ rule, example, field: undefined, text }];
    }),
  );
  const edits = new Set(exampleEdits(source, values));
  return edits.has("ANCHOR") || edits.has("LAYOUT") ? undefined : ([...edits] as TextEdit[]);
}

/** Whether each example that held before holds still. It cannot be told of rules that take a key. */
function holdAsBefore(source: LoadedRules, changed: LoadedRules): boolean {
  const [old, next] = [source, changed].map((rules) => outputsOfExamples(rules, rules));
  return source.rules.every((rule, i) => {
    const [was, is] = [source, changed].map(({ rulebook }) => rulebook.linePatterns[i]!);
    const isKnown = !lacksKey(was!) || isDeepEqual([was!.template, was!.transforms], [is!.template, is!.transforms]);
    const outputs = changed.rules[i]!.examples.map(({ output }) => output);
    const held = rule.examples.every(({ output }, k) => old![i]![k] !== output || next![i]![k] === outputs[k]);
    return held && (isKnown || outputs.every((output) => output === undefined));
  });
}
