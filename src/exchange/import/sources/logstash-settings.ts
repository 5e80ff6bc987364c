// The settings of filters in configurations of Logstash.

import { type ImportFile, importError } from "../imported.ts";

/** The limit of nested values, whose reading recurses. */
const MAX_DEPTH = 50;

const TOKEN =
  /(#[^\n]*)|("(?:\\"|[^"])*"|'(?:\\'|[^'])*')|([=!]~\s*\/(?:\\.|[^\\/\n])*\/)|(=>|[{}[\],()])|([^\s#"'{}[\],()=]+)|(["'])|(\S)/gy;
const BLANKS = /\s*/y;

/**
 * Reads the settings with these names of all filters of a kind, or those that stand in no filter. Throws an ImportError
 * for a quote or a bracket that is not closed.
 */
export function readSettings(file: ImportFile, filter: string, names: readonly string[]): Setting[] {
  return new SettingsReader(file).read(filter, names);
}

/** The field that a filter reads; undefined for the one that lines are in. */
export function filteredField(field: string): string | undefined {
  return /^(?:message|\[message\])$/.test(field) ? undefined : field;
}

/** `name => value`. */
interface Setting {
  readonly name: string;
  readonly value: Value;
}

interface Token {
  readonly kind: "string" | "sign" | "word";
  readonly text: string;
  /** Where the text begins in the file. */
  readonly offset: number;
}

/** A text, or what is in brackets or braces. */
type Value = Token | { readonly items: readonly Value[] };

/** The pairs of `{ a => b c => d }`, which may also be written `[a, b, c, d]`. */
export function settingPairs(value: Value): (readonly [Token, Value])[] {
  const items = "items" in value ? value.items : [];
  return items.flatMap((key, i) =>
    i % 2 === 0 && "text" in key && i + 1 < items.length ? [[key, items[i + 1]!]] : [],
  );
}

class SettingsReader {
  private readonly file: ImportFile;
  private readonly tokens: readonly Token[];
  private at = 0;

  constructor(file: ImportFile) {
    this.file = file;
    this.tokens = tokensOf(file);
  }

  read(filter: string, names: readonly string[]): Setting[] {
    const settings: Setting[] = [];
    /** The words before the braces that are open. */
    const blocks: string[] = [];
    for (let before: Token | undefined; this.at < this.tokens.length; ) {
      const token = this.tokens[this.at++]!;
      if (isSign(token, "{")) blocks.push(before?.kind === "word" ? before.text : "");
      else if (isSign(token, "}")) blocks.pop();
      else if ((blocks.at(-1) ?? filter) === filter && token.kind === "word" && names.includes(token.text)) {
        if (this.skip("=>")) settings.push({ name: token.text, value: this.value(0) });
      }
      before = this.tokens[this.at - 1];
    }
    return settings;
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
    const close = isSign(token, "[") ? "]" : isSign(token, "{") ? "}" : undefined;
    if (close === undefined) {
      if (token.kind === "sign") throw importError(file, token.offset, `expected a value, not ${token.text}`);
      return token;
    }
    const items: Value[] = [];
    while (!this.skip(close)) {
      if (this.at >= this.tokens.length) throw importError(file, token.offset, `this ${token.text} is not closed`);
      items.push(this.value(depth + 1));
      if (!this.skip("=>")) this.skip(",");
    }
    return { items };
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
