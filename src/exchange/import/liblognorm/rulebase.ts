// The lines of a rulebase of liblognorm. A line may go on in the next one inside a field:
// `%{"name": "a",⏎ "type": "word"}%`.

import { type ImportFile, importError } from "../imported.ts";

/** A rule of the file, with the prefix that it has there. */
export interface RulebaseRule {
  readonly tags: readonly string[];
  readonly pattern: string;
  /** The line as it is written. */
  readonly source: string;
  readonly offset: number;
}

export interface Rulebase {
  readonly rules: readonly RulebaseRule[];
  /** The patterns of each type, by its name without the `@`. */
  readonly types: ReadonlyMap<string, readonly string[]>;
  /** What annotations add to messages with a tag. */
  readonly annotations: ReadonlyMap<string, readonly (readonly [name: string, value: string])[]>;
  /** The files that are included, and where. */
  readonly includes: readonly { readonly source: string; readonly offset: number }[];
}

const VERSION = "version=2";

/** Whether a file looks like a rulebase. */
export function isRulebase({ text }: ImportFile): boolean {
  return text.startsWith(VERSION) || /^(?:rule|prefix|extendprefix)=/m.test(text);
}

/** Reads a rulebase of version 2. Throws an ImportError for another version and for a line that is not understood. */
export function readRulebase(file: ImportFile): Rulebase {
  if (!/^version=2[ \t]*\r?$/m.test(file.text.slice(0, file.text.indexOf("\n") + 1 || undefined)))
    throw importError(file, 0, `not a rulebase of version 2, which begins with ${VERSION}`);
  const rules: RulebaseRule[] = [];
  const types = new Map<string, string[]>();
  const annotations = new Map<string, [string, string][]>();
  const includes: { source: string; offset: number }[] = [];
  let prefix = "";
  for (const { source, offset } of linesOf(file.text)) {
    if (offset === 0 || source.trim() === "" || source.startsWith("#")) continue;
    const [, key = "", value = ""] = /^([a-z]+)=(.*)$/s.exec(source) ?? [];
    const colon = value.indexOf(":");
    const head = value.slice(0, Math.max(colon, 0));
    const rest = value.slice(colon + 1);
    if (key === "prefix") prefix = value;
    else if (key === "extendprefix") prefix += value;
    else if (key === "include") includes.push({ source, offset });
    else if (key === "rule" && colon !== -1) rules.push({ tags: tagsOf(head), pattern: prefix + rest, source, offset });
    else if (key === "type" && head.startsWith("@")) add(types, head.slice(1), rest);
    else if (key === "annotate" && colon !== -1) {
      for (const [, name, text] of rest.matchAll(/\+([^+=,"]+)="([^"]*)"/g)) add(annotations, head, [name!, text!]);
    } else throw importError(file, offset, "neither a rule, nor a type, a prefix, an annotation or a comment");
  }
  return { rules, types, annotations, includes };
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function tagsOf(text: string): string[] {
  return text.split(",").filter((tag) => tag !== "");
}

/** The lines, with where they begin. A line break between two `%` does not end one. */
function* linesOf(text: string): Iterable<{ source: string; offset: number }> {
  let start = 0;
  let isInField = false;
  for (let i = 0; i <= text.length; i++) {
    const character = text[i];
    // Comments may contain any number of `%`.
    if (character === "%" && text[start] !== "#") isInField = !isInField;
    if (character !== undefined && (character !== "\n" || isInField)) continue;
    yield { source: text.slice(start, i).replace(/\r$/, ""), offset: start };
    start = i + 1;
    isInField = false;
  }
}
