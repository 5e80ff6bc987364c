// The grok filters in configurations of Logstash.

import { type ImportFile, importError } from "../imported.ts";
import type { GrokSource } from "./grok-source.ts";

/** The field that lines are in. */
const MESSAGES = new Set(["message", "[message]"]);

/** The limit of nested values, whose reading recurses. */
const MAX_DEPTH = 50;

const TOKEN =
  /(#[^\n]*)|("(?:\\"|[^"])*"|'(?:\\'|[^'])*')|([=!]~\s*\/(?:\\.|[^\\/\n])*\/)|(=>|[{}[\],()])|([^\s#"'{}[\],()=]+)|(["'])|(\S)/gy;
const BLANKS = /\s*/y;

export function isLogstashConfig({ text }: ImportFile): boolean {
  return /^[^#\n\r\u2028\u2029]*\bmatch\s*=>/m.test(text) || /^[^#\n\r\u2028\u2029]*\bgrok\s*\{/m.test(text);
}

/**
 * Reads the patterns and definitions of all grok filters, or of settings without a filter around them. Throws an
 * ImportError for a quote or a bracket that is not closed.
 */
export function readLogstashConfig(file: ImportFile): GrokSource {
  return new ConfigReader(file).read();
}

interface Token {
  readonly kind: "string" | "sign" | "word";
  readonly text: string;
  /** Where the text begins in the file. */
  readonly offset: number;
}

type Value = Token | { readonly items: readonly Value[] } | { readonly pairs: readonly (readonly [Token, Value])[] };

class ConfigReader {
  private readonly source: GrokSource = { definitions: [], patterns: [], isProgram: true };
  private readonly file: ImportFile;
  private readonly tokens: readonly Token[];
  private at = 0;

  constructor(file: ImportFile) {
    this.file = file;
    this.tokens = tokensOf(file);
  }

  read(): GrokSource {
    /** The words before the braces that are open. */
    const blocks: string[] = [];
    for (let before: Token | undefined; this.at < this.tokens.length; ) {
      const token = this.tokens[this.at++]!;
      if (isSign(token, "{")) blocks.push(before?.kind === "word" ? before.text : "");
      else if (isSign(token, "}")) blocks.pop();
      else if (token.kind === "word" && (blocks.at(-1) ?? "grok") === "grok") {
        if (token.text === "match" && this.skip("=>")) this.addMatch(this.value(0));
        else if (token.text === "pattern_definitions" && this.skip("=>")) this.addDefinitions(this.value(0));
      }
      before = this.tokens[this.at - 1];
    }
    return this.source;
  }

  private skip(sign: string): boolean {
    if (!isSign(this.tokens[this.at], sign)) return false;
    this.at++;
    return true;
  }

  private value(depth: number): Value {
    const { file } = this;
    const token = this.tokens[this.at++];
    if (token === undefined) throw importError(file, file.text.length, "the file ends where a value is expected");
    if (depth > MAX_DEPTH) throw importError(file, token.offset, `nested more than ${MAX_DEPTH} levels deep`);
    if (isSign(token, "[")) return { items: this.upTo("]", token, () => this.value(depth + 1)) };
    if (isSign(token, "{")) return { pairs: this.upTo("}", token, () => this.pair(depth + 1)) };
    if (token.kind === "sign") throw importError(file, token.offset, `expected a value, not ${token.text}`);
    return token;
  }

  private pair(depth: number): [Token, Value] {
    const key = this.tokens[this.at++]!;
    if (key.kind === "sign" || !this.skip("=>")) throw importError(this.file, key.offset, "expected a name and =>");
    return [key, this.value(depth)];
  }

  private upTo<Item>(close: string, open: Token, item: () => Item): Item[] {
    const items: Item[] = [];
    while (!this.skip(close)) {
      if (this.at >= this.tokens.length) throw importError(this.file, open.offset, `this ${open.text} is not closed`);
      items.push(item());
      this.skip(",");
    }
    return items;
  }

  /** `{ "field" => "pattern" }`, with lists of patterns, or `["field", "pattern", …]`. */
  private addMatch(value: Value): void {
    const list = {};
    if ("pairs" in value) for (const [field, patterns] of value.pairs) this.addPatterns(field, patterns, list);
    if (!("items" in value)) return;
    for (let i = 0; i + 1 < value.items.length; i += 2) this.addPatterns(value.items[i]!, value.items[i + 1]!, list);
  }

  private addPatterns(field: Value, value: Value, list: object): void {
    if (!("text" in field)) return;
    const target = MESSAGES.has(field.text) ? undefined : field.text;
    for (const item of "items" in value ? value.items : [value]) {
      if (!("text" in item)) continue;
      this.source.patterns.push({ text: item.text, file: this.file, offset: item.offset, list, target });
    }
  }

  private addDefinitions(value: Value): void {
    for (const [{ text: name }, pattern] of "pairs" in value ? value.pairs : []) {
      if (!("text" in pattern)) continue;
      this.source.definitions.push({ name, text: pattern.text, file: this.file, offset: pattern.offset });
    }
  }
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === "sign" && token.text === sign;
}

/** The tokens without comments. The regular expressions of conditions are skipped. */
function tokensOf(file: ImportFile): Token[] {
  const { text } = file;
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    BLANKS.lastIndex = at;
    at += BLANKS.exec(text)![0].length;
    if (at >= text.length) return tokens;
    TOKEN.lastIndex = at;
    const [whole, , string, , sign, word, quote] = TOKEN.exec(text)!;
    if (quote !== undefined) throw importError(file, at, "this quote is not closed");
    if (string !== undefined) tokens.push({ kind: "string", text: string.slice(1, -1), offset: at + 1 });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign, offset: at });
    else if (word !== undefined) tokens.push({ kind: "word", text: word, offset: at });
    at += whole.length;
  }
}
