// Makes patterns of syslog-ng of a rule. syslog-ng scans a message from left to right and never tries another end of a
// field. Where a rule may try several, the field becomes a regular expression that looks ahead at all that follows.

import {
  DATE_TIME,
  type FieldType,
  joinedTexts,
  type Pattern,
  type PatternElement,
  type PatternField,
} from "../../matcher/pattern.ts";
import { type TypeName, typeEntry } from "../../matcher/types/type-registry.ts";
import { LeftOut } from "../../rules/rules-error.ts";
import { MAY_BELONG_TO_DATE_TIME, USUAL_DATE_TIMES } from "../../text/date-times/usual-date-times.ts";
import { quoted } from "../../text/messages/phrases.ts";

/** More patterns would make the file hard to read. */
const MAX_PATTERNS = 64;
/** Expressions for what follows are cut after this many characters, because each field may have one. */
const MAX_LOOKAHEAD = 2000;

/** The name of fields whose text does not matter. */
const DROPPED = "_";

interface TypeExpression {
  readonly expression: string;
  /** Whether what follows a text of the type cannot make it longer. */
  readonly hasOneEnd?: true;
  /** Which texts after one may make it longer. Without this, those that begin with a byte of the type. */
  readonly longerWith?: RegExp;
}

/**
 * The types that a regular expression can express; rules with others are left out. The parser SET cannot be used for
 * digits, because it reads beyond the end of a message.
 */
const EXPRESSIONS: Readonly<Partial<Record<TypeName, TypeExpression>>> = {
  number: { expression: "\\d+" },
  ip: { expression: "(?:\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*)" },
  float: { expression: "[+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:[eE][+-]?\\d+)?" },
  hex: { expression: "(?:0[xX])?[0-9A-Fa-f]+" },
  whitespace: { expression: "[ \\t\\n\\x0b\\f\\r]+" },
  word: { expression: "[^ \\t\\n\\x0b\\f\\r]+" },
  mac: {
    expression:
      "(?:[0-9A-Fa-f]{2}(?:(?::[0-9A-Fa-f]{2}){5}|(?:-[0-9A-Fa-f]{2}){5})|[0-9A-Fa-f]{4}(?:\\.[0-9A-Fa-f]{4}){2})",
    hasOneEnd: true,
  },
  uuid: { expression: "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", hasOneEnd: true },
  quoted: { expression: '"(?:[^"\\\\]|\\\\.)*"', hasOneEnd: true },
  timestamp: { expression: USUAL_DATE_TIMES, longerWith: MAY_BELONG_TO_DATE_TIME },
};

/** A literal or a field, by its name in the rule. */
type PlainPart = { readonly text: string } | { readonly field: string; readonly type: FieldType | undefined };

/**
 * The patterns of a rule, one for each choice of alternatives, and what differs. Throws a LeftOut if syslog-ng cannot
 * express it.
 */
export function rulePatterns(pattern: Pattern): { patterns: readonly string[]; remarks: readonly string[] } {
  if (pattern.spans !== undefined) throw new LeftOut("it has a field that spans others");
  const remarks = new Set<string>();
  const patterns = expanded(pattern.elements, pattern).flatMap((parts) => patternsOf(joinedTexts(parts), remarks));
  const unique = [...new Set(patterns)].filter((text) => text !== "");
  if (unique.length === 0) throw new LeftOut("its pattern has no text and no field with a type");
  return { patterns: unique, remarks: [...remarks] };
}

/** All choices of alternatives, as sequences. The branches of the first alternatives change last. */
function expanded(elements: readonly PatternElement[], pattern: Pattern): PlainPart[][] {
  let sequences: PlainPart[][] = [[]];
  for (const element of elements) {
    const branches: PlainPart[][] =
      "branches" in element
        ? element.branches.flatMap((branch) => expanded(branch, pattern))
        : [["literal" in element ? { text: Buffer.from(element.literal).toString() } : fieldPart(element, pattern)]];
    if (sequences.length * branches.length > MAX_PATTERNS)
      throw new LeftOut(`its alternatives make more than ${MAX_PATTERNS} patterns`);
    sequences = sequences.flatMap((sequence) => branches.map((branch) => [...sequence, ...branch]));
  }
  return sequences;
}

/** A field. The one that prefers a date-time gets this type. */
function fieldPart({ field, type }: PatternField, { fields, timestamp }: Pattern): PlainPart {
  return { field: fields[field]!, type: type ?? (field === timestamp ? DATE_TIME : undefined) };
}

/**
 * The pattern of a sequence, with remarks; or two if it ends with a field of any text, because such a field is never
 * empty in syslog-ng.
 */
function patternsOf(parts: readonly PlainPart[], remarks: Set<string>): string[] {
  const pieces = parts.map((_, i) => pieceOf(parts, i, remarks));
  if (isAny(parts.at(-1))) return [pieces.join(""), pieces.slice(0, -1).join("")];
  // One that looks ahead to the end of the message is true of whole messages only.
  if (!pieces.some((piece) => piece.endsWith("$)@")))
    remarks.add("also matches messages that go on after its end, if no rule matches them as a whole");
  return [pieces.join("")];
}

/** What a part becomes. What follows it decides. */
function pieceOf(parts: readonly PlainPart[], i: number, remarks: Set<string>): string {
  const [part, next] = [parts[i]!, parts[i + 1]];
  if ("text" in part) return isEndOf(parts, i - 1) ? "" : part.text.replaceAll("@", "@@");
  const { field, type } = part;
  if (/[:@]/.test(field)) throw new LeftOut(`the name ${quoted(field)} of a field`);
  // A field without a name drops its text.
  const name = field === DROPPED ? "" : field;
  const remark = (text: string): unknown => remarks.add(`${name === "" ? "a dropped field" : name}: ${text}`);
  const expressionPiece = (expression: string, looksAhead: boolean): string => {
    const ahead = looksAhead ? lookahead(parts.slice(i + 1), remark) : "";
    // `@` would end the field.
    return `@PCRE:${name}:${(expression + ahead).replaceAll("@", "\\x40")}@`;
  };
  if (type === undefined) {
    if (next === undefined) return `@ANYSTRING:${name}@`;
    if (isEndOf(parts, i)) return `@ESTRING:${name}:${"text" in next ? next.text : ""}@`;
    return isAny(next) ? "" : expressionPiece(".*?", true);
  }
  const mayGoOn = hasSeveralEnds(type, next);
  if ("typeName" in type) {
    if (type.typeName === "timestamp") remark("only the usual forms of a date and time");
    if (type.typeName === "ip" && !mayGoOn) return `@IPvANY:${name}@`;
  }
  return expressionPiece(expressionOf(type), mayGoOn);
}

/**
 * Whether the text after a field of any text becomes part of its parser: a field of any text follows, so no later
 * occurrence is better.
 */
function isEndOf(parts: readonly PlainPart[], i: number): boolean {
  const [part, next, after] = [parts[i], parts[i + 1], parts[i + 2]];
  return isAny(part) && isAny(after) && next !== undefined && "text" in next && !next.text.includes("@");
}

/**
 * An expression that is true where the parts match the rest of the message or, if it is cut, where the first of them
 * match.
 */
function lookahead(parts: readonly PlainPart[], remark: (text: string) => unknown): string {
  let expression = "";
  for (const part of parts) {
    if (expression.length > MAX_LOOKAHEAD) {
      remark("ends where the beginning of what follows first fits");
      return `(?=${expression})`;
    }
    expression += "text" in part ? literal(part.text) : part.type === undefined ? ".*?" : expressionOf(part.type);
  }
  return `(?=${expression}$)`;
}

function isAny(part: PlainPart | undefined): boolean {
  return part !== undefined && "field" in part && part.type === undefined;
}

/** Whether what follows a field could also be in it, so that a rule would try an earlier end. */
function hasSeveralEnds(type: FieldType, next: PlainPart | undefined): boolean {
  if (next === undefined || isAny(next)) return false;
  if ("values" in type) {
    const { values } = type;
    return values.some((value, i) => values.some((other, k) => i !== k && other.startsWith(value)));
  }
  const { name, bytes } = typeEntry(type.typeName);
  const { hasOneEnd, longerWith } = EXPRESSIONS[name] ?? {};
  if (hasOneEnd) return false;
  return "text" in next ? (longerWith?.test(next.text) ?? bytes[Buffer.from(next.text)[0]!] === 1) : true;
}

function expressionOf(type: FieldType): string {
  if ("values" in type) {
    const values = [...type.values].sort((a, b) => b.length - a.length);
    return `(?:${values.map(literal).join("|")})`;
  }
  const found = EXPRESSIONS[typeEntry(type.typeName).name];
  if (found === undefined) throw new LeftOut(`a field with the type ${type.typeName}`);
  return found.expression;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
