// Writes the JSON of all commands, in one style: a space after each colon and comma, and one object per line. Strings
// contain nothing that a terminal would interpret. Bytes that are not UTF-8 get a second member, which holds them in
// base64.
import { IN_JSON, JSON_FORMS } from "../bytes/ascii.ts";
import { areUtf8, isUtf8 } from "../bytes/utf8.ts";
import { escapedJson, PIECE_BYTES, textPieces } from "./printable.ts";

/** A text of printable ASCII only. Nearly all texts of logs are. */
const PRINTABLE = /^[ -~]*$/;

/** Returns a text as a JSON string that contains nothing a terminal would interpret. */
export function jsonString(text: string): string {
  const json = JSON.stringify(text);
  return PRINTABLE.test(text) ? json : escapedJson(json);
}

/** The output of a `JsonWriter`: the part of an OutputBuffer that it needs. */
interface JsonOutput {
  appendText(text: string): void;
  appendNumber(number: number, width: number): void;
  appendReady(text: Buffer, from?: number): void;
  appendInJson(bytes: Uint8Array, from: number, to: number): boolean;
  appendPieces(pieces: Iterable<Buffer>, size: number): void;
}

const COMMA = ", ";
const BETWEEN = Buffer.from(COMMA);
const QUOTE = Buffer.from('"');
const BRACE = Buffer.from("{");
const BRACKET = Buffer.from("[");
const BRACE_END = Buffer.from("}");
const BRACKET_END = Buffer.from("]");
const LINE_END = Buffer.from("}\n");

/** The starts of members, `, "NAME": `, in snake case, by their names in camel case. There are a few dozen names. */
const memberStarts = new Map<string, Buffer>();

function memberStart(name: string): Buffer {
  let ready = memberStarts.get(name);
  if (ready === undefined) {
    ready = jsonName(snakeCase(name));
    memberStarts.set(name, ready);
  }
  return ready;
}

/** A name in camel case as JSON has it: `ruleFile` becomes `rule_file`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Prepares a name that is not fixed in this program, such as that of a field. */
export function jsonName(name: string): Buffer {
  return Buffer.from(`${COMMA}${jsonString(name)}: `);
}

/** Prepares a member that many objects share, for `JsonWriter.member`. */
export function jsonMember(name: string, value: string | boolean | null): Buffer {
  return Buffer.from(`${COMMA}"${name}": ${typeof value === "string" ? jsonString(value) : value}`);
}

/** A name that is fixed in this program and needs no escapes, or the result of `jsonName`. */
type Name = string | Buffer;

/** Writes JSON objects member by member. A value without a name is an item of a list. */
export class JsonWriter {
  private readonly output: JsonOutput;
  /** Whether the next member or item is the first of its object or list. */
  private isFirst = true;

  constructor(output: JsonOutput) {
    this.output = output;
  }

  /** Begins an object. With a name it is a member, and without one it is the object of a line or an item of a list. */
  beginObject(name?: Name): void {
    this.open(BRACE, name);
  }

  endObject(): void {
    this.between(BRACE_END);
  }

  /** Ends the object of a line, and the line. */
  endLine(): void {
    this.endWhole(LINE_END);
  }

  /** Ends an object that stands by itself, without a line end. */
  endWhole(end: Buffer = BRACE_END): void {
    this.between(end);
    this.isFirst = true;
  }

  beginList(name: Name | undefined): void {
    this.open(BRACKET, name);
  }

  endList(): void {
    this.between(BRACKET_END);
  }

  value(name: Name | undefined, value: number | boolean | null): void {
    this.begin(name);
    // Digits are written faster than a text.
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) this.output.appendNumber(value, 1);
    else this.output.appendText(String(value));
  }

  text(name: Name | undefined, text: string | null): void {
    this.begin(name);
    this.output.appendText(text === null ? "null" : jsonString(text));
  }

  /** Adds bytes of a log as text. If they are not UTF-8, a second member, `NAME_base64`, holds them. */
  bytes(name: Name, bytes: Buffer, from = 0, to: number = bytes.length): void {
    this.openText(name);
    const isUtf8Text = this.addText(bytes, from, to);
    this.closeText();
    if (isUtf8Text) return;
    this.openText(
      typeof name === "string" ? `${name}_base64` : Buffer.from(name.toString().replace(/": $/, '_base64": ')),
    );
    this.addBase64([bytes.subarray(from, to)], to - from);
    this.closeText();
  }

  /** Adds a member that `jsonMember` prepared, or a name that `jsonName` prepared. */
  member(ready: Buffer): void {
    this.output.appendReady(ready, this.isFirst ? COMMA.length : 0);
    this.isFirst = false;
  }

  /** Adds what lies between two values, or ends a value. */
  between(ready: Buffer): void {
    this.output.appendReady(ready);
    this.isFirst = false;
  }

  /** Begins a string. `addText`, `addTexts` or `addBase64` then adds its bytes. */
  openText(name: Name | undefined): void {
    this.begin(name);
    this.output.appendReady(QUOTE);
  }

  closeText(): void {
    this.output.appendReady(QUOTE);
  }

  /** Adds bytes to a string. Returns whether they are UTF-8; what is not becomes the replacement character. */
  addText(bytes: Buffer, from: number, to: number): boolean {
    // Takes only printable ASCII, and not much of it.
    if (this.output.appendInJson(bytes, from, to)) return true;
    const text = bytes.subarray(from, to);
    if (text.length > PIECE_BYTES) return this.addTexts([text], text.length);
    this.output.appendText(escaped(text));
    return isUtf8(text);
  }

  /** As `addText`, for pieces with about `size` bytes in all. They are iterated again when the output is written. */
  addTexts(pieces: Iterable<Buffer>, size: number): boolean {
    this.output.appendPieces(escapedPieces(pieces), size);
    return areUtf8(pieces);
  }

  /** Adds pieces of bytes to a string, in base64. They have about `size` bytes in all. */
  addBase64(pieces: Iterable<Buffer>, size: number): void {
    this.output.appendPieces(base64Pieces(pieces), size);
  }

  private begin(name: Name | undefined): void {
    if (name !== undefined) this.member(typeof name === "string" ? memberStart(name) : name);
    else if (!this.isFirst) this.output.appendReady(BETWEEN);
    this.isFirst = false;
  }

  private open(bracket: Buffer, name: Name | undefined): void {
    this.begin(name);
    this.output.appendReady(bracket);
    this.isFirst = true;
  }
}

/**
 * Writes an object as a line of JSON. Its members keep their order and get names in snake case; one that is undefined
 * is left out. Bytes become text, see `JsonWriter.bytes`. The keys of a Map stay as they are. An iterable that is no
 * array is read item by item; after each item it yields, so that the output may be flushed.
 */
export function* writeLine(json: JsonWriter, object: object): Generator<void> {
  json.beginObject();
  for (const key in object) {
    const value = (object as Record<string, unknown>)[key];
    if (!isLazy(value)) {
      addMember(json, key, value);
      continue;
    }
    json.beginList(key);
    for (const item of value) {
      addValue(json, undefined, item);
      yield;
    }
    json.endList();
  }
  json.endLine();
}

/** As `writeLine`, for an object without such iterables. */
export function writeShortLine(json: JsonWriter, object: object): void {
  json.beginObject();
  addMembers(json, object);
  json.endLine();
}

function isLazy(value: unknown): value is Iterable<unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Symbol.iterator in value && !(value instanceof Uint8Array) && !(value instanceof Map);
}

/** Adds the members of an object to one that the caller writes. They become what they become in `writeLine`. */
export function addMembers(json: JsonWriter, object: object): void {
  for (const key in object) addMember(json, key, (object as Record<string, unknown>)[key]);
}

function addMember(json: JsonWriter, name: Name, value: unknown): void {
  if (value instanceof Uint8Array) json.bytes(name, value as Buffer);
  else if (value !== undefined) addValue(json, name, value);
}

function addValue(json: JsonWriter, name: Name | undefined, value: unknown): void {
  if (typeof value === "string") json.text(name, value);
  else if (typeof value !== "object" || value === null) json.value(name, value as number | boolean | null);
  else if (Array.isArray(value)) {
    json.beginList(name);
    for (const item of value) addValue(json, undefined, item);
    json.endList();
  } else {
    json.beginObject(name);
    if (value instanceof Map) for (const [key, one] of value) addMember(json, jsonName(key), one);
    else addMembers(json, value);
    json.endObject();
  }
}

/** The content of a JSON string that holds the bytes as text. */
function escaped(bytes: Buffer): string {
  return jsonString(bytes.toString()).slice(1, -1);
}

function* escapedPieces(pieces: Iterable<Buffer>): Generator<Buffer> {
  for (const piece of pieces) {
    if (piece.every((byte) => JSON_FORMS[byte] === IN_JSON.plain)) yield piece;
    else for (const part of textPieces(piece)) yield Buffer.from(escaped(part));
  }
}

function* base64Pieces(pieces: Iterable<Buffer>): Generator<Buffer> {
  // Three bytes become four characters. One or two bytes that are left wait for the next piece.
  let rest = Buffer.alloc(0);
  for (const piece of pieces) {
    for (const part of textPieces(piece)) {
      const bytes = Buffer.concat([rest, part]);
      const whole = bytes.length - (bytes.length % 3);
      yield Buffer.from(bytes.toString("base64", 0, whole));
      rest = bytes.subarray(whole);
    }
  }
  yield Buffer.from(rest.toString("base64"));
}

/** Returns everything that `write` writes, as a text. For short JSON. */
export function jsonText(write: (json: JsonWriter) => void): string {
  let written = "";
  const appendText = (text: string): void => {
    written += text;
  };
  const appendReady = (bytes: Buffer, from?: number): void => appendText(bytes.toString("utf8", from));
  const appendPieces = (pieces: Iterable<Buffer>): void => {
    for (const piece of pieces) appendText(piece.toString());
  };
  const appendNumber = (number: number): void => appendText(String(number));
  write(new JsonWriter({ appendText, appendNumber, appendReady, appendInJson: () => false, appendPieces }));
  return written;
}
