import { isUtf8 } from "node:buffer";
import { JsonWriter, jsonMember, jsonName } from "../diagnostics/json.ts";
import type { OutputBuffer } from "../streams/output-buffer.ts";
import type { AliasUse, LineWriter } from "./line-writer.ts";
import type { LinePattern } from "./rulebook.ts";
import { renderersOf, type TemplateRenderer } from "./template-renderer.ts";

/** A line from this size on is written in parts, should the output be full before its end. */
const LARGE = 64 * 1024;

/** What the records of lines of one kind have in common. */
interface RecordForm {
  readonly rule: Buffer;
  /** Each name once, with the fields that have it. Of several, all values are told, in a list. */
  readonly members: readonly { readonly name: Buffer; readonly fields: readonly number[] }[];
}

const UNMATCHED: RecordForm = { rule: jsonMember("rule", null), members: [] };

/**
 * Writes each line as a JSON object: its number, its rule's name, what the fields captured, and its output. Where bytes are
 * not UTF-8 the texts show the replacement character, and further members have the bytes themselves, in base64.
 */
export class JsonLines implements LineWriter {
  private readonly output: OutputBuffer;
  private readonly json: JsonWriter;
  private readonly forms: readonly RecordForm[];
  private readonly renderers: readonly TemplateRenderer[];
  private readonly scratch = Buffer.allocUnsafeSlow(LARGE);
  private begun: Generator<void> | undefined;

  /** Marks no numbers: an output may be written in base64, into which none can be put. */
  constructor(linePatterns: readonly LinePattern[], output: OutputBuffer, { aliases }: AliasUse) {
    this.output = output;
    this.json = new JsonWriter(output);
    this.forms = linePatterns.map(recordForm);
    this.renderers = renderersOf(linePatterns, aliases, "");
  }

  matched(
    linePattern: number,
    number: number,
    bytes: Buffer,
    start: number,
    end: number,
    bounds: readonly number[],
  ): boolean {
    const form = this.forms[linePattern]!;
    const renderer = this.renderers[linePattern]!;
    renderer.take(bytes, bounds);
    const { length } = renderer;
    if (end - start > LARGE || length > LARGE) {
      return this.begin(this.adding(form, number, bytes, [...bounds], renderer.pieces()));
    }
    renderer.writeInto(this.scratch, 0);
    return finish(this.adding(form, number, bytes, bounds, [this.scratch.subarray(0, length)]));
  }

  unmatched(number: number, bytes: Buffer, start: number, end: number): boolean {
    const adding = this.adding(UNMATCHED, number, bytes, [], [bytes.subarray(start, end)]);
    return end - start > LARGE ? this.begin(adding) : finish(adding);
  }

  resume(): boolean {
    return this.begun!.next().done === true;
  }

  /** All that the line that is begun needs was taken at its beginning. */
  hold(): void {}

  private begin(adding: Generator<void>): boolean {
    this.begun = adding;
    return this.resume();
  }

  /** Adds the record of a line. Stops wherever the output is full. */
  private *adding(
    { rule, members }: RecordForm,
    number: number,
    bytes: Buffer,
    bounds: readonly number[],
    rendered: readonly Buffer[],
  ): Generator<void> {
    const { json } = this;
    let isText = true;
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
          isText &&= isUtf8(capture);
          yield* json.adding(capture);
        }
        json.closeText();
      }
      if (isList) json.endList();
    }
    json.endObject();
    json.openText("output");
    for (const piece of rendered) {
      if (json.addPlain(piece, 0, piece.length)) continue;
      isText &&= isUtf8(piece);
      yield* json.adding(piece);
    }
    json.closeText();
    if (!isText) yield* this.addingBytes(members, bytes, bounds, rendered);
    json.endLine();
  }

  /** Adds the members that have the bytes of what is not UTF-8. */
  private *addingBytes(
    members: RecordForm["members"],
    bytes: Buffer,
    bounds: readonly number[],
    rendered: readonly Buffer[],
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
    if (rendered.every((piece) => isUtf8(piece))) return;
    json.openText("output_base64");
    yield* json.addingBase64(rendered);
    json.closeText();
  }
}

/** Adds all at once, however full the output may be: the line is not large. */
function finish(adding: Generator<void>): true {
  for (const _ of adding);
  return true;
}

function recordForm({ name, pattern }: LinePattern): RecordForm {
  const fields = new Map<string, number[]>();
  for (const [i, field] of pattern.fields.entries()) fields.set(field, [...(fields.get(field) ?? []), i]);
  return {
    rule: jsonMember("rule", name),
    members: [...fields].map(([name, of]) => ({ name: jsonName(name), fields: of })),
  };
}
