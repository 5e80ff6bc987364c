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

/** What a rule becomes. */
interface RulePatterns {
  /** One for each choice of alternatives. */
  readonly patterns: readonly string[];
  /** What differs, one line each. */
  readonly remarks: readonly string[];
}

/** More patterns would make the file hard to read. */
const MAX_PATTERNS = 64;
/** Expressions for what follows are cut after this many characters, because each field may have one. */
const MAX_LOOKAHEAD = 2000;

/** The name of fields whose text does not matter. */
const DROPPED = "_";

/** The texts of a type for other tools. */
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

/** The patterns of a rule. Throws a LeftOut if syslog-ng cannot express it. */
export function rulePatterns(pattern: Pattern): RulePatterns {
  if (pattern.spans !== undefined) throw new LeftOut("it has a field that spans others");
  const remarks = new Set<string>();
  const patterns = expanded(pattern.elements, pattern).flatMap((parts) =>
    new Sequence(joinedTexts(parts), remarks).patterns(),
  );
  if (patterns.every((text) => text === "")) throw new LeftOut("its pattern has no text and no field with a type");
  return { patterns: [...new Set(patterns)].filter((text) => text !== ""), remarks: [...remarks] };
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

class Sequence {
  private readonly parts: readonly PlainPart[];
  private readonly remarks: Set<string>;
  /** Whether an expression looks ahead to the end of the message. */
  private isClosed = false;

  constructor(parts: readonly PlainPart[], remarks: Set<string>) {
    this.parts = parts;
    this.remarks = remarks;
  }

  /** The pattern; or two if it ends with a field of any text, because such a field is never empty in syslog-ng. */
  patterns(): string[] {
    const pieces = this.parts.map((_, i) => this.piece(i));
    const text = pieces.join("");
    if (isAny(this.parts.at(-1))) return [text, pieces.slice(0, -1).join("")];
    if (!this.isClosed)
      this.remarks.add("also matches messages that go on after its end, if no rule matches them as a whole");
    return [text];
  }

  private piece(i: number): string {
    const part = this.parts[i]!;
    if ("text" in part) return this.isEndOf(i - 1) ? "" : part.text.replaceAll("@", "@@");
    if (/[:@]/.test(part.field)) throw new LeftOut(`the name ${quoted(part.field)} of a field`);
    // A field without a name drops its text.
    const name = part.field === DROPPED ? "" : part.field;
    if (part.type !== undefined) return this.typed(name, part.type, i);
    const next = this.parts[i + 1];
    if (next === undefined) return `@ANYSTRING:${name}@`;
    if (this.isEndOf(i)) return `@ESTRING:${name}:${"text" in next ? next.text : ""}@`;
    return isAny(next) ? "" : expressionPiece(name, `.*?${this.lookahead(name, i + 1)}`);
  }

  /**
   * Whether the text after a field of any text becomes part of its parser: a field of any text follows, so no later
   * occurrence is better.
   */
  private isEndOf(i: number): boolean {
    const [part, next, after] = [this.parts[i], this.parts[i + 1], this.parts[i + 2]];
    return isAny(part) && isAny(after) && next !== undefined && "text" in next && !next.text.includes("@");
  }

  private typed(name: string, type: FieldType, i: number): string {
    const mayGoOn = hasSeveralEnds(type, this.parts[i + 1]);
    if ("typeName" in type) {
      if (type.typeName === "timestamp") this.remarks.add(`${shown(name)}: only the usual forms of a date and time`);
      if (type.typeName === "ip" && !mayGoOn) return `@IPvANY:${name}@`;
    }
    return expressionPiece(name, expressionOf(type) + (mayGoOn ? this.lookahead(name, i + 1) : ""));
  }

  /**
   * An expression that is true where the parts from `i` on match the rest of the message or, if it is cut, where the
   * first of them match.
   */
  private lookahead(name: string, i: number): string {
    let expression = "";
    for (const part of this.parts.slice(i)) {
      if (expression.length > MAX_LOOKAHEAD) {
        this.remarks.add(`${shown(name)}: ends where the beginning of what follows first fits`);
        return `(?=${expression})`;
      }
      expression += "text" in part ? literal(part.text) : part.type === undefined ? ".*?" : expressionOf(part.type);
    }
    this.isClosed = true;
    return `(?=${expression}$)`;
  }
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

/** An expression for the texts of a type. */
function expressionOf(type: FieldType): string {
  if ("values" in type) {
    const values = [...type.values].sort((a, b) => b.length - a.length);
    return `(?:${values.map(literal).join("|")})`;
  }
  const found = EXPRESSIONS[typeEntry(type.typeName).name];
  if (found === undefined) throw new LeftOut(`a field with the type ${type.typeName}`);
  return found.expression;
}

/** A field that matches an expression, in which `@` would end the field. */
function expressionPiece(name: string, expression: string): string {
  return `@PCRE:${name}:${expression.replaceAll("@", "\\x40")}@`;
}

/** A text in a regular expression. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function shown(name: string): string {
  return name === "" ? "a dropped field" : name;
}
