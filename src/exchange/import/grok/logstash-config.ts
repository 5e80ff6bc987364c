// The grok filters in configurations of Logstash.

import type { ImportFile } from "../imported.ts";
import { filteredField, readSettings, settingPairs } from "../sources/logstash-settings.ts";
import type { GrokSource } from "./grok-source.ts";

export function isLogstashConfig({ text }: ImportFile): boolean {
  return /^[^#\n\r\u2028\u2029]*\bmatch\s*=>/m.test(text) || /^[^#\n\r\u2028\u2029]*\bgrok\s*\{/m.test(text);
}

/** Reads the patterns and definitions of all grok filters. Throws an ImportError as `readSettings` does. */
export function readLogstashConfig(file: ImportFile): GrokSource {
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
