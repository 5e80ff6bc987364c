// What files with grok patterns contain: configurations of Logstash, ingest pipelines of Elastic, and files with a
// pattern or a definition in each line.

import type { Definition } from "../expressions/definitions.ts";
import { filterReader, GROK_FILTERS, pairsOf, targetOf, textOf } from "../filters.ts";
import type { ImportFile } from "../imported.ts";

/** A pattern that becomes a rule. */
export interface SourcePattern extends Omit<Definition, "name"> {
  /** The list of the pattern. Patterns of one list are tried in order; a single pattern has a list of its own. */
  readonly list: object;
  /** The field whose text it matches; undefined if it matches lines. */
  readonly target: string | undefined;
}

/** What a file contains. */
interface GrokSource {
  readonly definitions: Definition[];
  readonly patterns: SourcePattern[];
  /** Whether it says which patterns are matched. Then its definitions do not become rules. */
  readonly isConfiguration: boolean;
}

/** Reads a file. Throws an ImportError if it looks like a configuration and is malformed. */
export function readGrok(file: ImportFile): GrokSource {
  const read = filterReader(file, GROK_FILTERS);
  if (read === undefined) return readPatternLines(file);
  const source: GrokSource = { definitions: [], patterns: [], isConfiguration: true };
  for (const filter of read(file, GROK_FILTERS)) {
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

const LINE = /[^\r\n]+/g;
const FIRST_WORD = /^(\w+)[ \t]+(?=\S)/;

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

/** The names of definitions that a text uses. */
export function namesIn(text: string): string[] {
  return Array.from(text.matchAll(/%\{(\w+)/g), ([, name]) => name!);
}
