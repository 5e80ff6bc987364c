// The patterns of syslog-ng for a rule. syslog-ng scans a message from left to right and never tries another end of a
// field, so each field must end where a rule would end it first.

import { singleByte } from "../bytes/byte-set.ts";
import { quoted } from "../diagnostics/phrases.ts";
import type { FieldKind, FieldPart, Part, Pattern } from "../matcher/pattern.ts";
import { typeEntry } from "../matcher/types/registry.ts";
import { LeftOut } from "./left-out.ts";

/** What a rule becomes. */
export interface RulePatterns {
  /** One for each choice of alternatives. */
  readonly patterns: readonly string[];
  /** What differs, a line each. */
  readonly remarks: readonly string[];
}

/** More choices make the file hard to read. */
const MAX_PATTERNS = 64;

/** The name of fields that nobody needs. */
const DROPPED = "_";

const CLOCK = "\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?";
const ZONE = "(?: ?(?:Z|UTC|GMT|[+-]\\d\\d:?\\d\\d))?";
const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";

/** The usual forms of a date and time, those that begin alike with the longest first. */
const DATE_TIMES = [
  `\\d{4}[-/]\\d\\d[-/]\\d\\d[T ]${CLOCK}${ZONE}`,
  `${MONTH} [ \\d]?\\d(?: \\d{4})? ${CLOCK}(?: \\d{4})?`,
  `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} [ \\d]?\\d ${CLOCK}(?: \\d{4})?`,
  `\\d\\d[/ -]${MONTH}[/ -]\\d{4}[: ]${CLOCK}${ZONE}`,
].join("|");

/** Regular expressions for the texts of types. What is not here has none. */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  number: "\\d+",
  float: "[+-]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:[eE][+-]?\\d+)?",
  hex: "(?:0[xX])?[0-9A-Fa-f]+",
  word: "[^ \\t\\n\\x0b\\f\\r]+",
  uuid: "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}",
  quoted: '"(?:[^"\\\\]|\\\\.)*"',
  timestamp: `(?:${DATE_TIMES})`,
};

/** The patterns of a rule. Throws a LeftOut if syslog-ng cannot say it. */
export function rulePatterns(pattern: Pattern): RulePatterns {
  const remarks = new Set<string>();
  const patterns = expanded(pattern.parts).flatMap((parts) => new Sequence(pattern, merged(parts), remarks).patterns());
  if (patterns.every((text) => text === "")) throw new LeftOut("its pattern has no text and no field with a type");
  return { patterns: [...new Set(patterns)].filter((text) => text !== ""), remarks: [...remarks] };
}

/** A part that is no choice. */
type PlainPart = { readonly text: string } | FieldPart;

/** All choices of alternatives, as sequences. The branches of the first alternatives change last. */
function expanded(parts: readonly Part[]): PlainPart[][] {
  let sequences: PlainPart[][] = [[]];
  for (const part of parts) {
    const branches: PlainPart[][] =
      "branches" in part ? part.branches.flatMap(expanded) : ["literal" in part ? [textPart(part.literal)] : [part]];
    if (sequences.length * branches.length > MAX_PATTERNS)
      throw new LeftOut(`its alternatives make more than ${MAX_PATTERNS} patterns`);
    sequences = sequences.flatMap((sequence) => branches.map((branch) => [...sequence, ...branch]));
  }
  return sequences;
}

function textPart(literal: Uint8Array): PlainPart {
  return { text: Buffer.from(literal).toString() };
}

/** The parts with adjacent texts as one. */
function merged(parts: readonly PlainPart[]): PlainPart[] {
  const result: PlainPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last !== undefined && "text" in last && "text" in part)
      result[result.length - 1] = { text: last.text + part.text };
    else result.push(part);
  }
  return result;
}

class Sequence {
  private readonly pattern: Pattern;
  private readonly parts: readonly PlainPart[];
  private readonly remarks: Set<string>;

  constructor(pattern: Pattern, parts: readonly PlainPart[], remarks: Set<string>) {
    this.pattern = pattern;
    this.parts = parts;
    this.remarks = remarks;
  }

  /** The pattern; two if it ends with a field of any text, as one of syslog-ng is never empty there. */
  patterns(): string[] {
    const pieces = this.parts.map((_, i) => this.piece(i));
    const text = pieces.join("");
    const last = this.parts.at(-1);
    if (last !== undefined && this.isAny(last)) return [text, pieces.slice(0, -1).join("")];
    this.remarks.add("also wins messages that go on after its end, if no rule matches them as a whole");
    return [text];
  }

  private piece(i: number): string {
    const part = this.parts[i]!;
    const next = this.parts[i + 1];
    if ("text" in part) {
      const before = this.parts[i - 1];
      return before !== undefined && this.isAny(before) && !part.text.includes("@") ? "" : escaped(part.text);
    }
    const name = this.nameOf(part);
    const { kind } = part;
    if (kind !== undefined) return this.typed(name, kind, next);
    if (this.isTimestamp(part)) {
      this.remarks.add(`${name}: only the usual forms of a date and time`);
      return expressionPiece(name, EXPRESSIONS.timestamp!);
    }
    if (next === undefined) return `@ANYSTRING:${name}@`;
    if ("text" in next) return this.upTo(name, next.text, this.parts[i + 2]);
    if (this.isAny(next)) return "";
    const start = this.expressionOf(next);
    this.remarks.add(`${shown(name)}: ends at the first place where ${shown(this.nameOf(next))} can begin`);
    return expressionPiece(name, `.*?(?=${start})`);
  }

  /** A field of any text that a text follows. */
  private upTo(name: string, text: string, after: PlainPart | undefined): string {
    if (after === undefined) this.remarks.add(`${shown(name)}: ends at the first ${quoted(text)}, not at the last`);
    else if (!this.isAny(after))
      this.remarks.add(`${shown(name)}: ends at the first ${quoted(text)}, whatever follows`);
    return text.includes("@") ? expressionPiece(name, `.*?(?=${literal(text)})`) : `@ESTRING:${name}:${text}@`;
  }

  private typed(name: string, kind: FieldKind, next: PlainPart | undefined): string {
    if (this.mayGoOn(kind, next)) this.remarks.add(`${shown(name)}: takes the longest text, whatever follows`);
    if ("parser" in kind) {
      if (kind.parser === "number") return `@SET:${name}:0123456789@`;
      if (kind.parser === "ip") return `@IPvANY:${name}@`;
      if (kind.parser === "timestamp") this.remarks.add(`${shown(name)}: only the usual forms of a date and time`);
    }
    return expressionPiece(name, expressionOfKind(kind));
  }

  /** Whether what follows could be in the field, so that a rule would try to end it earlier. */
  private mayGoOn(kind: FieldKind, next: PlainPart | undefined): boolean {
    if (next === undefined || this.isAny(next)) return false;
    if ("values" in kind)
      return kind.values.some((value, i) => kind.values.some((other, k) => i !== k && other.startsWith(value)));
    if (["uuid", "quoted"].includes(kind.parser)) return false;
    if (!("text" in next)) return true;
    return typeEntry(kind.parser).bytes.some(
      (isMember, byte) => isMember === 1 && singleByte(Buffer.from(next.text)[0]!)[byte] === 1,
    );
  }

  private expressionOf(part: FieldPart): string {
    if (this.isTimestamp(part)) return EXPRESSIONS.timestamp!;
    if (part.kind === undefined) return "";
    return expressionOfKind(part.kind);
  }

  private isAny(part: PlainPart): boolean {
    return "field" in part && part.kind === undefined && !this.isTimestamp(part);
  }

  private isTimestamp(part: FieldPart): boolean {
    return part.kind === undefined && part.field === this.pattern.timestamp;
  }

  /** The name of a field for syslog-ng; empty if its text is dropped. */
  private nameOf({ field }: FieldPart): string {
    const name = this.pattern.fields[field]!;
    if (/[:@]/.test(name)) throw new LeftOut(`the name ${quoted(name)} of a field`);
    return name === DROPPED ? "" : name;
  }
}

function expressionOfKind(kind: FieldKind): string {
  if ("values" in kind) {
    const values = [...kind.values].sort((a, b) => b.length - a.length);
    return `(?:${values.map(literal).join("|")})`;
  }
  const expression = EXPRESSIONS[kind.parser];
  if (expression === undefined) throw new LeftOut(`a field with the type ${kind.parser}`);
  return expression;
}

function expressionPiece(name: string, expression: string): string {
  return `@PCRE:${name}:${expression}@`;
}

/** A text in a pattern. */
function escaped(text: string): string {
  return text.replaceAll("@", "@@");
}

/** A text in a regular expression, in which no `@` may be written. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll("@", "\\x40");
}

function shown(name: string): string {
  return name === "" ? "a dropped field" : name;
}
