// The grok filters in configurations of Logstash.

import type { Definition } from "../expressions/definitions.ts";
import { type ImportFile, importError } from "../imported.ts";
import type { GrokSource, SourcePattern } from "./grok-source.ts";

/** The field that lines are in. */
const MESSAGES = new Set(["message", "[message]"]);

/** Bounds recursion. */
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
  const reader = new ConfigReader(file);
  reader.read();
  const { definitions, patterns } = reader;
  return { definitions, patterns, isProgram: true };
}

interface Token {
  readonly kind: "string" | "sign" | "word";
  readonly text: string;
  /** Where the text begins in the file. */
  readonly offset: number;
}

type Value = Token | { readonly items: readonly Value[] } | { readonly pairs: readonly (readonly [Token, Value])[] };

class ConfigReader {
  readonly definitions: Definition[] = [];
  readonly patterns: SourcePattern[] = [];
  private readonly file: ImportFile;
  private readonly tokens: readonly Token[];
  private at = 0;

  constructor(file: ImportFile) {
    this.file = file;
    this.tokens = tokensOf(file);
  }

  read(): void {
    /** The words before the braces that are open. */
    const blocks: string[] = [];
    while (this.at < this.tokens.length) {
      const token = this.tokens[this.at++]!;
      if (isSign(token, "{")) blocks.push(this.wordBefore());
      else if (isSign(token, "}")) blocks.pop();
      else if (token.kind === "word" && this.isSetting(blocks.at(-1))) {
        if (token.text === "match" && this.skip("=>")) this.addMatch(this.value(0));
        else if (token.text === "pattern_definitions" && this.skip("=>")) this.addDefinitions(this.value(0));
      }
    }
  }

  /** Whether settings in this block belong to a grok filter. */
  private isSetting(block: string | undefined): boolean {
    return block === "grok" || block === undefined;
  }

  /** The word before the brace that was just read. */
  private wordBefore(): string {
    const token = this.tokens[this.at - 2];
    return token?.kind === "word" ? token.text : "";
  }

  private skip(sign: string): boolean {
    if (!isSign(this.tokens[this.at], sign)) return false;
    this.at++;
    return true;
  }

  private value(depth: number): Value {
    const token = this.tokens[this.at];
    if (token === undefined)
      throw importError(this.file, this.file.text.length, "the file ends where a value is expected");
    if (depth > MAX_DEPTH) throw importError(this.file, token.offset, `nested more than ${MAX_DEPTH} levels deep`);
    this.at++;
    if (isSign(token, "[")) return { items: this.items(token, depth) };
    if (isSign(token, "{")) return { pairs: this.pairs(token, depth) };
    if (token.kind === "sign") throw importError(this.file, token.offset, `expected a value, not ${token.text}`);
    return token;
  }

  private items(open: Token, depth: number): Value[] {
    const items: Value[] = [];
    while (!this.skip("]")) {
      this.mustNotEnd(open);
      items.push(this.value(depth + 1));
      this.skip(",");
    }
    return items;
  }

  private pairs(open: Token, depth: number): [Token, Value][] {
    const pairs: [Token, Value][] = [];
    while (!this.skip("}")) {
      this.mustNotEnd(open);
      const key = this.tokens[this.at++]!;
      if (key.kind === "sign" || !this.skip("=>")) throw importError(this.file, key.offset, "expected a name and =>");
      pairs.push([key, this.value(depth + 1)]);
      this.skip(",");
    }
    return pairs;
  }

  private mustNotEnd(open: Token): void {
    if (this.at >= this.tokens.length) throw importError(this.file, open.offset, `this ${open.text} is not closed`);
  }

  /** `{ "field" => "pattern" }`, with lists of patterns, or `["field", "pattern", …]`. */
  private addMatch(value: Value): void {
    const list = {};
    if ("pairs" in value) for (const [field, patterns] of value.pairs) this.addPatterns(field, patterns, list);
    if (!("items" in value)) return;
    for (let i = 0; i + 1 < value.items.length; i += 2) {
      const field = value.items[i]!;
      if ("text" in field) this.addPatterns(field, value.items[i + 1]!, list);
    }
  }

  private addPatterns(field: Token, value: Value, list: object): void {
    const target = MESSAGES.has(field.text) ? undefined : field.text;
    for (const item of "items" in value ? value.items : [value]) {
      if ("text" in item) this.patterns.push({ text: item.text, file: this.file, offset: item.offset, list, target });
    }
  }

  private addDefinitions(value: Value): void {
    for (const [name, pattern] of "pairs" in value ? value.pairs : []) {
      if ("text" in pattern) {
        const { text, offset } = pattern;
        this.definitions.push({ name: name.text, text, file: this.file, nameOffset: name.offset, offset });
      }
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
