// The settings of filters in configurations of Logstash.

import { type ImportFile, importError } from "../imported.ts";

/** The limit of nested values, whose reading recurses. */
const MAX_DEPTH = 50;

/** Blanks, comments and the regular expressions of conditions; strings, signs, words, and quotes that are not closed. */
const TOKEN =
  /(\s+|#[^\n]*|[=!]~\s*\/(?:\\.|[^\\/\n])*\/)|("(?:\\"|[^"])*"|'(?:\\'|[^'])*')|(=>|[{}[\],()])|([^\s#"'{}[\],()=]+)|(["'])|\S/gy;

/** A text, or what is in brackets or braces. */
type Value = Token | { readonly items: readonly Value[] };

interface Token {
  readonly text: string;
  /** Where the text begins in the file. */
  readonly offset: number;
}

interface KindToken extends Token {
  readonly kind: "string" | "sign" | "word";
}

/** The field that a filter reads; undefined for the one that lines are in. */
export function filteredField(field: string): string | undefined {
  return /^(?:message|\[message\])$/.test(field) ? undefined : field;
}

/** The pairs of `{ a => b c => d }`, which may also be written `[a, b, c, d]`. */
export function settingPairs(value: Value): (readonly [Token, Value])[] {
  const items = "items" in value ? value.items : [];
  return items.flatMap((key, i) =>
    i % 2 === 0 && "text" in key && i + 1 < items.length ? [[key, items[i + 1]!]] : [],
  );
}

/**
 * Reads the settings `name => value` with these names of all filters of a kind, or those that stand in no filter.
 * Throws an ImportError for a quote or a bracket that is not closed.
 */
export function readSettings(
  file: ImportFile,
  filter: string,
  names: readonly string[],
): { readonly name: string; readonly value: Value }[] {
  const tokens = tokensIn(file);
  let at = 0;
  const skip = (sign: string): boolean => {
    const isThere = tokens[at]?.kind === "sign" && tokens[at]!.text === sign;
    if (isThere) at++;
    return isThere;
  };
  const read = (depth: number): Value => {
    const token = tokens[at++];
    if (token === undefined) throw importError(file, file.text.length, "the file ends where a value is expected");
    const { kind, text, offset } = token;
    if (depth > MAX_DEPTH) throw importError(file, offset, `nested more than ${MAX_DEPTH} levels deep`);
    if (kind !== "sign") return { text, offset };
    const close = { "[": "]", "{": "}" }[text];
    if (close === undefined) throw importError(file, offset, `expected a value, not ${text}`);
    const items: Value[] = [];
    while (!skip(close)) {
      if (at >= tokens.length) throw importError(file, offset, `this ${text} is not closed`);
      items.push(read(depth + 1));
      if (!skip("=>")) skip(",");
    }
    return { items };
  };
  /** The words before the braces that are open. */
  const blocks: string[] = [];
  const settings: { name: string; value: Value }[] = [];
  while (at < tokens.length) {
    const before = tokens[at - 1];
    if (skip("{")) blocks.push(before?.kind === "word" ? before.text : "");
    else if (skip("}")) blocks.pop();
    else {
      const { kind, text } = tokens[at++]!;
      const isAsked = (blocks.at(-1) ?? filter) === filter && kind === "word" && names.includes(text);
      if (isAsked && skip("=>")) settings.push({ name: text, value: read(0) });
    }
  }
  return settings;
}

function tokensIn(file: ImportFile): KindToken[] {
  const tokens: KindToken[] = [];
  for (const { 2: string, 3: sign, 4: word, 5: quote, index: offset } of file.text.matchAll(TOKEN)) {
    if (quote !== undefined) throw importError(file, offset, "this quote is not closed");
    if (string !== undefined) tokens.push({ kind: "string", text: string.slice(1, -1), offset: offset + 1 });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign, offset });
    else if (word !== undefined) tokens.push({ kind: "word", text: word, offset });
  }
  return tokens;
}
