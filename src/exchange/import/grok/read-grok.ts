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
import { type GrokSource, namesIn, readPatternLines, type SourcePattern } from "./grok-source.ts";
import { isIngestPipeline, readIngestPipeline } from "./ingest-pipeline.ts";
import { isLogstashConfig, readLogstashConfig } from "./logstash-config.ts";
import { isOfficial } from "./official.ts";
import { WELL_KNOWN } from "./well-known.ts";

export const GROK: ImportReader = {
  recognises: (file) =>
    isIngestPipeline(file) || isLogstashConfig(file) || /^(?![ \t]*[#<]).*%\{\w+[:}]/m.test(file.text),
  read: (files) => new GrokReader(files).read(),
};

/** A pattern that becomes a rule: one that is matched, or a definition that no other uses. */
type Root = SourcePattern & { readonly name: string | undefined };

class GrokReader {
  /** If a name is defined twice, the last definition counts, as in Logstash. */
  private readonly definitions: ReadonlyMap<string, Definition>;
  private readonly roots: readonly Root[];
  /** Definitions that become rules if no other uses them: none of a folder that files of other folders use. */
  private readonly candidates: readonly Definition[];
  private readonly texts: ExpressionTexts;
  private readonly locations: ReadonlyMap<ImportFile, ReadonlyMap<number, ImportLocation>>;

  constructor(files: readonly ImportFile[]) {
    const sources = files.map(sourceOf);
    const patterns = sources.flatMap((source) => source.patterns);
    const given = new Map(sources.flatMap(({ definitions }) => definitions.map((one) => [one.name, one])));
    this.definitions = new Map([...given].filter(([, one]) => !isOfficial(one)));
    const isConfiguration = sources.some((source) => source.isConfiguration);
    const all = [...this.definitions.values()];
    const uses = [...all, ...patterns].flatMap((one) =>
      namesIn(one.text).map((name) => ({ name, from: folderOf(one) })),
    );
    const used = new Set(uses.map(({ name }) => name));
    const libraries = new Set(
      uses.flatMap(({ name, from }) => {
        const definition = given.get(name);
        return definition === undefined || folderOf(definition) === from ? [] : [folderOf(definition)];
      }),
    );
    this.candidates = isConfiguration ? [] : all.filter((one) => !libraries.has(folderOf(one)));
    this.roots = [
      ...patterns.map((one) => ({ ...one, name: undefined })),
      ...this.candidates.filter(({ name }) => !used.has(name)).map(rootOf),
    ].sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.offset - b.offset);
    this.texts = new ExpressionTexts(new Definitions(this.definitions, WELL_KNOWN));
    this.locations = locationsOf(files, [...this.roots, ...all]);
  }

  read(): Imported[] {
    const imported = withOrderRemarks(
      this.roots,
      this.roots.map((root) => this.rule(root)),
    );
    return [...imported, ...this.circles()];
  }

  private rule(root: Root): Imported {
    const { name, text, target } = root;
    const location = this.locationOf(root);
    const source = name === undefined ? text : `${name} ${text}`;
    return importRule(
      { location, name, source },
      () => {
        const made = translate(treeOf(root), this.texts);
        return { ...made, remarks: [...targetRemarks(target), ...made.remarks] };
      },
      (error) => {
        if (!(error instanceof UnsupportedError)) return {};
        const definition = error.definition === undefined ? undefined : this.definitions.get(error.definition);
        const wrong = definition ?? root;
        const isElsewhere = definition !== undefined && definition.name !== name;
        return {
          location: shifted(this.locationOf(wrong), wrong, error.offset),
          reason: isElsewhere ? `in ${definition.name}: ${error.message}` : error.message,
        };
      },
    );
  }

  private locationOf({ file, offset }: Pick<Definition, "file" | "offset">): ImportLocation {
    return this.locations.get(file)!.get(offset)!;
  }

  /** The definitions that no rule reaches, because they refer to each other in a circle. */
  private circles(): Imported[] {
    const reached = new Set<string>();
    const waiting = this.roots.flatMap(({ name, text }) => [...(name === undefined ? [] : [name]), ...namesIn(text)]);
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const definition = this.definitions.get(name);
      if (definition === undefined || reached.has(name)) continue;
      reached.add(name);
      for (const used of namesIn(definition.text)) waiting.push(used);
    }
    const others = this.candidates.filter(({ name }) => !reached.has(name));
    return others.map((definition) => this.rule(rootOf(definition))).filter(isLeftOut);
  }
}

/** Detects the form of a file and reads it. Throws an ImportError if the file is malformed. */
function sourceOf(file: ImportFile): GrokSource {
  if (isIngestPipeline(file)) return readIngestPipeline(file);
  return isLogstashConfig(file) ? readLogstashConfig(file) : readPatternLines(file);
}

/** The folder of a file, as `patterns_dir` names them. */
function folderOf({ file }: Pick<Definition, "file">): string {
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
  all: readonly Pick<Definition, "file" | "offset">[],
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
  { text, file, offset }: Pick<Definition, "text" | "file" | "offset">,
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
