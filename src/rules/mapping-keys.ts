import { nearest } from "../text/messages/nearest.ts";
import { quoted } from "../text/messages/phrases.ts";
import { type Span, spanOf } from "./location.ts";
import type { YamlMap, YamlNode } from "./node.ts";
import type { Entry, NodeReader } from "./node-reader.ts";
import type { Wording } from "./pending-issue.ts";

/** The keys that a mapping may have. */
export interface Vocabulary {
  /** What messages call the mapping: `a rule`. */
  readonly what: string;
  readonly keys: readonly string[];
  /** Whether the user may add keys, which begin with `x-`. */
  readonly extensible: boolean;
  /** Keys that belong elsewhere, with the help that says where. */
  readonly misplaced?: ReadonlyMap<string, string>;
}

/**
 * Reads the keys of a mapping. An unknown key is reported, and then read as the known key that it resembles, so that
 * one mistake gives one message. Of a duplicate key the first counts; `resolveYamlAliases` reports the second.
 */
export function readKeys(
  reader: NodeReader,
  map: YamlMap,
  vocabulary: Vocabulary,
  until: number,
): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  const guesses: [string, Entry][] = [];
  for (const { key: node, value } of map.items) {
    const key = reader.key(node);
    if (key !== undefined && vocabulary.keys.includes(key)) {
      if (!entries.has(key)) entries.set(key, { what: `'${key}'`, node: value, owner: node, until });
    } else if (key === undefined || !vocabulary.extensible || !key.startsWith("x-")) {
      const meant = key === undefined ? undefined : nearest(key, vocabulary.keys);
      if (meant !== undefined) guesses.push([meant, { what: `'${meant}'`, node: value, owner: node, until }]);
      reader.report("UNKNOWN_KEY", node, () => unknown(key, meant, vocabulary));
    }
  }
  for (const [key, entry] of guesses) if (!entries.has(key)) entries.set(key, entry);
  return entries;
}

/** The node that messages point at for a mapping as a whole: its first key. */
export function headOf(map: YamlMap): YamlNode {
  return map.items[0]?.key ?? map;
}

/** The span of a mapping's first key with its value. */
export function headSpan(map: YamlMap): Span {
  const { start, end } = spanOf(headOf(map));
  const value = map.items[0]?.value;
  return { start, end: value ? spanOf(value).end : end };
}

function unknown(key: string | undefined, meant: string | undefined, vocabulary: Vocabulary): Wording {
  const { what } = vocabulary;
  if (key === undefined) return { message: `a key in ${what} is not text`, help: keysInWords(vocabulary) };
  const near = meant === undefined ? keysInWords(vocabulary) : `did you mean '${meant}'?`;
  const help = key === "<<" ? NO_MERGE_KEYS : (vocabulary.misplaced?.get(key) ?? near);
  return { message: `unknown key ${quoted(key)} in ${what}`, help };
}

const NO_MERGE_KEYS = "YAML 1.2 has no merge keys: an alias stands for one whole value, as in 'pattern: *name'";

function keysInWords({ what, keys, extensible }: Vocabulary): string {
  const known = keys.map((name) => `'${name}'`).join(", ");
  return `the keys of ${what} are ${known}${extensible ? ", and any that begins with 'x-'" : ""}`;
}
