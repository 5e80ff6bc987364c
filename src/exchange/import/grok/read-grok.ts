// Reads grok patterns from files of patterns, configurations of Logstash and ingest pipelines of Elastic.

import { pattern } from "../../../matcher/pattern.ts";
import { precedenceOrder } from "../../../matcher/precedence.ts";
import { type Definition, Definitions } from "../expressions/definitions.ts";
import { ONIGURUMA } from "../expressions/dialect.ts";
import type { Expression } from "../expressions/expression.ts";
import { UnsupportedError } from "../expressions/expression.ts";
import { ExpressionTexts } from "../expressions/expression-texts.ts";
import { parseExpression } from "../expressions/parse-expression.ts";
import { translate } from "../expressions/translate.ts";
import type { ImportReader } from "../imported.ts";
import {
  type Imported,
  type ImportedRule,
  type ImportFile,
  type ImportLocation,
  isLeftOut,
  locationsIn,
} from "../imported.ts";
import type { SourcePattern } from "./grok-source.ts";
import { USED_NAME } from "./pattern-lines.ts";
import { isGrok, readSource } from "./sources.ts";
import { WELL_KNOWN } from "./well-known.ts";

export const GROK: ImportReader = { recognises: isGrok, read: readGrok };

/** A pattern that becomes a rule: one that is matched, or a definition that no other uses. */
type Root = SourcePattern & { readonly name: string | undefined };

function readGrok(files: readonly ImportFile[]): Imported[] {
  const sources = files.map(readSource);
  const given = sources.flatMap(({ definitions }) => definitions);
  const patterns = sources.flatMap((source) => source.patterns);
  // If a name is defined twice, the last definition counts, as in Logstash.
  const byName = new Map(given.map((definition) => [definition.name, definition]));
  const isProgram = sources.some((source) => source.isProgram);
  const roots = [
    ...patterns.map((one): Root => ({ ...one, name: undefined })),
    ...(isProgram ? [] : unusedDefinitions(byName, patterns).map(rootOf)),
  ].sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.offset - b.offset);
  const definitions = new Definitions(byName, WELL_KNOWN);
  const texts = new ExpressionTexts(definitions);
  const locationAt = locationFinder(files, roots, byName);
  const imported = roots.map((root) => ruleOf(root, texts, locationAt));
  return withOrderRemarks(roots, imported).concat(isProgram ? [] : circles(byName, roots, texts, locationAt));
}

function rootOf({ name, text, file, offset }: Definition): Root {
  return { name, text, file, offset, list: {}, target: undefined };
}

/** The names that a text uses. */
function namesIn(text: string): string[] {
  return Array.from(text.matchAll(USED_NAME), ([, name]) => name!);
}

function unusedDefinitions(byName: ReadonlyMap<string, Definition>, patterns: readonly SourcePattern[]): Definition[] {
  const used = new Set([...byName.values(), ...patterns].flatMap(({ text }) => namesIn(text)));
  return [...byName.values()].filter(({ name }) => !used.has(name));
}

type LocationAt = (file: ImportFile, offset: number) => ImportLocation;

/** Finds locations. Those of patterns and definitions are found all at once, in the order of the files. */
function locationFinder(
  files: readonly ImportFile[],
  roots: readonly Root[],
  byName: ReadonlyMap<string, Definition>,
): LocationAt {
  const known = new Map<ImportFile, Map<number, ImportLocation>>();
  const all = [...roots, ...byName.values()];
  for (const file of files) {
    const offsets = [...new Set(all.flatMap((one) => (one.file === file ? [one.offset] : [])))].sort((a, b) => a - b);
    const locations = locationsIn(file, offsets);
    known.set(file, new Map(offsets.map((offset, i) => [offset, locations[i]!])));
  }
  return (file, offset) => known.get(file)!.get(offset)!;
}

function ruleOf(root: Root, texts: ExpressionTexts, locationAt: LocationAt): Imported {
  const { name, text, file, offset, target } = root;
  try {
    const { elements, remarks } = translate(treeOf(root), texts, "grok");
    const targets = target === undefined ? [] : [`for the field ${target}, not for whole lines`];
    return { location: locationAt(file, offset), name, elements, examples: [], remarks: [...targets, ...remarks] };
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
    const definition = error.definition === undefined ? undefined : texts.definitions.definition(error.definition);
    const wrong = definition ?? root;
    const reason =
      definition === undefined || definition.name === name ? error.message : `in ${definition.name}: ${error.message}`;
    const location = shifted(locationAt(wrong.file, wrong.offset), wrong.text, wrong, error.offset);
    return { location, name, source: name === undefined ? text : `${name} ${text}`, reason };
  }
}

/** The tree of a pattern. A definition is read as a reference to it would be. */
function treeOf({ name, text }: Root): Expression {
  if (name === undefined) return parseExpression(text, ONIGURUMA);
  return { kind: "reference", name, field: undefined, offset: 0 };
}

/** The location of a character of a text, if the file has the text as it is, in one line. */
function shifted(
  location: ImportLocation,
  text: string,
  { file, offset }: { file: ImportFile; offset: number },
  by: number,
): ImportLocation {
  if (!file.text.startsWith(text, offset)) return location;
  return { ...location, column: location.column + Array.from(text.slice(0, by)).length };
}

/** Adds a remark to each rule that wins over a rule before it in its list. */
function withOrderRemarks(roots: readonly Root[], imported: readonly Imported[]): Imported[] {
  const lists = new Map<object, number[]>();
  for (const [i, { list }] of roots.entries()) {
    if (isLeftOut(imported[i]!)) continue;
    const indexes = lists.get(list);
    if (indexes === undefined) lists.set(list, [i]);
    else indexes.push(i);
  }
  const result = [...imported];
  for (const indexes of lists.values()) {
    const rules = indexes.map((i) => imported[i] as ImportedRule);
    const rank = new Map(
      precedenceOrder(rules.map(({ elements }) => pattern(elements))).map((rule, rank) => [rule, rank]),
    );
    let weakest = 0;
    for (const [i, rule] of rules.entries()) {
      if (rank.get(i)! < rank.get(weakest)!) {
        const { line, column } = rules[weakest]!.location;
        const remark = `wins over the pattern at ${line}:${column}, which grok tries first`;
        result[indexes[i]!] = { ...rule, remarks: [...rule.remarks, remark] };
      } else weakest = i;
    }
  }
  return result;
}

/** The definitions that no rule reaches, because they refer to each other in a circle. */
function circles(
  byName: ReadonlyMap<string, Definition>,
  roots: readonly Root[],
  texts: ExpressionTexts,
  locationAt: LocationAt,
): Imported[] {
  const reached = new Set<string>();
  const waiting = roots.flatMap(({ name, text }) => [...(name === undefined ? [] : [name]), ...namesIn(text)]);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const definition = byName.get(name);
    if (definition === undefined || reached.has(name)) continue;
    reached.add(name);
    for (const used of namesIn(definition.text)) waiting.push(used);
  }
  return [...byName.values()]
    .filter(({ name }) => !reached.has(name))
    .map((definition) => ruleOf(rootOf(definition), texts, locationAt))
    .filter(isLeftOut);
}
