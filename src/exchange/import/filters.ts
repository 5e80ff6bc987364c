// Filters in configurations of Logstash, and processors in files of Elastic and Beats, which are JSON or YAML.

import { wordingOf } from "../../rules/rules-error.ts";
import { compose } from "../../rules/yaml/compose.ts";
import type { YamlNode } from "../../rules/yaml/node.ts";
import { type ImportFile, importError } from "./imported.ts";

interface FilterText {
  readonly text: string;
  /** Where it begins in the file. */
  readonly offset: number;
}

/** A text, or what is in brackets or braces: items, or keys and their values in turn. */
type FilterValue = FilterText | { readonly items: readonly FilterValue[] };

/** The settings of a filter, of which some may have one name. */
export type Filter = readonly { readonly name: string; readonly value: FilterValue }[];

interface Kind {
  readonly name: string;
  /** The settings of interest in Logstash. */
  readonly settings: readonly string[];
  readonly inLogstash: RegExp;
  readonly inJson: RegExp;
  readonly inYaml: RegExp;
}

export const GROK_FILTERS: Kind = {
  name: "grok",
  settings: ["match", "pattern_definitions"],
  inLogstash: /^[^#\n\r\u2028\u2029]*\b(?:match\s*=>|grok\s*\{)/m,
  inJson: /"grok"\s*:/,
  inYaml: /^[ \t]*- *grok[ \t]*:/m,
};

export const DISSECT_FILTERS: Kind = {
  name: "dissect",
  settings: ["mapping", "convert_datatype"],
  inLogstash: /^[^#\n\r\u2028\u2029]*\b(?:mapping\s*=>|dissect\s*\{)/m,
  inJson: /"dissect"\s*:/,
  inYaml: /^[ \t]*- *dissect[ \t]*:/m,
};

/** What reads the filters of a kind in a file that looks like a configuration with some; undefined for other files. */
export function filterReader(
  { text }: ImportFile,
  kind: Kind,
): ((file: ImportFile, kind: Kind) => Filter[]) | undefined {
  const hasProcessor = /^\s*(?:(?:PUT|POST)[ \t]+\S[^\n]*\n\s*)?\{/.test(text)
    ? kind.inJson.test(text)
    : /^[ \t]*(?:- )?["']?processors["']?[ \t]*:/m.test(text) && kind.inYaml.test(text);
  if (hasProcessor) return processorsIn;
  return kind.inLogstash.test(text) ? filtersIn : undefined;
}

/** The text of a setting. */
export function textOf(filter: Filter, wanted: string): FilterText | undefined {
  const value = filter.find(({ name }) => name === wanted)?.value;
  return value !== undefined && "text" in value ? value : undefined;
}

/** The pairs of `{ a => b c => d }`, which may also be written `[a, b, c, d]`, of all settings with a name. */
export function pairsOf(filter: Filter, wanted: string): (readonly [string, FilterValue])[] {
  return filter.flatMap(({ name, value }) => {
    const items = name === wanted && "items" in value ? value.items : [];
    return items.flatMap((key, i) =>
      i % 2 === 0 && "text" in key && i + 1 < items.length ? [[key.text, items[i + 1]!] as const] : [],
    );
  });
}

/** The field that a filter reads; undefined for the one that lines are in. */
export function targetOf(field = "message"): string | undefined {
  return /^(?:message|\[message\])$/.test(field) ? undefined : field;
}

/** The line of a request, as consoles show it before the JSON. */
const REQUEST = /^\s*(?:PUT|POST)[ \t]+\S[^\n]*\n/;

/** Reads processors. Throws an ImportError if the file is not JSON or YAML. */
function processorsIn(file: ImportFile, kind: Kind): Filter[] {
  // The request is replaced by blanks, so offsets stay the same.
  const { root, broken, second } = compose(file.text.replace(REQUEST, (line) => line.replace(/[^\n]/g, " ")));
  const [issue] = [...broken, ...second];
  if (issue !== undefined) throw importError(file, issue.span.start, wordingOf(issue).message);
  const found: Filter[] = [];
  const visit = (node: YamlNode | null): void => {
    if (node?.kind === "seq") for (const item of node.items) visit(item);
    if (node?.kind !== "map") return;
    for (const { key, value } of node.items)
      if (key.kind === "scalar" && key.source === kind.name && value?.kind === "map")
        found.push(
          value.items.flatMap(({ key, value }) =>
            key.kind === "scalar" ? [{ name: key.source, value: valueIn(value) }] : [],
          ),
        );
      else visit(value);
  };
  visit(root);
  return found;
}

function valueIn(node: YamlNode | null): FilterValue {
  if (node?.kind === "scalar")
    return { text: node.source, offset: node.style === "plain" ? node.start : node.start + 1 };
  if (node?.kind === "seq") return { items: node.items.map(valueIn) };
  return { items: node?.kind === "map" ? node.items.flatMap(({ key, value }) => [valueIn(key), valueIn(value)]) : [] };
}

/** The limit of nested values, whose reading recurses. */
const MAX_DEPTH = 50;

/** Blanks, comments and the expressions of conditions; strings, signs, words, and quotes that are not closed. */
const TOKEN =
  /(\s+|#[^\n]*|[=!]~\s*\/(?:\\.|[^\\/\n])*\/)|("(?:\\"|[^"])*"|'(?:\\'|[^'])*')|(=>|[{}[\],()])|([^\s#"'{}[\],()=]+)|(["'])|\S/gy;

interface Token extends FilterText {
  readonly kind: "string" | "sign" | "word";
}

/**
 * Reads filters of Logstash, and the settings that stand in no filter as those of one. Throws an ImportError for a
 * quote or a bracket that is not closed.
 */
function filtersIn(file: ImportFile, kind: Kind): Filter[] {
  const tokens = tokensIn(file);
  let at = 0;
  const skip = (sign: string): boolean => {
    const isThere = tokens[at]?.kind === "sign" && tokens[at]!.text === sign;
    if (isThere) at++;
    return isThere;
  };
  const read = (depth: number): FilterValue => {
    const token = tokens[at++];
    if (token === undefined) throw importError(file, file.text.length, "the file ends where a value is expected");
    const { kind, text, offset } = token;
    if (depth > MAX_DEPTH) throw importError(file, offset, `nested more than ${MAX_DEPTH} levels deep`);
    if (kind !== "sign") return { text, offset };
    const close = { "[": "]", "{": "}" }[text];
    if (close === undefined) throw importError(file, offset, `expected a value, not ${text}`);
    const items: FilterValue[] = [];
    while (!skip(close)) {
      if (at >= tokens.length) throw importError(file, offset, `this ${text} is not closed`);
      items.push(read(depth + 1));
      if (!skip("=>")) skip(",");
    }
    return { items };
  };
  let filter: Filter[number][] = [];
  const filters = [filter];
  /** The words before the braces that are open. */
  const blocks: string[] = [];
  while (at < tokens.length) {
    const before = tokens[at - 1];
    if (skip("{")) {
      blocks.push(before?.kind === "word" ? before.text : "");
      if (blocks.at(-1) === kind.name) filter = [];
      if (filters.at(-1) !== filter) filters.push(filter);
    } else if (skip("}")) blocks.pop();
    else {
      const { kind: what, text } = tokens[at++]!;
      const isAsked = (blocks.at(-1) ?? kind.name) === kind.name && what === "word" && kind.settings.includes(text);
      if (isAsked && skip("=>")) filter.push({ name: text, value: read(0) });
    }
  }
  return filters;
}

function tokensIn(file: ImportFile): Token[] {
  const tokens: Token[] = [];
  for (const { 2: string, 3: sign, 4: word, 5: quote, index: offset } of file.text.matchAll(TOKEN)) {
    if (quote !== undefined) throw importError(file, offset, "this quote is not closed");
    if (string !== undefined) tokens.push({ kind: "string", text: string.slice(1, -1), offset: offset + 1 });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign, offset });
    else if (word !== undefined) tokens.push({ kind: "word", text: word, offset });
  }
  return tokens;
}
