import type { LineReader } from "../io/line-reader.ts";
import type { OutputBuffer } from "../io/output-buffer.ts";
import { areUtf8, isUtf8 } from "../text/bytes/utf8.ts";
import { addToGroup } from "../text/collections/polyfills.ts";
import { JsonWriter, jsonMember, jsonName } from "../text/messages/json.ts";
import { jsonTime } from "./line-time.ts";
import type { LineMatch, LineWriter, WriterOptions } from "./line-writer.ts";
import { type LinePattern, lineRuleOf } from "./rulebook.ts";
import { OutputText } from "./template-renderer.ts";

/** Writes which rule a line matches, and its captures by name; those that are not UTF-8 also in base64. */
export class JsonMatch {
  /** The indexes of fields by their names. */
  private readonly members = new Map<string, number[]>();
  /** The fields as they are written, and what stands before the first, between them and after the last. */
  private readonly fields: readonly number[];
  private readonly between: readonly Buffer[];

  /** Without a line pattern, for lines that no rule matches. */
  constructor(linePattern?: LinePattern) {
    for (const [i, field] of (linePattern?.pattern.fields ?? []).entries()) addToGroup(this.members, field, i);
    this.fields = [...this.members.values()].flat();
    this.between = textsBetween(ruleMembers(linePattern), [...this.members]);
  }

  /**
   * Writes the members `rule`, perhaps `rule_file` and `catch_all`, and `fields`. Bounds count from `start`. Returns
   * whether all captures are UTF-8; if not, `writeBase64` must follow in the same object.
   */
  write(json: JsonWriter, bytes: Buffer, bounds: readonly number[], start = 0): boolean {
    const { fields, between } = this;
    let isUtf8Only = true;
    json.member(between[0]!);
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i]!;
      if (!json.addText(bytes, start + bounds[2 * field]!, start + bounds[2 * field + 1]!)) isUtf8Only = false;
      json.between(between[i + 1]!);
    }
    return isUtf8Only;
  }

  /** Writes the member `fields_base64`, if any captures are not UTF-8. */
  writeBase64(json: JsonWriter, bytes: Buffer, bounds: readonly number[]): void {
    const capture = (field: number): Buffer => bytes.subarray(bounds[2 * field], bounds[2 * field + 1]);
    const others = [...this.members].filter(([, fields]) => !fields.every((field) => isUtf8(capture(field))));
    if (others.length === 0) return;
    json.beginObject("fields_base64");
    for (const [field, fields] of others) {
      const name = jsonName(field);
      const isList = fields.length > 1;
      if (isList) json.beginList(name);
      for (const field of fields) {
        const text = capture(field);
        json.openText(isList ? undefined : name);
        json.addBase64([text], text.length);
        json.closeText();
      }
      if (isList) json.endList();
    }
    json.endObject();
  }
}

const NORMALIZED = jsonName("normalized");
const OFFSET = jsonName("offset");
const PREFIX = Buffer.from(', "prefix": "');
const OUTPUT = Buffer.from(', "output": "');
const ORIGINAL = Buffer.from(', "original": "');
const QUOTE = Buffer.from('"');

const NO_MATCH = new JsonMatch();

/** Writes each line as a JSON object, or a record as it is with that object as one more member. */
export class JsonLines implements LineWriter {
  private readonly output: OutputBuffer;
  private readonly json: JsonWriter;
  private readonly matches: readonly JsonMatch[];
  private readonly text: OutputText;
  private readonly keepsOriginal: boolean;
  private readonly addTime: ReturnType<typeof jsonTime>;
  /** The beginning of an object: the member that names the log, and the name of the next one. */
  private opening = Buffer.from("");

  constructor(linePatterns: readonly LinePattern[], output: OutputBuffer, options: WriterOptions) {
    this.output = output;
    this.keepsOriginal = options.original;
    this.json = new JsonWriter(output);
    this.addTime = jsonTime(output, this.json, linePatterns, options.utcOffset);
    this.matches = linePatterns.map((linePattern) => new JsonMatch(linePattern));
    this.text = new OutputText(linePatterns, options);
  }

  begin(log: string): void {
    const file = textOf(jsonMember("file", log)).slice(", ".length);
    this.opening = Buffer.from(`{${file}, "line": `);
  }

  writeMatched(line: LineReader, match: LineMatch): void {
    this.write(line, match, this.text.takeMatched(line, match));
  }

  writeUnmatched(line: LineReader, match: LineMatch): void {
    if (!line.isText && line.record !== undefined) this.output.appendLine(line.bytes, line.start, line.end);
    else this.write(line, match, this.text.takeUnmatched(line));
  }

  private write(line: LineReader, match: LineMatch, text: OutputText): void {
    const { json, keepsOriginal } = this;
    const { linePattern, bounds } = match;
    const { bytes, start, end, criLine } = line;
    this.beginObject(line);
    let isUtf8Only = criLine === undefined || this.addText(PREFIX, criLine.line, criLine.start, criLine.messageFrom);
    this.addTime(linePattern, bytes, bounds);
    if (!this.matchOf(linePattern).write(json, bytes, bounds)) isUtf8Only = false;
    if (!this.addText(OUTPUT, text.bytes, text.from, text.to, text.pieces)) isUtf8Only = false;
    if (keepsOriginal && !this.addText(ORIGINAL, bytes, start, end)) isUtf8Only = false;
    if (!isUtf8Only) this.addAllBase64(line, match, text);
    this.endObject(line);
  }

  private matchOf(linePattern: number): JsonMatch {
    return linePattern === -1 ? NO_MATCH : this.matches[linePattern]!;
  }

  private beginObject({ numberInFile, offset, record }: LineReader): void {
    const { json, output } = this;
    if (record !== undefined) {
      output.append(record.line, record.start, record.closing);
      output.appendReady(NORMALIZED);
    }
    json.between(this.opening);
    output.appendNumber(numberInFile, 1);
    json.member(OFFSET);
    output.appendNumber(offset, 1);
  }

  private endObject({ record }: LineReader): void {
    const { json, output } = this;
    if (record === undefined) {
      json.endLine();
      return;
    }
    json.endWhole();
    output.appendLine(record.line, record.closing, record.end);
  }

  /** Returns whether the text, which may be given in pieces, is UTF-8. */
  private addText(name: Buffer, bytes: Buffer, from: number, to: number, pieces?: Iterable<Buffer>): boolean {
    const { json } = this;
    json.between(name);
    const isUtf8Text = pieces === undefined ? json.addText(bytes, from, to) : json.addTexts(pieces, to);
    json.between(QUOTE);
    return isUtf8Text;
  }

  private addAllBase64(line: LineReader, match: LineMatch, text: OutputText): void {
    const { bytes, start, end, criLine } = line;
    const output = text.pieces ?? [text.bytes.subarray(text.from, text.to)];
    if (criLine !== undefined)
      this.addBase64("prefix_base64", [criLine.line.subarray(criLine.start, criLine.messageFrom)], 0);
    this.matchOf(match.linePattern).writeBase64(this.json, bytes, match.bounds);
    this.addBase64("output_base64", output, text.to - text.from);
    if (this.keepsOriginal) this.addBase64("original_base64", [bytes.subarray(start, end)], end - start);
  }

  private addBase64(name: string, pieces: Iterable<Buffer>, size: number): void {
    const { json } = this;
    if (areUtf8(pieces)) return;
    json.openText(name);
    json.addBase64(pieces, size);
    json.closeText();
  }
}

function ruleMembers(linePattern: LinePattern | undefined): string {
  const { rule, ruleFile, catchAll } = lineRuleOf(linePattern);
  const members = [
    jsonMember("rule", rule ?? null),
    ...(ruleFile === undefined ? [] : [jsonMember("rule_file", ruleFile)]),
    ...(catchAll ? [jsonMember("catch_all", true)] : []),
  ];
  return members.map(textOf).join("");
}

/** What stands around the texts of fields, which are members of an object that comes after `before`. */
function textsBetween(
  before: string,
  members: readonly (readonly [name: string, fields: readonly number[]])[],
): Buffer[] {
  const texts = [`${before}, "fields": {`];
  for (const [i, [name, { length }]] of members.entries()) {
    const isList = length > 1;
    texts[texts.length - 1] += `${textOf(jsonName(name)).slice(i === 0 ? ", ".length : 0)}${isList ? '["' : '"'}`;
    for (let item = 1; item < length; item++) texts.push('", "');
    texts.push(isList ? '"]' : '"');
  }
  texts[texts.length - 1] += "}";
  return texts.map((text) => Buffer.from(text));
}

function textOf(bytes: Buffer): string {
  return bytes.toString();
}
