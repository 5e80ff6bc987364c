// What files with grok patterns contain: lines of patterns, configurations of Logstash and ingest pipelines of Elastic.

import { isMap, isScalar, isSeq } from "../../../rules/yaml/node.ts";
import type { Definition } from "../expressions/definitions.ts";
import type { ImportFile } from "../imported.ts";
import { filteredField, readSettings, settingPairs } from "../sources/logstash-settings.ts";
import { hasProcessor, processedField, readProcessors, settingOf, textStart } from "../sources/processors.ts";

/** A pattern that becomes a rule. */
export interface SourcePattern {
  readonly text: string;
  readonly file: ImportFile;
  /** Where the text begins in the file. */
  readonly offset: number;
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

const LINE = /[^\r\n]+/g;
const FIRST_WORD = /^(\w+)[ \t]+(?=\S)/;

/** The names of definitions that a text uses. */
export function namesIn(text: string): string[] {
  return Array.from(text.matchAll(/%\{(\w+)/g), ([, name]) => name!);
}

export function isIngestPipeline(file: ImportFile): boolean {
  return hasProcessor(file, /"grok"\s*:/, /^[ \t]*- *grok[ \t]*:/m);
}

export function isLogstashConfig({ text }: ImportFile): boolean {
  return /^[^#\n\r\u2028\u2029]*\bmatch\s*=>/m.test(text) || /^[^#\n\r\u2028\u2029]*\bgrok\s*\{/m.test(text);
}

/** Detects the form of a file and reads it. Throws an ImportError if the file is malformed. */
export function sourceOf(file: ImportFile): GrokSource {
  if (isIngestPipeline(file)) return readIngestPipeline(file);
  return isLogstashConfig(file) ? readLogstashConfig(file) : readPatternLines(file);
}

/** The patterns of all grok processors. */
function readIngestPipeline(file: ImportFile): GrokSource {
  const source: GrokSource = { definitions: [], patterns: [], isConfiguration: true };
  for (const map of readProcessors(file, "grok")) {
    const [given, named] = [settingOf(map, "patterns"), settingOf(map, "pattern_definitions")];
    const [list, target] = [{}, processedField(map)];
    for (const item of isSeq(given) ? given.items : [])
      if (isScalar(item)) source.patterns.push({ text: item.source, file, offset: textStart(item), list, target });
    for (const { key, value } of isMap(named) ? named.items : [])
      if (isScalar(key) && isScalar(value))
        source.definitions.push({ name: key.source, text: value.source, file, offset: textStart(value) });
  }
  return source;
}

/** The patterns and definitions of all grok filters. */
function readLogstashConfig(file: ImportFile): GrokSource {
  const source: GrokSource = { definitions: [], patterns: [], isConfiguration: true };
  for (const { name: setting, value } of readSettings(file, "grok", ["match", "pattern_definitions"])) {
    const list = {};
    for (const [{ text: name }, given] of settingPairs(value)) {
      if (setting === "match") {
        for (const item of "items" in given ? given.items : [given])
          if ("text" in item)
            source.patterns.push({ text: item.text, file, offset: item.offset, list, target: filteredField(name) });
      } else if ("text" in given) source.definitions.push({ name, text: given.text, file, offset: given.offset });
    }
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
