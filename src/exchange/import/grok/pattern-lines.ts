// Files of patterns: a definition or a pattern in each line.

import type { Definition } from "../expressions/definitions.ts";
import type { ImportFile } from "../imported.ts";
import type { GrokSource, SourcePattern } from "./grok-source.ts";

const LINE = /[^\r\n]+/g;
const FIRST_WORD = /^(\w+)[ \t]+(?=\S)/;

/** What names of patterns look like where they are used. */
export const USED_NAME = /%\{(\w+)/g;

/**
 * Reads `NAME pattern` and patterns without a name. A first word is a name if it is written in capitals, or if another
 * line of the file uses it as one.
 */
export function readPatternLines(file: ImportFile): GrokSource {
  const used = new Set(Array.from(file.text.matchAll(USED_NAME), ([, name]) => name!));
  const definitions: Definition[] = [];
  const patterns: SourcePattern[] = [];
  for (const { 0: line, index } of file.text.matchAll(LINE)) {
    const indent = line.length - line.trimStart().length;
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    const nameOffset = index + indent;
    const [head = "", name = ""] = FIRST_WORD.exec(text) ?? [];
    if (name !== "" && (/^[A-Z][A-Z0-9_]*$/.test(name) || used.has(name))) {
      // A blank at the end of a pattern counts.
      const pattern = line.slice(indent + head.length);
      definitions.push({ name, text: pattern, file, nameOffset, offset: nameOffset + head.length });
    } else patterns.push({ text: line.slice(indent), file, offset: nameOffset, list: {}, target: undefined });
  }
  return { definitions, patterns, isProgram: false };
}
