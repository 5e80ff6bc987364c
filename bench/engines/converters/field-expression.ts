import type { Field } from "../../workloads/line-template.ts";

/**
 * The types of fields as a careful person writes them: exact enough for real lines, and fast. An address of IPv4 comes
 * first, as nearly all are; brackets of JSON are not counted.
 */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  number: "\\d+",
  float: "[-+]?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?",
  hex: "(?:0x)?[\\da-fA-F]+",
  word: "\\S+",
  ip: "(?:\\d+\\.\\d+\\.\\d+\\.\\d+|[\\da-fA-F:]*:[\\da-fA-F:.]*)",
  uuid: "[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}",
  quoted: '"(?:[^"\\\\]|\\\\.)*"',
  json: "(?:\\{.*\\}|\\[.*\\])",
};

/** A regular expression, as JavaScript and perl spell it, for what a field captures; undefined if that is any text. */
export function expressionOf({ field, expression, parser, values }: Field): string | undefined {
  if (expression !== undefined) return expression;
  // The longest that fits comes first, as with types.
  if (values !== undefined)
    return `(?:${[...values]
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join("|")})`;
  if (parser === undefined) return undefined;
  const known = EXPRESSIONS[parser];
  if (known === undefined) throw new Error(`no expression is known for a ${parser} such as ${field}`);
  return known;
}

/** A literal text in a regular expression. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
