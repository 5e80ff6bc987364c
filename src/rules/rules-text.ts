import { characterLength } from "../text/bytes/utf8.ts";
import type { PendingIssue, Wording } from "./rules-error.ts";
import { MAX_DEPTH, type YamlNode, type YamlPair } from "./yaml/node.ts";

/** How large a rules file may be, in bytes. It keeps memory bounded. */
export const MAX_SIZE = 64 * 1024 * 1024;

export const TOO_LARGE = "larger than 64 MiB, the limit for rules files";

/** What rules are loaded from: the bytes of a file, or of what an object is written as. */
export interface RulesText {
  readonly bytes: Uint8Array;
  /** The name in messages: the path of a file. */
  readonly name: string;
  /** Whether the rules are an object. Messages then show paths instead of lines and columns. */
  readonly isObject?: boolean;
}

const NAME = "rules";

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** The text of rules that a caller gave. Throws a TypeError for an object that no rules file can contain. */
export function rulesTextOf(rules: string | object): RulesText {
  if (typeof rules === "string") return { bytes: Buffer.from(rules), name: NAME };
  refuseUnsayable(rules);
  // JSON is YAML, in which a missing value is nothing. Only null ends a line like this: a text would end with a quote.
  const text = JSON.stringify(rules, null, 2).replace(/: null(?=,?$)/gm, ": ");
  return { bytes: Buffer.from(text), name: NAME, isObject: true };
}

/** Throws a TypeError for what JSON would write otherwise, such as a Map, or not at all, and for too much of it. */
function refuseUnsayable(rules: object): void {
  let size = 0;
  const ancestors = new Set<unknown>();
  const check = (value: unknown, path: string): void => {
    size += 2 * ancestors.size + (typeof value === "string" ? JSON.stringify(value).length : 1);
    if (size > MAX_SIZE) throw new TypeError(`rules: ${TOO_LARGE}`);
    if (value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value)) return;
    if (!Array.isArray(value) && !isPlainObject(value))
      throw wrongValue(path, `is ${sortOf(value)}, which no rules file can contain`);
    if (ancestors.has(value)) throw wrongValue(path, "contains itself");
    if (ancestors.size === MAX_DEPTH) throw wrongValue(path, `is nested more than ${MAX_DEPTH} levels deep`);
    ancestors.add(value);
    if (Array.isArray(value))
      // `from` includes holes, which are then reported as undefined.
      for (const [i, item] of Array.from<unknown>(value).entries()) {
        if (item === null) throw wrongValue(`${path}[${i}]`, "is null; expected a value");
        check(item, `${path}[${i}]`);
      }
    else
      for (const [key, item] of Object.entries(value)) {
        size += key.length;
        if (item !== undefined) check(item, memberPath(path, key));
      }
    ancestors.delete(value);
  };
  check(rules, "");
}

/** The path of the innermost value at an offset of what an object is written as: `rules[3].pattern`. */
export function pathAt(root: YamlNode | null, offset: number): string {
  let path = "";
  let node = root;
  while (node?.kind === "map" || node?.kind === "seq") {
    const entries: readonly Pick<YamlPair, "key" | "value">[] =
      node.kind === "map" ? node.items : node.items.map((item) => ({ key: item, value: item }));
    const i = entries.findIndex(({ key, value }) => key.start <= offset && offset < Math.max(key.end, value?.end ?? 0));
    const found = entries[i];
    if (found === undefined) break;
    path = found.key.kind === "scalar" && node.kind === "map" ? memberPath(path, found.key.source) : `${path}[${i}]`;
    node = found.value;
  }
  return path || NAME;
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

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Decodes a rules file and drops its byte order mark. Invalid UTF-8 becomes U+FFFD and is a problem. */
export function decode(source: Uint8Array): { readonly text: string; readonly issue?: PendingIssue } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(source) };
  } catch {
    const decoder = new TextDecoder();
    let offset = 0;
    for (let length = 1; length > 0; offset += length) length = characterLength(source, offset);
    const start = decoder.decode(source.subarray(0, offset)).length;
    const wording = notUtf8(source, offset);
    return {
      text: decoder.decode(source),
      issue: { code: "NOT_UTF8", span: { start, end: start + 1 }, until: start, wording },
    };
  }
}

/** Encodes a text that was decoded from `source` and then edited. Adds the byte order mark if the source has one. */
export function encodeLike(source: Uint8Array, text: string): Uint8Array {
  const mark = beginsWith(source, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : [];
  return Buffer.concat([Uint8Array.from(mark), Buffer.from(text)]);
}

function beginsWith(source: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => source[i] === byte);
}

function notUtf8(source: Uint8Array, offset: number): Wording {
  if (beginsWith(source, [0xff, 0xfe]) || beginsWith(source, [0xfe, 0xff])) {
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
