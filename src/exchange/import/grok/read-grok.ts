// Reads grok patterns from files of patterns, configurations of Logstash and ingest pipelines of Elastic.

import { pattern } from "../../../matcher/pattern.ts";
import { precedenceOrder } from "../../../matcher/precedence.ts";
import { ONIGURUMA } from "../expressions/characters.ts";
import { type Definition, Definitions } from "../expressions/definitions.ts";
import { type Expression, UnsupportedError } from "../expressions/expression.ts";
import { ExpressionTexts } from "../expressions/expression-texts.ts";
import { parseExpression } from "../expressions/parse-expression.ts";
import { translate } from "../expressions/translate.ts";
import { targetRemarks } from "../fields.ts";
import {
  type Imported,
  type ImportedRule,
  type ImportFile,
  type ImportLocation,
  type ImportReader,
  importRule,
  isLeftOut,
  locationsIn,
} from "../imported.ts";
import { isIngestPipeline, isLogstashConfig, namesIn, type SourcePattern, sourceOf } from "./grok-source.ts";
import { isOfficial, WELL_KNOWN } from "./well-known.ts";

export const GROK: ImportReader = {
  recognises: (file) =>
    isIngestPipeline(file) || isLogstashConfig(file) || /^(?![ \t]*[#<]).*%\{\w+[:}]/m.test(file.text),
  read: readGrok,
};

/** A pattern that becomes a rule: one that is matched, or a definition that no other uses. */
type Root = SourcePattern & { readonly name: string | undefined };

function readGrok(files: readonly ImportFile[]): Imported[] {
  const sources = files.map(sourceOf);
  const patterns = sources.flatMap((source) => source.patterns);
  // If a name is defined twice, the last definition counts, as in Logstash.
  const given = new Map(sources.flatMap((source) => source.definitions.map((one) => [one.name, one])));
  const definitions = new Map([...given].filter(([, one]) => !isOfficial(one)));
  const all = [...definitions.values()];
  // Definitions of a folder that files of other folders use do not become rules.
  const libraries = new Set<string>();
  const used = new Set<string>();
  for (const one of [...all, ...patterns])
    for (const name of namesIn(one.text)) {
      used.add(name);
      const folder = folderOf(given.get(name) ?? one);
      if (folder !== folderOf(one)) libraries.add(folder);
    }
  const isConfiguration = sources.some((source) => source.isConfiguration);
  const candidates = isConfiguration ? [] : all.filter((one) => !libraries.has(folderOf(one)));
  const roots = [
    ...patterns.map((one) => ({ ...one, name: undefined })),
    ...candidates.filter(({ name }) => !used.has(name)).map(rootOf),
  ].sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.offset - b.offset);
  const reached = new Set(roots.flatMap(({ name, text }) => [...(name === undefined ? [] : [name]), ...namesIn(text)]));
  for (const name of reached) for (const next of namesIn(definitions.get(name)?.text ?? "")) reached.add(next);
  // No rule reaches those that refer to each other in a circle.
  const circles = candidates.filter(({ name }) => !reached.has(name)).map(rootOf);

  const texts = new ExpressionTexts(new Definitions(definitions, WELL_KNOWN));
  const locations = locationsOf(files, [...roots, ...all]);
  const locationOf = ({ file, offset }: Place): ImportLocation => locations.get(file)!.get(offset)!;
  const ruleOf = (root: Root): Imported => {
    const { name, text, target } = root;
    const source = name === undefined ? text : `${name} ${text}`;
    return importRule(
      { location: locationOf(root), name, source },
      () => {
        const made = translate(treeOf(root), texts);
        return { ...made, remarks: [...targetRemarks(target), ...made.remarks] };
      },
      (error) => {
        if (!(error instanceof UnsupportedError)) return {};
        const wrong = definitions.get(error.definition ?? "") ?? root;
        const isElsewhere = wrong.name !== name;
        return {
          location: shifted(locationOf(wrong), wrong, error.offset),
          reason: isElsewhere ? `in ${wrong.name}: ${error.message}` : error.message,
        };
      },
    );
  };
  return [...withOrderRemarks(roots, roots.map(ruleOf)), ...circles.map(ruleOf).filter(isLeftOut)];
}

/** Where a pattern or a definition is. */
type Place = Pick<Definition, "file" | "offset">;

/** The folder of a file, as `patterns_dir` names them. */
function folderOf({ file }: Place): string {
  return file.name.slice(0, Math.max(file.name.lastIndexOf("/"), file.name.lastIndexOf("\\")) + 1);
}

function rootOf(definition: Definition): Root {
  return { ...definition, list: {}, target: undefined };
}

/** The tree of a pattern. A definition is read as a reference to it would be. */
function treeOf({ name, text }: Root): Expression {
  if (name === undefined) return parseExpression(text, ONIGURUMA);
  return { kind: "reference", name, field: undefined, offset: 0 };
}

/** The locations of patterns and definitions, by their files and offsets: all at once, in the order of the files. */
function locationsOf(
  files: readonly ImportFile[],
  all: readonly Place[],
): Map<ImportFile, Map<number, ImportLocation>> {
  return new Map(
    files.map((file) => {
      const offsets = all.flatMap((one) => (one.file === file ? [one.offset] : [])).sort((a, b) => a - b);
      const locations = locationsIn(file, offsets);
      return [file, new Map(offsets.map((offset, i) => [offset, locations[i]!]))];
    }),
  );
}

/** The location of a character of a text, if the file has the text as it is, in one line. */
function shifted(
  location: ImportLocation,
  { text, file, offset }: Place & { readonly text: string },
  by: number,
): ImportLocation {
  if (!file.text.startsWith(text, offset)) return location;
  return { ...location, column: location.column + Array.from(text.slice(0, by)).length };
}

/** Adds a remark to each rule that wins over a rule before it in its list. */
function withOrderRemarks(roots: readonly Root[], imported: readonly Imported[]): Imported[] {
  const lists = new Map<object, number[]>(roots.map(({ list }) => [list, []]));
  for (const [i, { list }] of roots.entries()) if (!isLeftOut(imported[i]!)) lists.get(list)!.push(i);
  const result = [...imported];
  for (const indexes of lists.values()) {
    const rules = indexes.map((i) => imported[i] as ImportedRule);
    const order = precedenceOrder(rules.map(({ elements }) => pattern(elements)));
    const rank = new Map(order.map((rule, rank) => [rule, rank]));
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
