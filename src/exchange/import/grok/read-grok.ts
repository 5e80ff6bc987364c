// Reads grok patterns from files of patterns, configurations of Logstash and ingest pipelines of Elastic.

import { LeftOut } from "../../../rules/rules-error.ts";
import { ONIGURUMA } from "../expressions/characters.ts";
import { type Definition, Definitions } from "../expressions/definitions.ts";
import { type Expression, UnsupportedError } from "../expressions/expression.ts";
import { ExpressionTexts } from "../expressions/expression-texts.ts";
import { parseExpression } from "../expressions/parse-expression.ts";
import { translate } from "../expressions/translate.ts";
import { filterReader, GROK_FILTERS } from "../filters.ts";
import { type Imported, type ImportReader, importRule, isLeftOut } from "../imported.ts";
import { namesIn, readGrok, type SourcePattern } from "./grok-source.ts";
import { isOfficial, WELL_KNOWN } from "./well-known.ts";

/** A pattern that is matched, or a definition that no other uses. */
type Root = SourcePattern & { readonly name?: string };

export const GROK: ImportReader = {
  recognises: (file) =>
    filterReader(file, GROK_FILTERS) !== undefined || /^(?![ \t]*[#<]).*%\{\w+[:}]/m.test(file.text),
  read(files) {
    const sources = files.map(readGrok);
    const patterns: readonly Root[] = sources.flatMap((source) => source.patterns);
    // If a name is defined twice, the last definition counts, as in Logstash.
    const given = new Map(sources.flatMap(({ definitions }) => definitions.map((one) => [one.name, one])));
    const definitions = new Map([...given].filter(([, one]) => !isOfficial(one)));
    const isConfiguration = sources.some((source) => source.isConfiguration);
    const used = new Set<string>();
    // The folders of definitions that files of other folders use. None of these becomes a rule.
    const libraries = new Set<string>();
    for (const one of [...definitions.values(), ...patterns])
      for (const name of namesIn(one.text)) {
        used.add(name);
        const definition = given.get(name);
        if (definition !== undefined && folderOf(definition) !== folderOf(one)) libraries.add(folderOf(definition));
      }
    const candidates = [...definitions.values()]
      .filter((one) => !isConfiguration && !libraries.has(folderOf(one)))
      .map((one): Root => ({ ...one, list: {}, target: undefined }));
    const roots = [...patterns, ...candidates.filter(({ name = "" }) => !used.has(name))].sort(
      (a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.offset - b.offset,
    );
    const reached = reachedFrom(roots, definitions);
    const texts = new ExpressionTexts(new Definitions(definitions, WELL_KNOWN));
    const imported = (root: Root): Imported => ruleOf(root, definitions, texts);
    // Definitions that refer to each other in a circle are errors, but not those that only these use.
    const others = candidates.filter(({ name = "" }) => !reached.has(name));
    return [...roots.map(imported), ...others.map(imported).filter(isLeftOut)];
  },
};

function ruleOf(root: Root, definitions: ReadonlyMap<string, Definition>, texts: ExpressionTexts): Imported {
  const { file, offset, name, text, list, target } = root;
  let place = { file, offset };
  const rule = importRule(
    { ...place, name, source: name === undefined ? text : `${name} ${text}`, target, list },
    () => {
      try {
        // A definition is read as a reference to it would be.
        const node: Expression =
          name === undefined
            ? parseExpression(text, ONIGURUMA)
            : { kind: "reference", name, field: undefined, offset: 0 };
        return translate(node, texts);
      } catch (error) {
        if (!(error instanceof UnsupportedError)) throw error;
        const definition = error.definition === undefined ? undefined : definitions.get(error.definition);
        const wrong = definition ?? root;
        // Its offset is known in files that have the text as it is.
        const isAsWritten = wrong.file.text.startsWith(wrong.text, wrong.offset);
        place = { file: wrong.file, offset: wrong.offset + (isAsWritten ? error.offset : 0) };
        const isElsewhere = definition !== undefined && definition.name !== name;
        throw new LeftOut(isElsewhere ? `in ${definition.name}: ${error.message}` : error.message);
      }
    },
  );
  return { ...rule, ...place };
}

/** The names of definitions that these patterns use, directly or through others. */
function reachedFrom(roots: readonly Root[], definitions: ReadonlyMap<string, Definition>): Set<string> {
  const reached = new Set<string>();
  const waiting = roots.flatMap(({ name, text }) => [...(name === undefined ? [] : [name]), ...namesIn(text)]);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const definition = definitions.get(name);
    if (definition === undefined || reached.has(name)) continue;
    reached.add(name);
    for (const used of namesIn(definition.text)) waiting.push(used);
  }
  return reached;
}

/** The folder of a file, as `patterns_dir` names them. */
function folderOf({ file }: Pick<Definition, "file">): string {
  return file.name.slice(0, Math.max(file.name.lastIndexOf("/"), file.name.lastIndexOf("\\")) + 1);
}
