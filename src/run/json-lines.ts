import type { OutputBuffer } from "../io/sink.ts";
import { isUtf8 } from "../text/bytes/utf8.ts";
import type { Masker } from "../text/masks/masker.ts";
import { JsonWriter, jsonMember, jsonName } from "../text/messages/json.ts";
import { JsonMatch } from "./json-match.ts";
import { JsonTime } from "./json-time.ts";
import type { AliasUse, InputLine, LineMatch, LineWriter, WriterOptions } from "./line-writer.ts";
import type { LinePattern } from "./rulebook.ts";
import { TemplateRenderers } from "./template-renderer.ts";

/** The key that a record gets. */
const NORMALIZED = jsonName("normalized");
const LINE = jsonName("line");
const OFFSET = jsonName("offset");
const PREFIX = jsonName("prefix");
const OUTPUT = jsonName("output");
const ORIGINAL = jsonName("original");

/** A longer line may be written in parts, whenever the output is full. */
const MAX_WHOLE_LINE_BYTES = 64 * 1024;

const NO_MATCH = new JsonMatch();

/**
 * Writes each line as a JSON object: its place, its time, its rule's name, its captures, and its output. Where bytes
 * are not UTF-8, texts hold the replacement character, and additional members hold the bytes in base64. A record is
 * written as it is, with the object as one more member; a line that is not a record, as it is.
 */
export class JsonLines implements LineWriter {
  /** An output may be written in base64, where numbers cannot be put in later. */
  static readonly marksAliases = false;

  private readonly output: OutputBuffer;
  private readonly json: JsonWriter;
  /** By line pattern. */
  private readonly matches: readonly JsonMatch[];
  private readonly renderers: TemplateRenderers;
  private scratch = Buffer.allocUnsafeSlow(MAX_WHOLE_LINE_BYTES);
  private readonly masker: Masker | undefined;
  private readonly keepsOriginal: boolean;
  private readonly time: JsonTime;
  /** The member that names the log, and the name of the next one. */
  private file = Buffer.alloc(0);
  /** The steps that write the unfinished line. */
  private unfinished: Generator<void> | undefined;

  constructor(
    linePatterns: readonly LinePattern[],
    output: OutputBuffer,
    { aliases }: AliasUse,
    { masker, original, utcOffset }: WriterOptions,
  ) {
    this.output = output;
    this.masker = masker;
    this.keepsOriginal = original;
    this.json = new JsonWriter(output);
    this.time = new JsonTime(output, this.json, linePatterns, utcOffset);
    this.matches = linePatterns.map((linePattern) => new JsonMatch(linePattern));
    this.renderers = new TemplateRenderers(linePatterns, aliases, "");
  }

  begin(log: string): void {
    this.file = Buffer.concat([jsonMember("file", log), LINE]);
  }

  writeMatched(line: InputLine, match: LineMatch): boolean {
    const renderer = this.renderers.of(match.linePattern);
    renderer.take(line.bytes, match.bounds);
    const { length } = renderer;
    if (line.end - line.start > MAX_WHOLE_LINE_BYTES || length > MAX_WHOLE_LINE_BYTES)
      return this.start(this.objectSteps(line, match, renderer.pieces()));
    renderer.writeInto(this.scratch, 0);
    return this.writeWhole(line, match, this.scratch, 0, length);
  }

  writeUnmatched(line: InputLine, match: LineMatch): boolean {
    const { bytes, start, end, isText, record } = line;
    if (!isText && record !== undefined) {
      this.output.append(bytes, start, end);
      this.output.appendNewline();
      return true;
    }
    const masker = isText ? this.masker : undefined;
    if (end - start > MAX_WHOLE_LINE_BYTES) {
      const text = bytes.subarray(start, end);
      // They are iterated again if they are not UTF-8.
      const output = masker === undefined ? [text] : { [Symbol.iterator]: () => masker.pieces(text) };
      return this.start(this.objectSteps(line, match, output));
    }
    if (masker === undefined) return this.writeWhole(line, match, bytes, start, end);
    const room = masker.room(bytes, start, end);
    if (room > this.scratch.length) this.scratch = Buffer.allocUnsafeSlow(room);
    const length = masker.write(bytes, start, end, this.scratch, 0);
    return this.writeWhole(line, match, this.scratch, 0, length);
  }

  resume(): boolean {
    return this.unfinished!.next().done === true;
  }

  /** Does nothing: an unfinished line has its own copy of the bounds. */
  hold(): void {}

  private start(steps: Generator<void>): boolean {
    this.unfinished = steps;
    return this.resume();
  }

  // Generators for each line would take a fifth of the time, so short lines, which are nearly all, are written without
  // any.

  /** Writes the object of a short line, even if the output is full. Its output is `rendered` from `from` up to `to`. */
  private writeWhole(line: InputLine, match: LineMatch, rendered: Buffer, from: number, to: number): true {
    const { json, keepsOriginal } = this;
    const { linePattern, bounds } = match;
    const { bytes, start, end, criLine } = line;
    this.beginObject(line);
    let isUtf8Only = criLine === undefined || this.addText(PREFIX, criLine.line, criLine.start, criLine.messageFrom);
    this.time.add(linePattern, bytes, bounds);
    if (!this.matchOf(linePattern).write(json, bytes, bounds)) isUtf8Only = false;
    if (!this.addText(OUTPUT, rendered, from, to)) isUtf8Only = false;
    if (keepsOriginal && !this.addText(ORIGINAL, bytes, start, end)) isUtf8Only = false;
    if (!isUtf8Only) for (const _ of this.allBase64Steps(line, match, [rendered.subarray(from, to)]));
    this.endObject(line);
    return true;
  }

  /** As `writeWhole`, for a line of any length with an output in pieces. Yields whenever the output is full. */
  private *objectSteps(line: InputLine, match: LineMatch, rendered: Iterable<Buffer>): Generator<void> {
    const { json } = this;
    const { linePattern } = match;
    const bounds = [...match.bounds];
    const { bytes, criLine } = line;
    this.beginObject(line);
    let isUtf8Only = criLine === undefined || (yield* this.textSteps(PREFIX, prefixOf(line)));
    this.time.add(linePattern, bytes, bounds);
    isUtf8Only = (yield* this.matchOf(linePattern).steps(json, bytes, bounds)) && isUtf8Only;
    isUtf8Only = (yield* this.textSteps(OUTPUT, rendered)) && isUtf8Only;
    if (this.keepsOriginal) isUtf8Only = (yield* this.textSteps(ORIGINAL, originalOf(line))) && isUtf8Only;
    if (!isUtf8Only) yield* this.allBase64Steps(line, { linePattern, bounds }, rendered);
    this.endObject(line);
  }

  private matchOf(linePattern: number): JsonMatch {
    return this.matches[linePattern] ?? NO_MATCH;
  }

  /** Writes the beginning of the object, with where the line is. */
  private beginObject({ numberInFile, offset, record }: InputLine): void {
    const { json, output } = this;
    if (record !== undefined) {
      output.append(record.line, record.start, record.closing);
      output.append(NORMALIZED, 0, NORMALIZED.length);
    }
    json.beginObject();
    json.member(this.file);
    output.appendNumber(numberInFile, 1);
    json.member(OFFSET);
    output.appendNumber(offset, 1);
  }

  private endObject({ record }: InputLine): void {
    const { json, output } = this;
    if (record === undefined) {
      json.endLine();
      return;
    }
    json.endWhole();
    output.append(record.line, record.closing, record.end);
    output.appendNewline();
  }

  /** Writes a member with a text. Returns whether it is UTF-8. */
  private addText(name: Buffer, bytes: Buffer, from: number, to: number): boolean {
    const { json } = this;
    json.openText(name);
    const isUtf8Text = json.addText(bytes, from, to);
    json.closeText();
    return isUtf8Text;
  }

  /** Writes a member with a text in pieces. Returns whether all of them are UTF-8. */
  private *textSteps(name: Buffer, pieces: Iterable<Buffer>): Generator<void, boolean> {
    const { json } = this;
    let isUtf8Only = true;
    json.openText(name);
    for (const piece of pieces) isUtf8Only = (yield* json.addingText(piece, 0, piece.length)) && isUtf8Only;
    json.closeText();
    return isUtf8Only;
  }

  /** Writes the members that hold texts in base64, for those that are not UTF-8. */
  private *allBase64Steps(
    line: InputLine,
    { linePattern, bounds }: LineMatch,
    rendered: Iterable<Buffer>,
  ): Generator<void> {
    yield* this.base64Steps("prefix_base64", prefixOf(line));
    yield* this.matchOf(linePattern).base64Steps(this.json, line.bytes, bounds);
    yield* this.base64Steps("output_base64", rendered);
    if (this.keepsOriginal) yield* this.base64Steps("original_base64", originalOf(line));
  }

  /** Writes a member that holds a text in base64, if it is not UTF-8. */
  private *base64Steps(name: string, pieces: Iterable<Buffer>): Generator<void> {
    const { json } = this;
    if (areUtf8(pieces)) return;
    json.openText(name);
    yield* json.addingBase64(pieces);
    json.closeText();
  }
}

const NOTHING: readonly Buffer[] = [];

/** Whether all pieces are UTF-8. */
function areUtf8(pieces: Iterable<Buffer>): boolean {
  for (const piece of pieces) if (!isUtf8(piece)) return false;
  return true;
}

/** What stands before the message of a line of the CRI log format. */
function prefixOf({ criLine }: InputLine): readonly Buffer[] {
  return criLine === undefined ? NOTHING : [criLine.line.subarray(criLine.start, criLine.messageFrom)];
}

function originalOf({ bytes, start, end }: InputLine): readonly Buffer[] {
  return [bytes.subarray(start, end)];
}
