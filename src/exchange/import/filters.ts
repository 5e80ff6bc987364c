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

/** Plugins that have patterns, how they are written, and their settings of interest in Logstash. */
const PLUGINS = {
  grok: {
    settings: ["match", "pattern_definitions"],
    inLogstash: /^[^#\n\r\u2028\u2029]*\b(?:match\s*=>|grok\s*\{)/m,
    inProcessors: /^[ \t]*- *grok[ \t]*:|"grok"\s*:/m,
  },
  dissect: {
    settings: ["mapping", "convert_datatype"],
    inLogstash: /^[^#\n\r\u2028\u2029]*\b(?:mapping\s*=>|dissect\s*\{)/m,
    inProcessors: /^[ \t]*- *dissect[ \t]*:|"dissect"\s*:/m,
  },
};

type Plugin = keyof typeof PLUGINS;

/** The beginning of JSON, perhaps after the request that consoles show before it. */
const JSON_OBJECT = /^\s*(?:(?:PUT|POST)[ \t]+\S[^\n]*\n\s*)?\{/;
const YAML_PROCESSORS = /^[ \t]*(?:- )?["']?processors["']?[ \t]*:/m;

/**
 * The filters of a plugin in a file that looks like a configuration with some; undefined for other files. Throws an
 * ImportError if the configuration is malformed.
 */
export function filtersOf(file: ImportFile, plugin: Plugin): Filter[] | undefined {
  const { inLogstash, inProcessors } = PLUGINS[plugin];
  const mayHaveProcessors = JSON_OBJECT.test(file.text) || YAML_PROCESSORS.test(file.text);
  if (mayHaveProcessors && inProcessors.test(file.text)) return processorsIn(file, plugin);
  return inLogstash.test(file.text) ? filtersIn(file, plugin) : undefined;
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

function processorsIn(file: ImportFile, plugin: Plugin): Filter[] {
  // The request is replaced by blanks, so offsets stay the same.
  const { root, broken, second } = compose(file.text.replace(REQUEST, (line) => line.replace(/[^\n]/g, " ")));
  const [issue] = [...broken, ...second];
  if (issue !== undefined) throw importError(file, issue.span.start, wordingOf(issue).message);
  const found: Filter[] = [];
  const visit = (node: YamlNode | null): void => {
    if (node?.kind === "seq") for (const item of node.items) visit(item);
    if (node?.kind !== "map") return;
    for (const { key, value } of node.items)
      if (key.kind === "scalar" && key.source === plugin && value?.kind === "map")
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

/** The limit of nested brackets. It bounds recursion. */
const MAX_DEPTH = 50;

/** Blanks, arrows, comments, expressions of conditions; strings, brackets, words, and quotes that are not closed. */
const TOKEN =
  /(\s+|=>|#[^\n]*|[=!]~\s*\/(?:\\.|[^\\/\n])*\/)|("(?:\\"|[^"])*"|'(?:\\'|[^'])*')|([{}[\]])|([^\s#"'{}[\],()=]+)|(["'])|\S/gy;

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/** A string or a word, or what is in brackets. */
type LogstashItem = (FilterText & { readonly isWord: boolean }) | { readonly items: LogstashItem[] };

/** Reads filters of Logstash, and the settings that stand in no filter as those of one. */
function filtersIn(file: ImportFile, plugin: Plugin): Filter[] {
  const found: Filter[] = [];
  const visit = (items: readonly LogstashItem[], isPlugin: boolean): void => {
    const settings: Filter[number][] = [];
    let name: string | undefined;
    for (const item of items) {
      if (isPlugin && name !== undefined && PLUGINS[plugin].settings.includes(name))
        settings.push({ name, value: item });
      else if ("items" in item) visit(item.items, name === plugin);
      name = "isWord" in item && item.isWord ? item.text : undefined;
    }
    if (settings.length > 0) found.push(settings);
  };
  visit(itemsIn(file), true);
  return found;
}

/** A configuration as what is in its brackets. Commas and arrows do not matter, because names and values alternate. */
function itemsIn(file: ImportFile): LogstashItem[] {
  const open: { items: LogstashItem[]; sign: string; offset: number }[] = [{ items: [], sign: "", offset: 0 }];
  for (const { 2: string, 3: sign = "", 4: word, 5: quote, index: offset } of file.text.matchAll(TOKEN)) {
    const { items, sign: opening, offset: start } = open.at(-1)!;
    if (quote !== undefined) throw importError(file, offset, "this quote is not closed");
    if (string !== undefined) items.push({ text: string.slice(1, -1), offset: offset + 1, isWord: false });
    else if (word !== undefined) items.push({ text: word, offset, isWord: true });
    else if (CLOSING[sign] !== undefined) {
      if (open.length > MAX_DEPTH) throw importError(file, offset, `nested more than ${MAX_DEPTH} levels deep`);
      const inner: LogstashItem[] = [];
      items.push({ items: inner });
      open.push({ items: inner, sign, offset });
    } else if (sign !== "" && opening !== "") {
      if (CLOSING[opening] !== sign) throw importError(file, start, `this ${opening} is not closed`);
      open.pop();
    }
  }
  const { sign, offset } = open.at(-1)!;
  if (sign !== "") throw importError(file, offset, `this ${sign} is not closed`);
  return open[0]!.items;
}
