// Reads grok patterns from files of patterns, configurations of Logstash and ingest pipelines of Elastic.

import { LeftOut } from "../../../rules/rules-error.ts";
import { type Definition, Definitions } from "../expressions/definitions.ts";
import { type Expression, UnsupportedError } from "../expressions/expression.ts";
import { ExpressionTexts } from "../expressions/expression-texts.ts";
import { parseExpression } from "../expressions/parse-expression.ts";
import { translate } from "../expressions/translate.ts";
import { filtersOf, pairsOf, targetOf, textOf } from "../filters.ts";
import type { Imported, ImportFile, ImportReader, RuleImporter } from "../imported.ts";
import { isOfficial, WELL_KNOWN } from "./well-known.ts";

const LINE = /[^\r\n]+/g;
const FIRST_WORD = /^(\w+)[ \t]+(?=\S)/;

/** A pattern that is matched, or a definition that no other uses. */
interface Root extends Omit<Definition, "name"> {
  readonly name?: string;
  /** The list of the pattern. Patterns of one list are tried in order; a single pattern has a list of its own. */
  readonly list: object;
  /** The field whose text it matches; undefined if it matches lines. */
  readonly target: string | undefined;
}

interface GrokSource {
  readonly definitions: Definition[];
  readonly patterns: Root[];
  /** Whether it says which patterns are matched. Then its definitions do not become rules. */
  readonly isConfiguration: boolean;
}

export const GROK: ImportReader = {
  recognises: (file) => filtersOf(file, "grok") !== undefined || /^(?![ \t]*[#<]).*%\{\w+[:}]/m.test(file.text),
  read(files, importRule) {
    const sources = files.map(readGrok);
    const patterns = sources.flatMap((source) => source.patterns);
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
    const texts = new ExpressionTexts(new Definitions(definitions, WELL_KNOWN));
    return roots.map((root) => ruleOf(root, definitions, texts, importRule));
  },
};

/** Reads a file. Throws an ImportError if it looks like a configuration and is malformed. */
function readGrok(file: ImportFile): GrokSource {
  const filters = filtersOf(file, "grok");
  if (filters === undefined) return readPatternLines(file);
  const source: GrokSource = { definitions: [], patterns: [], isConfiguration: true };
  for (const filter of filters) {
    const list = {};
    const field = textOf(filter, "field")?.text ?? "message";
    const listed = filter.flatMap(({ name, value }) => (name === "patterns" ? [[field, value] as const] : []));
    for (const [name, value] of [...listed, ...pairsOf(filter, "match")])
      for (const item of "items" in value ? value.items : [value])
        if ("text" in item) source.patterns.push({ ...item, file, list, target: targetOf(name) });
    for (const [name, value] of pairsOf(filter, "pattern_definitions"))
      if ("text" in value) source.definitions.push({ ...value, name, file });
  }
  return source;
}

/**
 * Reads `NAME pattern` and patterns without a name. A first word is a name if it is written in capitals, or if another
 * line of the file uses it as one.
 */
function readPatternLines(file: ImportFile): GrokSource {
  const used = new Set(namesIn(file.text));
  const source: GrokSource = { definitions: [], patterns: [], isConfiguration: false };
  for (const { 0: line, index } of file.text.matchAll(LINE)) {
    // A blank at the end of a pattern counts.
    const text = line.trimStart();
    if (text === "" || text.startsWith("#")) continue;
    const offset = index + line.length - text.length;
    const [head = "", name = ""] = FIRST_WORD.exec(text) ?? [];
    if (name !== "" && (/^[A-Z][A-Z0-9_]*$/.test(name) || used.has(name)))
      source.definitions.push({ name, text: text.slice(head.length), file, offset: offset + head.length });
    else source.patterns.push({ text, file, offset, list: {}, target: undefined });
  }
  return source;
}

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(/%\{(\w+)/g), ([, name]) => name!);
}

function ruleOf(
  root: Root,
  definitions: ReadonlyMap<string, Definition>,
  texts: ExpressionTexts,
  importRule: RuleImporter,
): Imported {
  const { file, offset, name, text, list, target } = root;
  let place = { file, offset };
  const rule = importRule(
    { ...place, name, source: name === undefined ? text : `${name} ${text}`, target, list },
    () => {
      try {
        // A definition is read as a reference to it would be.
        const node: Expression =
          name === undefined ? parseExpression(text) : { kind: "reference", name, field: undefined, offset: 0 };
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

/** The folder of a file, as `patterns_dir` names them. */
function folderOf({ file }: Pick<Definition, "file">): string {
  return file.name.slice(0, Math.max(file.name.lastIndexOf("/"), file.name.lastIndexOf("\\")) + 1);
}
