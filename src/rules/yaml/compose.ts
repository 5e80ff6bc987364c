// Reads YAML, with the library, which nothing else knows.

import {
  Composer,
  type CST,
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  Lexer,
  type ParsedNode,
  Parser,
  Scalar,
  visit,
} from "yaml";
import { printable } from "../../text/messages/printable.ts";
import type { PendingIssue, Wording } from "../rules-error.ts";
import { MAX_DEPTH, type YamlNode, type YamlScalar } from "./node.ts";

/**
 * `failsafe` knows no numbers, booleans or nulls: a scalar is the text as written. The library's search for duplicate
 * keys is quadratic, so `resolveYamlAliases` looks for them instead.
 */
const OPTIONS = { schema: "failsafe", resolveKnownTags: false, uniqueKeys: false, prettyErrors: false } as const;

interface Composed {
  readonly root: YamlNode | null;
  /** The YAML errors, in order of offset. Nothing after the first one can be trusted. */
  readonly broken: readonly PendingIssue[];
  /** Whether text follows the error that ended the document. It is not diagnosed. */
  readonly goesOn: boolean;
  /** At most one issue: that there is a second document, which is not read. */
  readonly second: readonly PendingIssue[];
}

/** Reads a text as one YAML document, in time linear in its length. */
export function compose(text: string): Composed {
  const nul = text.indexOf("\0");
  if (nul >= 0) return { root: null, broken: [issueAt("NOT_YAML", nul, 1, NUL)], goesOn: false, second: [] };

  const tooDeep: PendingIssue[] = [];
  const second: PendingIssue[] = [];
  const composer = new Composer(OPTIONS);
  let documents = 0;
  for (const token of tokensOf(text, tooDeep)) {
    if (token.type === "document" && ++documents > 1) {
      second.push(issueAt("MULTIPLE_DOCUMENTS", token.offset, "---".length, SECOND));
      break;
    }
    // The composer hands out a document only when the next one begins or the text ends, so not here.
    composer.next(token).next();
  }
  const [composed] = composer.end(true, text.length);
  const document = composed as Document.Parsed;
  const root = document.contents && nodeOf(document.contents);
  const goesOn = document.errors.some(({ message }) => AFTER_THE_END.test(message));
  return { root, broken: [...syntaxIssues(document, text), ...tooDeep], goesOn, second };
}

const STYLES: Readonly<Record<Scalar.Type, YamlScalar["style"]>> = {
  [Scalar.PLAIN]: "plain",
  [Scalar.QUOTE_SINGLE]: "'",
  [Scalar.QUOTE_DOUBLE]: '"',
  [Scalar.BLOCK_LITERAL]: "|",
  [Scalar.BLOCK_FOLDED]: ">",
};

function nodeOf(node: ParsedNode): YamlNode {
  const [start, end] = node.range;
  if (isAlias(node)) return { kind: "alias", start, end, anchor: undefined, tag: undefined, name: node.source };
  const properties = { start, end, anchor: node.anchor, tag: node.tag };
  if (isScalar(node)) return { kind: "scalar", ...properties, source: node.source, style: STYLES[node.type!] };
  const collection = { ...properties, flow: node.flow === true };
  if (!isMap(node)) return { kind: "seq", ...collection, items: node.items.map(nodeOf) };
  const items = node.items.map(({ key, value }) => ({ key: nodeOf(key), value: value && nodeOf(value) }));
  return { kind: "map", ...collection, items };
}

/** The tokens of the text, up to the offset where it nests too deeply. */
function* tokensOf(text: string, tooDeep: PendingIssue[]): Generator<CST.Token> {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > MAX_DEPTH) {
      tooDeep.push(issueAt("NOT_YAML", parser.offset - lexeme.length, 1, DEEP));
      return;
    }
  }
  yield* parser.end();
}

function issueAt(
  code: "NOT_YAML" | "MULTIPLE_DOCUMENTS",
  start: number,
  length: number,
  wording: Wording,
): PendingIssue {
  return { code, span: { start, end: start + length }, until: start, wording };
}

const NUL: Wording = {
  message: "not YAML: a NUL character",
  help: "save the file as UTF-8 if it is UTF-16; in double quotes, write the character as \\0",
};
const DEEP: Wording = {
  message: `nested more than ${MAX_DEPTH} levels deep`,
  help: "look for stray brackets; put a text that begins with '[' or '{' in quotes",
};
const SECOND: Wording = {
  message: "a second YAML document begins here; a rules file is one document",
  help: "remove the '---', or move what follows to a file of its own",
};

const MAX_MESSAGE_LENGTH = 120;

/** How many characters before an error may show what caused it. */
const MAX_LOOK_BACK = 400;
/** A value, after `: `, `- `, `[` or `,`, that begins with `{name}` or `{name:type}`. */
const BRACED_VALUE = /(?:[:\-,]\s|\[)\s*\{[A-Za-z_][^{}\s]*\}\s*[^\s,\]}]*$/;
const QUOTE_PATTERN = "quote the pattern: '{user} logged in'";
const QUOTE = "put a value that holds ': ' or ' #', or begins with a special character, in single quotes";
const LOOK_BACK =
  "look at the indentation, and for a quote or bracket that is not closed, here and on the lines before";
const ALIAS_PROPS =
  "an alias stands for a value that has its anchor elsewhere; put a text that begins with '*' in quotes";
const HELP: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS,
  BAD_ALIAS: "put a text that begins with '*' or '&' in quotes",
  BAD_DIRECTIVE: "put a text that begins with '%' in quotes",
  BAD_DQ_ESCAPE: "write a backslash in double quotes as two, or use single quotes, which know no escapes",
  BAD_INDENT: LOOK_BACK,
  BLOCK_AS_IMPLICIT_KEY: "put a value that holds ': ' in single quotes",
  KEY_OVER_1024_CHARS: "look for a ': ' in a long value, and put the value in single quotes",
  MISSING_CHAR: LOOK_BACK,
  MULTILINE_IMPLICIT_KEY: "look for a missing ':' or a quote that is not closed, here or on the line before",
  MULTIPLE_ANCHORS: "put a text that begins with '&' in quotes",
  MULTIPLE_TAGS: "put a text that begins with '!' in quotes",
  TAB_AS_INDENT: "indent with spaces",
  TAG_RESOLVE_FAILED: "put a text that begins with '!' in quotes",
};

/** After an error that ends the document, the library says this of each token up to the end of the text. */
const AFTER_THE_END = /token in YAML stream/;

/** The parser's errors in order of offset, at most one a line: more on the same line mostly echo the first. */
function syntaxIssues(document: Document.Parsed, text: string): PendingIssue[] {
  const issues: PendingIssue[] = [];
  let lineEnd = -1;
  const hasOpenQuote = document.errors.some(({ code }) => code === "MISSING_CHAR");
  const quotes = hasOpenQuote ? quotesByEnd(document) : new Map<number, number>();
  const errors = document.errors.map(({ code, message, pos: [start, end] }) => {
    const quote = code === "MISSING_CHAR" ? quotes.get(start) : undefined;
    return { code, message, start: quote ?? Math.min(start, text.length), end: quote === undefined ? end : quote + 1 };
  });
  for (const { start, end, code, message } of errors.sort((a, b) => a.start - b.start)) {
    if (start <= lineEnd || (issues.length > 0 && AFTER_THE_END.test(message))) continue;
    const next = text.indexOf("\n", start);
    lineEnd = next < 0 ? text.length : next;
    const wording = () => ({
      message: `not YAML: ${oneLine(message)}`,
      help: followsBraces(text, start) ? QUOTE_PATTERN : (HELP[code] ?? QUOTE),
    });
    issues.push({ code: "NOT_YAML", span: { start, end }, until: start, wording });
  }
  return issues;
}

/** Where quotes begin by where they end: one that is not closed is reported where it begins. */
function quotesByEnd(document: Document.Parsed): Map<number, number> {
  const quotes = new Map<number, number>();
  visit(document, {
    Scalar(_, { type, range }) {
      if (range && (type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE)) quotes.set(range[1], range[0]);
    },
  });
  return quotes;
}

/** Whether the value before this offset, in the same line, is braces around a name: a pattern without quotes. */
function followsBraces(text: string, offset: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf("\n", offset - 1) + 1, offset - MAX_LOOK_BACK), offset);
  return BRACED_VALUE.test(line);
}

function oneLine(message: string): string {
  const cut = message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message;
  return printable(cut.charAt(0).toLowerCase() + cut.slice(1)).replace(/["']quote$/, "quote");
}
