// What files with grok patterns contain, and the simplest of them: a pattern or a definition in each line.

import type { Definition } from "../expressions/definitions.ts";
import type { ImportFile } from "../imported.ts";

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
export interface GrokSource {
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

/**
 * Reads `NAME pattern` and patterns without a name. A first word is a name if it is written in capitals, or if another
 * line of the file uses it as one.
 */
export function readPatternLines(file: ImportFile): GrokSource {
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
