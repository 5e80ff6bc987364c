import { isUtf8 } from "../bytes/utf8.ts";
import { JsonWriter, jsonMember, jsonName } from "../diagnostics/json.ts";
import type { Masker } from "../masks/masker.ts";
import type { OutputBuffer } from "../streams/output-buffer.ts";
import type { AliasUse, LineWriter } from "./line-writer.ts";
import type { LinePattern } from "./rulebook.ts";
import { TemplateRenderers } from "./template-renderer.ts";

/** A longer line may be written in parts, whenever the output is full. */
const MAX_WHOLE_LINE_BYTES = 64 * 1024;

/** What all records of a line pattern have in common. */
interface RecordLayout {
  /** The rule's name, and whether it is a catch-all. */
  readonly rule: Buffer;
  /** Field names without duplicates, each with the indexes of its fields. Several fields of one name become a list. */
  readonly members: readonly { readonly name: Buffer; readonly fields: readonly number[] }[];
}

const UNMATCHED: RecordLayout = { rule: jsonMember("rule", null), members: [] };

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
    { rule, members }: RecordLayout,
    number: number,
    bytes: Buffer,
    bounds: readonly number[],
    rendered: Iterable<Buffer>,
  ): Generator<void> {
    const { json } = this;
    let isUtf8Only = true;
    json.beginObject();
    json.name("line");
    this.output.appendNumber(number, 1);
    json.member(rule);
    json.beginObject("fields");
    for (const { name, fields } of members) {
      const isList = fields.length > 1;
      if (isList) json.beginList(name);
      for (const field of fields) {
        json.openText(isList ? undefined : name);
        const [from, to] = [bounds[2 * field]!, bounds[2 * field + 1]!];
        if (!json.addPlain(bytes, from, to)) {
          const capture = bytes.subarray(from, to);
          isUtf8Only &&= isUtf8(capture);
          yield* json.adding(capture);
        }
        json.closeText();
      }
      if (isList) json.endList();
    }
    json.endObject();
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
    if (!isUtf8Only) yield* this.base64Steps(members, bytes, bounds, rendered);
    json.endLine();
  }

  /** Writes the members that hold, in base64, the bytes of captures and an output that are not UTF-8. */
  private *base64Steps(
    members: RecordLayout["members"],
    bytes: Buffer,
    bounds: readonly number[],
    rendered: Iterable<Buffer>,
  ): Generator<void> {
    const { json } = this;
    const capture = (field: number): Buffer => bytes.subarray(bounds[2 * field], bounds[2 * field + 1]);
    const others = members.filter(({ fields }) => !fields.every((field) => isUtf8(capture(field))));
    if (others.length > 0) {
      json.beginObject("fields_base64");
      for (const { name, fields } of others) {
        const isList = fields.length > 1;
        if (isList) json.beginList(name);
        for (const field of fields) {
          json.openText(isList ? undefined : name);
          yield* json.addingBase64([capture(field)]);
          json.closeText();
        }
        if (isList) json.endList();
      }
      json.endObject();
    }
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

function recordLayout({ name, pattern }: LinePattern): RecordLayout {
  const fields = new Map<string, number[]>();
  for (const [i, field] of pattern.fields.entries()) fields.set(field, [...(fields.get(field) ?? []), i]);
  return {
    rule: Buffer.concat([jsonMember("rule", name), ...(pattern.isCatchAll ? [jsonMember("catch_all", true)] : [])]),
    members: [...fields].map(([name, indexes]) => ({ name: jsonName(name), fields: indexes })),
  };
}
