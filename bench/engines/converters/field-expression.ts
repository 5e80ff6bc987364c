import type { TypeName } from "../../../src/matcher/types/type-registry.ts";
import type { Field } from "../../workloads/line-template.ts";

/**
 * Regular expressions for the types of fields as a careful programmer writes them: exact enough for real lines, and
 * fast. IPv4 addresses come first because they are by far the most common. Nested JSON brackets are not counted. Each
 * workload knows in which form its date-times are.
 */
const EXPRESSIONS: Readonly<Partial<Record<TypeName, string>>> = {
  number: "\\d+",
  float: "[-+]?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?",
  hex: "(?:0x)?[\\da-fA-F]+",
  word: "\\S+",
  whitespace: "\\s+",
  ip: "(?:\\d+\\.\\d+\\.\\d+\\.\\d+|[\\da-fA-F:]*:[\\da-fA-F:.]*)",
  uuid: "[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}",
  quoted: '"(?:[^"\\\\]|\\\\.)*"',
  json: "(?:\\{.*\\}|\\[.*\\])",
};

/** A regular expression, for JavaScript and perl, for what a field captures. Undefined if that is any text. */
export function expressionOf({ field, expression, parser, values }: Field): string | undefined {
  if (expression !== undefined) return expression;
  // The longest that fits comes first, as with types.
  if (values !== undefined)
    return `(?:${[...values]
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join("|")})`;
  if (parser === undefined) return undefined;
  const known = Object.entries(EXPRESSIONS).find(([name]) => name === parser)?.[1];
  if (known === undefined) throw new Error(`no expression is known for a ${parser} such as ${field}`);
  return known;
}

/** A literal text in a regular expression. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
