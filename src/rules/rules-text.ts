import type { PathAt } from "./location.ts";
import type { PendingIssue, Wording } from "./rules-error.ts";
import { MAX_DEPTH } from "./yaml/node.ts";

/** How large a rules file may be, in bytes. It keeps memory bounded. */
export const MAX_SIZE = 64 * 1024 * 1024;

export const TOO_LARGE = "larger than 64 MiB, the limit for rules files";

/** What rules are loaded from: the bytes of a file, or of what an object is written as. */
export interface RulesText {
  readonly bytes: Uint8Array;
  /** The name in messages: the path of a file. */
  readonly name: string;
  /** Set for rules that are an object. Messages then show paths instead of lines and columns. */
  readonly pathAt?: PathAt | undefined;
}

const NAME = "rules";

const INDENT = "  ";
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Returns the text of rules that were given as text or as an object. Throws a TypeError for an object that no rules
 * file can contain.
 */
export function rulesTextOf(rules: string | object): RulesText {
  if (typeof rules === "string") return { bytes: Buffer.from(rules), name: NAME };
  const writer = new ObjectWriter();
  writer.add(rules, "", "");
  const { text, values } = writer;
  return { bytes: Buffer.from(text), name: NAME, pathAt: (offset) => pathAt(values, offset) };
}

interface ValueSpan {
  readonly path: string;
  readonly start: number;
  end: number;
}

/**
 * Writes an object as `JSON.stringify(object, null, 2)` does, which is also YAML, and notes the span of each value.
 * Writes nothing for null, which in a rules file means a missing value. `JSON.stringify` itself will not do, because it
 * writes a Map as an empty object.
 */
class ObjectWriter {
  text = "";
  /** In the order of their starts. */
  readonly values: ValueSpan[] = [];
  private readonly ancestors = new Set<unknown>();

  add(value: unknown, path: string, indent: string): void {
    const span = { path, start: this.text.length, end: 0 };
    this.values.push(span);
    this.addValue(value, path, indent);
    span.end = this.text.length;
    if (this.text.length > MAX_SIZE) throw new TypeError(`rules: ${TOO_LARGE}`);
  }

  private addValue(value: unknown, path: string, indent: string): void {
    if (value === null) return;
    if (typeof value === "string") this.text += JSON.stringify(value);
    else if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) this.text += value;
    else if (Array.isArray(value) || isPlainObject(value)) this.addParts(value, path, indent);
    else throw wrongValue(path, `is ${sortOf(value)}, which no rules file can contain`);
  }

  /** Throws a TypeError if the value contains itself or is nested too deeply. */
  private addParts(value: object, path: string, indent: string): void {
    const isList = Array.isArray(value);
    // `from` includes holes, which are then reported as undefined.
    const parts = isList
      ? Array.from(value, (item: unknown, i) => ({ key: "", inner: `${path}[${i}]`, item }))
      : Object.entries(value)
          .filter(([, item]) => item !== undefined)
          .map(([key, item]) => ({ key: `${JSON.stringify(key)}: `, inner: memberPath(path, key), item }));
    const brackets = isList ? "[]" : "{}";
    if (this.ancestors.has(value)) throw wrongValue(path, "contains itself");
    if (this.ancestors.size === MAX_DEPTH) throw wrongValue(path, `is nested more than ${MAX_DEPTH} levels deep`);
    this.ancestors.add(value);
    this.text += brackets[0];
    for (const [i, { key, inner, item }] of parts.entries()) {
      if (item === null && key === "") throw wrongValue(inner, "is null; expected a value");
      this.text += `${i === 0 ? "" : ","}\n${indent}${INDENT}`;
      const start = this.text.length;
      this.text += key;
      if (key !== "") this.values.push({ path: inner, start, end: this.text.length });
      this.add(item, inner, indent + INDENT);
    }
    this.text += (parts.length === 0 ? "" : `\n${indent}`) + brackets[1];
    this.ancestors.delete(value);
  }
}

function pathAt(values: readonly ValueSpan[], offset: number): string {
  let innermost = "";
  for (const { path, start, end } of values) {
    if (start > offset) break;
    if (offset < end) innermost = path;
  }
  return innermost || NAME;
}

function memberPath(path: string, key: string): string {
  if (!IDENTIFIER.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** Whether a value is an object literal or the like, not an array or an instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function sortOf(value: unknown): string {
  if (typeof value === "number" || value === undefined) return String(value);
  return typeof value === "object" ? `a ${value!.constructor?.name ?? "object"}` : `a ${typeof value}`;
}

function wrongValue(path: string, message: string): TypeError {
  return new TypeError(`rules: ${path || "the object"} ${message}`);
}

const REPLACEMENT = "\ufffd";
const REPLACEMENT_BYTES = [0xef, 0xbf, 0xbd];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Decodes a rules file and drops its byte order mark. Invalid UTF-8 becomes U+FFFD and is a problem. */
export function decode(source: Uint8Array): { readonly text: string; readonly issue?: PendingIssue } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(source) };
  } catch {
    const text = new TextDecoder().decode(source);
    const { start, offset } = firstBad(source, text);
    const wording = notUtf8(source, offset);
    return { text, issue: { code: "NOT_UTF8", span: { start, end: start + 1 }, until: start, wording } };
  }
}

/** Encodes a text that was decoded from `source` and then edited. Adds the byte order mark if the source has one. */
export function encodeLike(source: Uint8Array, text: string): Uint8Array {
  const mark = holds(source, 0, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : [];
  return Buffer.concat([Uint8Array.from(mark), Buffer.from(text)]);
}

/** The first replacement character that is not in the source itself, and the offset of the byte it replaces. */
function firstBad(source: Uint8Array, text: string): { start: number; offset: number } {
  let offset = holds(source, 0, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  let start = 0;
  for (;;) {
    const next = text.indexOf(REPLACEMENT, start);
    offset += Buffer.byteLength(text.slice(start, next));
    if (!holds(source, offset, REPLACEMENT_BYTES)) return { start: next, offset };
    offset += REPLACEMENT_BYTES.length;
    start = next + 1;
  }
}

function holds(source: Uint8Array, offset: number, bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => source[offset + i] === byte);
}

function notUtf8(source: Uint8Array, offset: number): Wording {
  if (holds(source, 0, [0xff, 0xfe]) || holds(source, 0, [0xfe, 0xff])) {
    return {
      message: "the file is UTF-16; expected UTF-8",
      help: "save the file as UTF-8 (in PowerShell: `Set-Content -Encoding utf8`)",
    };
  }
  const byte = source[offset]!.toString(16);
  return {
    message: `the byte 0x${byte} is not UTF-8 text`,
    help: "save the file as UTF-8; it may be in an older encoding, such as Latin-1 or Windows-1252",
  };
}
