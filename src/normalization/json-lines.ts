import { isUtf8 } from "node:buffer";
import { isJsonPlain, JsonWriter, jsonString } from "../diagnostics/json.ts";
import type { OutputBuffer } from "../streams/output-buffer.ts";
import type { AliasUse, LineWriter } from "./line-writer.ts";
import { Rendering, renderingsOf } from "./rendering.ts";
import type { LineKind } from "./rulebook.ts";

/** A line from this size on is written in parts, should the output be full before its end. */
const LARGE = 64 * 1024;

const NO_RULE = Buffer.from(', "rule": null, "fields": {}, "output": "');
const END = '"}\n';

/** A name that so many fields have. Of several, all values are told, in a list. */
interface Member {
  /** In JSON, with the colon. */
  readonly name: string;
  readonly count: number;
}

/** What is written of a line of one kind. */
interface JsonForm {
  readonly members: readonly Member[];
  /** What stands between the number and the output. */
  readonly record: Rendering;
  readonly output: Rendering;
}

/**
 * Writes each line as a JSON object: its number, its rule's name, what the fields captured, and its output. Where bytes are
 * not UTF-8 the texts show the replacement character, and further members have the bytes themselves, in base64.
 */
export class JsonLines implements LineWriter {
  private readonly output: OutputBuffer;
  private readonly json: JsonWriter;
  private readonly forms: readonly JsonForm[];
  private readonly scratch = Buffer.allocUnsafeSlow(LARGE);
  private begun: Generator<void> | undefined;

  /** Marks no numbers: an output may be written in base64, into which none can be put. */
  constructor(kinds: readonly LineKind[], output: OutputBuffer, { aliases }: AliasUse) {
    this.output = output;
    this.json = new JsonWriter(output);
    const renderings = renderingsOf(kinds, aliases, "");
    this.forms = kinds.map((kind, i) => jsonForm(kind, renderings[i]!));
  }

  matched(kind: number, number: number, bytes: Buffer, start: number, end: number, bounds: readonly number[]): boolean {
    const { members, record, output } = this.forms[kind]!;
    record.take(bytes, bounds);
    output.take(bytes, bounds);
    const { length } = output;
    this.addNumber(number);
    if (end - start > LARGE || length > LARGE) {
      return this.begin(this.adding(members, record.pieces(), output.pieces()));
    }
    output.writeInto(this.scratch, 0);
    const { scratch } = this;
    if (isJsonPlain(bytes, start, end) && isJsonPlain(scratch, 0, length) && record.write(this.output, end - start)) {
      this.output.append(scratch, 0, length);
      this.output.appendText(END);
      return true;
    }
    return finish(this.adding(members, record.pieces(), [scratch.subarray(0, length)]));
  }

  unmatched(number: number, bytes: Buffer, start: number, end: number): boolean {
    this.addNumber(number);
    const adding = this.adding([], [NO_RULE], [bytes.subarray(start, end)]);
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

  private addNumber(number: number): void {
    this.output.appendText('{"line": ');
    this.output.appendNumber(number, 1);
  }

  /** Stops wherever the output is full. Of the record every second piece is what a field captured. */
  private *adding(members: readonly Member[], record: readonly Buffer[], rendered: readonly Buffer[]): Generator<void> {
    const captures: Buffer[] = [];
    for (const [i, piece] of record.entries()) {
      if (i % 2 === 0) {
        this.output.append(piece, 0, piece.length);
      } else {
        captures.push(piece);
        yield* this.json.adding(piece);
      }
    }
    for (const piece of rendered) yield* this.json.adding(piece);
    this.output.appendText('"');
    if (![...captures, ...rendered].every((piece) => isUtf8(piece))) yield* this.addBytes(members, captures, rendered);
    this.output.appendText("}\n");
  }

  /** Adds the members that have the bytes of what is not UTF-8. */
  private *addBytes(
    members: readonly Member[],
    captures: readonly Buffer[],
    rendered: readonly Buffer[],
  ): Generator<void> {
    let first = 0;
    let separator = ', "fields_base64": {';
    for (const { name, count } of members) {
      const values = captures.slice(first, first + count);
      first += count;
      if (values.every((value) => isUtf8(value))) continue;
      this.output.appendText(separator + name);
      separator = ", ";
      for (const [i, value] of values.entries()) {
        this.output.appendText(i === 0 ? opening(count) : '", "');
        yield* this.json.addingBase64([value]);
      }
      this.output.appendText(closing(count));
    }
    if (separator === ", ") this.output.appendText("}");
    if (rendered.every((piece) => isUtf8(piece))) return;
    this.output.appendText(', "output_base64": "');
    yield* this.json.addingBase64(rendered);
    this.output.appendText('"');
  }
}

/** Adds all at once, however full the output may be: the line is not large. */
function finish(adding: Generator<void>): true {
  for (const _ of adding);
  return true;
}

/** What there is to write of lines of a kind, whose output is this. The record is a template like any other. */
function jsonForm({ name, pattern }: LineKind, output: Rendering): JsonForm {
  const named = new Map<string, number[]>();
  for (const [i, field] of pattern.fields.entries()) named.set(field, [...(named.get(field) ?? []), i]);
  const members = [...named].map(([field, fields]) => ({ name: `${jsonString(field)}: `, count: fields.length }));
  const literals: string[] = [];
  let text = `, "rule": ${jsonString(name)}, "fields": {`;
  for (const { name: key, count } of members) {
    literals.push(text + key + opening(count), ...Array<string>(count - 1).fill('", "'));
    text = `${closing(count)}, `;
  }
  literals.push(`${members.length === 0 ? text : closing(members.at(-1)!.count)}}, "output": "`);
  const template = { literals: literals.map((literal) => Buffer.from(literal)), slots: [...named.values()].flat() };
  return { members, record: new Rendering(template, undefined, ""), output };
}

/** What stands before the first of so many values of one name. */
function opening(count: number): string {
  return count === 1 ? '"' : '["';
}

/** What stands behind the last of them. */
function closing(count: number): string {
  return count === 1 ? '"' : '"]';
}
