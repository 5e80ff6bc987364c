// Ingest pipelines of Elastic, in JSON or in YAML.

import { wordingOf } from "../../../rules/rules-error.ts";
import { compose } from "../../../rules/yaml/compose.ts";
import { isMap, isScalar, isSeq, type YamlMap, type YamlNode, type YamlScalar } from "../../../rules/yaml/node.ts";
import { type ImportFile, importError } from "../imported.ts";
import type { GrokSource } from "./grok-source.ts";

/** The line of a request, as consoles show it before the JSON. */
const REQUEST = /^\s*(?:PUT|POST)[ \t]+\S[^\n]*\n/;

/** The field that lines are in. */
const MESSAGE = "message";

export function isIngestPipeline({ text }: ImportFile): boolean {
  return /^\s*(?:(?:PUT|POST)[ \t]+\S[^\n]*\n\s*)?\{/.test(text)
    ? /"grok"\s*:/.test(text)
    : /^[ \t]*(?:- )?["']?processors["']?[ \t]*:/m.test(text) && /^[ \t]*- *grok[ \t]*:/m.test(text);
}

/** Reads the patterns of all grok processors. Throws an ImportError if the file is not JSON or YAML. */
export function readIngestPipeline(file: ImportFile): GrokSource {
  const request = REQUEST.exec(file.text)?.[0] ?? "";
  // It is replaced by blanks, so offsets stay the same.
  const text = request.replace(/[^\n]/g, " ") + file.text.slice(request.length);
  const { root, broken, second } = compose(text);
  const [issue] = [...broken, ...second];
  if (issue !== undefined) throw importError(file, issue.span.start, wordingOf(issue).message);
  const source: GrokSource = { definitions: [], patterns: [], isProgram: true };
  const visit = (node: YamlNode | null): void => {
    if (isSeq(node)) for (const item of node.items) visit(item);
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      if (isScalar(key) && key.source === "grok" && isMap(value)) addProcessor(value, file, source);
      else visit(value);
    }
  };
  visit(root);
  return source;
}

function addProcessor(map: YamlMap, file: ImportFile, { definitions, patterns }: GrokSource): void {
  const valueAt = (name: string): YamlNode | null =>
    map.items.find(({ key }) => isScalar(key) && key.source === name)?.value ?? null;
  const [field, given, named] = [valueAt("field"), valueAt("patterns"), valueAt("pattern_definitions")];
  const target = isScalar(field) && field.source !== MESSAGE ? field.source : undefined;
  const list = {};
  for (const item of isSeq(given) ? given.items : [])
    if (isScalar(item)) patterns.push({ text: item.source, file, offset: textStart(item), list, target });
  for (const { key, value } of isMap(named) ? named.items : [])
    if (isScalar(key) && isScalar(value))
      definitions.push({ name: key.source, text: value.source, file, offset: textStart(value) });
}

/** Where the text of a scalar begins. */
function textStart({ start, style }: YamlScalar): number {
  return style === "plain" ? start : start + 1;
}
