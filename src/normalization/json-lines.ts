import { isUtf8 } from "../bytes/utf8.ts";
import { JsonWriter, jsonMember, jsonName } from "../diagnostics/json.ts";
import type { Masker } from "../masks/masker.ts";
import type { OutputBuffer } from "../streams/output-buffer.ts";
import { JsonFields, ruleMember } from "./json-fields.ts";
import { JsonTime } from "./json-time.ts";
import type { AliasUse, LinePlace, LineWriter, WriterOptions } from "./line-writer.ts";
import type { LinePattern } from "./rulebook.ts";
import { TemplateRenderers } from "./template-renderer.ts";

/** The key that a record gets. */
const NORMALIZED = jsonName("normalized");
const LINE = jsonName("line");
const OFFSET = jsonName("offset");

/** A longer line may be written in parts, whenever the output is full. */
const MAX_WHOLE_LINE_BYTES = 64 * 1024;

/** What all records of a line pattern have in common. */
interface RecordLayout {
  /** The number of the line pattern, or -1. */
  readonly linePattern: number;
  /** The rule's name, and whether it is a catch-all. */
  readonly rule: Buffer;
  readonly fields: JsonFields;
}

const UNMATCHED: RecordLayout = { linePattern: -1, rule: jsonMember("rule", null), fields: new JsonFields([]) };

/**
 * Writes each line as a JSON object: its place, its time, its rule's name, its captures, and its output. Where bytes are
 * not UTF-8, texts hold the replacement character, and additional members hold the bytes in base64. A record is written as
 * it is, with the object as one more member; a line that is not a record, as it is.
 */
export class JsonLines implements LineWriter {
  private readonly output: OutputBuffer;
  private readonly json: JsonWriter;
  private readonly layouts: readonly RecordLayout[];
  private readonly renderers: TemplateRenderers;
  private scratch = Buffer.allocUnsafeSlow(MAX_WHOLE_LINE_BYTES);
  private readonly masker: Masker | undefined;
  private readonly keepsOriginal: boolean;
  private readonly time: JsonTime;
  /** The member that names the log, and the name of the next one. */
  private file = Buffer.alloc(0);
  /** The steps that write the unfinished line. */
  private unfinished: Generator<void> | undefined;

  /** Ignores `marks`: an output may be written in base64, where numbers cannot be put in later. */
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
    this.layouts = linePatterns.map(recordLayout);
    this.renderers = new TemplateRenderers(linePatterns, aliases, "");
  }

  begin(log: string): void {
    this.file = Buffer.concat([jsonMember("file", log), LINE]);
  }

  writeMatched(
    linePattern: number,
    place: LinePlace,
    bytes: Buffer,
    start: number,
    end: number,
    bounds: readonly number[],
  ): boolean {
    const layout = this.layouts[linePattern]!;
    const renderer = this.renderers.of(linePattern);
    renderer.take(bytes, bounds);
    const { length } = renderer;
    if (end - start > MAX_WHOLE_LINE_BYTES || length > MAX_WHOLE_LINE_BYTES) {
      return this.start(this.recordSteps(layout, place, bytes, start, end, [...bounds], renderer.pieces()));
    }
    renderer.writeInto(this.scratch, 0);
    const output = [this.scratch.subarray(0, length)];
    return finish(this.recordSteps(layout, place, bytes, start, end, bounds, output));
  }

  writeUnmatched(
    linePattern: number,
    place: LinePlace,
    bytes: Buffer,
    start: number,
    end: number,
    bounds: readonly number[],
  ): boolean {
    if (!place.isText && place.record !== undefined) {
      this.output.append(bytes, start, end);
      this.output.appendNewline();
      return true;
    }
    const layout = this.layouts[linePattern] ?? UNMATCHED;
    const output = place.isText ? this.unmatchedOutput(bytes, start, end) : [bytes.subarray(start, end)];
    if (end - start > MAX_WHOLE_LINE_BYTES)
      return this.start(this.recordSteps(layout, place, bytes, start, end, [...bounds], output));
    return finish(this.recordSteps(layout, place, bytes, start, end, bounds, output));
  }

  /** The output of a line that no rule matches, in pieces. They may be iterated repeatedly. */
  private unmatchedOutput(bytes: Buffer, start: number, end: number): Iterable<Buffer> {
    const { masker } = this;
    const line = bytes.subarray(start, end);
    if (masker === undefined) return [line];
    if (line.length > MAX_WHOLE_LINE_BYTES) return { [Symbol.iterator]: () => masker.pieces(line) };
    const room = masker.room(bytes, start, end);
    if (room > this.scratch.length) this.scratch = Buffer.allocUnsafeSlow(room);
    return [this.scratch.subarray(0, masker.write(bytes, start, end, this.scratch, 0))];
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

  /** Writes the record of a line. Yields whenever the output is full. */
  private *recordSteps(
    { linePattern, rule, fields }: RecordLayout,
    { numberInFile, offset, record, criLine }: LinePlace,
    bytes: Buffer,
    start: number,
    end: number,
    bounds: readonly number[],
    rendered: Iterable<Buffer>,
  ): Generator<void> {
    const { json } = this;
    if (record !== undefined) {
      this.output.append(record.line, record.start, record.closing);
      this.output.append(NORMALIZED, 0, NORMALIZED.length);
    }
    json.beginObject();
    json.member(this.file);
    this.output.appendNumber(numberInFile, 1);
    json.member(OFFSET);
    this.output.appendNumber(offset, 1);
    const prefix = criLine === undefined ? NOTHING : [criLine.line.subarray(criLine.start, criLine.messageFrom)];
    let isUtf8Only = criLine === undefined || (yield* this.textSteps("prefix", prefix));
    this.time.add(linePattern, bytes, bounds);
    json.member(rule);
    isUtf8Only = (yield* fields.steps(json, bytes, bounds)) && isUtf8Only;
    isUtf8Only = (yield* this.textSteps("output", rendered)) && isUtf8Only;
    const original = this.keepsOriginal ? [bytes.subarray(start, end)] : NOTHING;
    if (this.keepsOriginal) isUtf8Only = (yield* this.textSteps("original", original)) && isUtf8Only;
    if (!isUtf8Only) {
      yield* this.base64Steps("prefix_base64", prefix);
      yield* fields.base64Steps(json, bytes, bounds);
      yield* this.base64Steps("output_base64", rendered);
      yield* this.base64Steps("original_base64", original);
    }
    if (record === undefined) {
      json.endLine();
      return;
    }
    json.endWhole();
    this.output.append(record.line, record.closing, record.end);
    this.output.appendNewline();
  }

  /** Writes a member with a text in pieces. Returns whether all of them are UTF-8. */
  private *textSteps(name: string, pieces: Iterable<Buffer>): Generator<void, boolean> {
    const { json, output } = this;
    let isUtf8Only = true;
    json.openText(name);
    for (const piece of pieces) {
      if (json.addPlain(piece, 0, piece.length)) {
        if (output.isFull) yield;
        continue;
      }
      isUtf8Only &&= isUtf8(piece);
      yield* json.adding(piece);
    }
    json.closeText();
    return isUtf8Only;
  }

  /** Writes a member that holds a text in base64, if it is not UTF-8. */
  private *base64Steps(name: string, pieces: Iterable<Buffer>): Generator<void> {
    const { json } = this;
    if (isText(pieces)) return;
    json.openText(name);
    yield* json.addingBase64(pieces);
    json.closeText();
  }
}

const NOTHING: readonly Buffer[] = [];

/** Whether all pieces are UTF-8. */
function isText(pieces: Iterable<Buffer>): boolean {
  for (const piece of pieces) if (!isUtf8(piece)) return false;
  return true;
}

/** Takes all steps, even if the output is full: the line is short. */
function finish(steps: Generator<void>): true {
  for (const _ of steps);
  return true;
}

function recordLayout(linePattern: LinePattern, index: number): RecordLayout {
  return { linePattern: index, rule: ruleMember(linePattern), fields: new JsonFields(linePattern.pattern.fields) };
}
