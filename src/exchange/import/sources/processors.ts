// Processors in files of Elastic, in JSON or YAML: ingest pipelines, and configurations of Beats.

import { wordingOf } from "../../../rules/rules-error.ts";
import { compose } from "../../../rules/yaml/compose.ts";
import { isMap, isScalar, isSeq, type YamlMap, type YamlNode, type YamlScalar } from "../../../rules/yaml/node.ts";
import { type ImportFile, importError } from "../imported.ts";

/** The line of a request, as consoles show it before the JSON. */
const REQUEST = /^\s*(?:PUT|POST)[ \t]+\S[^\n]*\n/;

/** Whether a file looks like one with processors of a kind, which `inJson` and `inYaml` find. */
export function hasProcessor({ text }: ImportFile, inJson: RegExp, inYaml: RegExp): boolean {
  return /^\s*(?:(?:PUT|POST)[ \t]+\S[^\n]*\n\s*)?\{/.test(text)
    ? inJson.test(text)
    : /^[ \t]*(?:- )?["']?processors["']?[ \t]*:/m.test(text) && inYaml.test(text);
}

/** Reads the processors of a kind. Throws an ImportError if the file is not JSON or YAML. */
export function readProcessors(file: ImportFile, kind: string): YamlMap[] {
  const request = REQUEST.exec(file.text)?.[0] ?? "";
  // It is replaced by blanks, so offsets stay the same.
  const text = request.replace(/[^\n]/g, " ") + file.text.slice(request.length);
  const { root, broken, second } = compose(text);
  const [issue] = [...broken, ...second];
  if (issue !== undefined) throw importError(file, issue.span.start, wordingOf(issue).message);
  const found: YamlMap[] = [];
  const visit = (node: YamlNode | null): void => {
    if (isSeq(node)) for (const item of node.items) visit(item);
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      if (isScalar(key) && key.source === kind && isMap(value)) found.push(value);
      else visit(value);
    }
  };
  visit(root);
  return found;
}

/** The value of a setting; null if there is none. */
export function settingOf(map: YamlMap, name: string): YamlNode | null {
  return map.items.find(({ key }) => isScalar(key) && key.source === name)?.value ?? null;
}

/** The field that a processor reads; undefined for the one that lines are in. */
export function processedField(map: YamlMap): string | undefined {
  const field = settingOf(map, "field");
  return isScalar(field) && field.source !== "message" ? field.source : undefined;
}

/** Where the text of a scalar begins. */
export function textStart({ start, style }: YamlScalar): number {
  return style === "plain" ? start : start + 1;
}
