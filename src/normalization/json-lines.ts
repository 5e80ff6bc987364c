import { isUtf8 } from "../bytes/utf8.ts";
import { JsonWriter, jsonMember } from "../diagnostics/json.ts";
import type { Masker } from "../masks/masker.ts";
import type { OutputBuffer } from "../streams/output-buffer.ts";
import { JsonFields, ruleMember } from "./json-fields.ts";
import type { AliasUse, LineWriter } from "./line-writer.ts";
import type { LinePattern } from "./rulebook.ts";
import { TemplateRenderers } from "./template-renderer.ts";

/** A longer line may be written in parts, whenever the output is full. */
const MAX_WHOLE_LINE_BYTES = 64 * 1024;

/** What all records of a line pattern have in common. */
interface RecordLayout {
  /** The rule's name, and whether it is a catch-all. */
  readonly rule: Buffer;
  readonly fields: JsonFields;
}

const UNMATCHED: RecordLayout = { rule: jsonMember("rule", null), fields: new JsonFields([]) };

/**
 * Writes each line as a JSON object: its number, its rule's name, its captures, and its output. Where bytes are not
 * UTF-8, texts hold the replacement character, and additional members hold the bytes in base64.
 */
export class JsonLines implements LineWriter {
  private readonly output: OutputBuffer;
  private readonly json: JsonWriter;
  private readonly layouts: readonly RecordLayout[];
  private readonly renderers: TemplateRenderers;
  private scratch = Buffer.allocUnsafeSlow(MAX_WHOLE_LINE_BYTES);
  private readonly masker: Masker | undefined;
  /** The steps that write the unfinished line. */
  private unfinished: Generator<void> | undefined;

  /** Ignores `marks`: an output may be written in base64, where numbers cannot be put in later. */
  constructor(
    linePatterns: readonly LinePattern[],
    output: OutputBuffer,
    { aliases }: AliasUse,
    masker: Masker | undefined,
  ) {
    this.output = output;
    this.masker = masker;
    this.json = new JsonWriter(output);
    this.layouts = linePatterns.map(recordLayout);
    this.renderers = new TemplateRenderers(linePatterns, aliases, "");
  }

  writeMatched(
    linePattern: number,
    number: number,
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
      return this.begin(this.recordSteps(layout, number, bytes, [...bounds], renderer.pieces()));
    }
    renderer.writeInto(this.scratch, 0);
    return finish(this.recordSteps(layout, number, bytes, bounds, [this.scratch.subarray(0, length)]));
  }

  writeUnmatched(
    linePattern: number,
    number: number,
    bytes: Buffer,
    start: number,
    end: number,
    bounds: readonly number[],
  ): boolean {
    const layout = this.layouts[linePattern] ?? UNMATCHED;
    const output = this.unmatchedOutput(bytes, start, end);
    if (end - start > MAX_WHOLE_LINE_BYTES)
      return this.begin(this.recordSteps(layout, number, bytes, [...bounds], output));
    return finish(this.recordSteps(layout, number, bytes, bounds, output));
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

  private begin(steps: Generator<void>): boolean {
    this.unfinished = steps;
    return this.resume();
  }

  /** Writes the record of a line. Yields whenever the output is full. */
  private *recordSteps(
    { rule, fields }: RecordLayout,
    number: number,
    bytes: Buffer,
    bounds: readonly number[],
    rendered: Iterable<Buffer>,
  ): Generator<void> {
    const { json } = this;
    json.beginObject();
    json.name("line");
    this.output.appendNumber(number, 1);
    json.member(rule);
    let isUtf8Only = yield* fields.steps(json, bytes, bounds);
    json.openText("output");
    for (const piece of rendered) {
      if (json.addPlain(piece, 0, piece.length)) {
        if (this.output.isFull) yield;
        continue;
      }
      isUtf8Only &&= isUtf8(piece);
      yield* json.adding(piece);
    }
    json.closeText();
    if (!isUtf8Only) {
      yield* fields.base64Steps(json, bytes, bounds);
      yield* this.outputBase64Steps(rendered);
    }
    json.endLine();
  }

  /** Writes the member that holds, in base64, an output that is not UTF-8. */
  private *outputBase64Steps(rendered: Iterable<Buffer>): Generator<void> {
    const { json } = this;
    if (isText(rendered)) return;
    json.openText("output_base64");
    yield* json.addingBase64(rendered);
    json.closeText();
  }
}

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

function recordLayout(linePattern: LinePattern): RecordLayout {
  return { rule: ruleMember(linePattern), fields: new JsonFields(linePattern.pattern.fields) };
}
