// The grok filters in configurations of Logstash.

import type { ImportFile } from "../imported.ts";
import { readSettings, targetOf, type Value } from "../sources/logstash-settings.ts";
import type { GrokSource } from "./grok-source.ts";

export function isLogstashConfig({ text }: ImportFile): boolean {
  return /^[^#\n\r\u2028\u2029]*\bmatch\s*=>/m.test(text) || /^[^#\n\r\u2028\u2029]*\bgrok\s*\{/m.test(text);
}

/** Reads the patterns and definitions of all grok filters. Throws an ImportError as `readSettings` does. */
export function readLogstashConfig(file: ImportFile): GrokSource {
  const source: GrokSource = { definitions: [], patterns: [], isProgram: true };
  for (const { name, value } of readSettings(file, "grok", ["match", "pattern_definitions"])) {
    if (name === "match") addMatch(value, file, source);
    else addDefinitions(value, file, source);
  }
  return source;
}

/** `{ "field" => "pattern" }`, with lists of patterns, or `["field", "pattern", …]`. */
function addMatch(value: Value, file: ImportFile, source: GrokSource): void {
  const list = {};
  const add = (field: Value, patterns: Value): void => {
    if (!("text" in field)) return;
    for (const item of "items" in patterns ? patterns.items : [patterns])
      if ("text" in item)
        source.patterns.push({ text: item.text, file, offset: item.offset, list, target: targetOf(field.text) });
  };
  if ("pairs" in value) for (const [field, patterns] of value.pairs) add(field, patterns);
  if (!("items" in value)) return;
  for (let i = 0; i + 1 < value.items.length; i += 2) add(value.items[i]!, value.items[i + 1]!);
}

function addDefinitions(value: Value, file: ImportFile, { definitions }: GrokSource): void {
  for (const [{ text: name }, pattern] of "pairs" in value ? value.pairs : [])
    if ("text" in pattern) definitions.push({ name, text: pattern.text, file, offset: pattern.offset });
}
