// The grok processors in ingest pipelines of Elastic.

import { isMap, isScalar, isSeq } from "../../../rules/yaml/node.ts";
import type { ImportFile } from "../imported.ts";
import { hasProcessor, processedField, readProcessors, settingOf, textStart } from "../sources/processors.ts";
import type { GrokSource } from "./grok-source.ts";

export function isIngestPipeline(file: ImportFile): boolean {
  return hasProcessor(file, /"grok"\s*:/, /^[ \t]*- *grok[ \t]*:/m);
}

/** Reads the patterns of all grok processors. Throws an ImportError as `readProcessors` does. */
export function readIngestPipeline(file: ImportFile): GrokSource {
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
