import { type LinePattern, type LineRule, lineRuleOf, type Rulebook } from "./rulebook.ts";
import { TemplateRenderers } from "./template-renderer.ts";

/** A field's name and what it captured. */
export interface FieldCapture<Line extends string | Uint8Array = string> {
  readonly name: string;
  readonly value: Line;
}

/** Captures by field name, as own properties. A name that occurs more than once has a list. */
export interface CapturedFields<Line extends string | Uint8Array = string> {
  readonly [name: string]: Line | readonly Line[] | undefined;
}

/** The result for a matched line. */
export interface NormalizedLine<Line extends string | Uint8Array = string> extends LineRule {
  /** The name of the rule that won the line. */
  readonly rule: string;
  /** Has a member for every field of the rule. It is empty if the field captured nothing. */
  readonly fields: CapturedFields<Line>;
  /** In the order of the rule's fields. Names may repeat. */
  readonly captures: readonly FieldCapture<Line>[];
  /** The normalized line, without a line terminator. */
  readonly output: Line;
}

/** Makes of a range of bytes what the caller gets. */
export type LineConverter<Line extends string | Uint8Array> = (bytes: Buffer, from: number, to: number) => Line;

/** Decodes UTF-8. Invalid bytes become the replacement character. */
export const asText: LineConverter<string> = (bytes, from, to) => bytes.toString("utf8", from, to);

/** The bytes where they are, for callers that use them at once. */
export const asBuffer: LineConverter<Buffer> = (bytes, from, to) => bytes.subarray(from, to);

/** Copies the bytes into memory of their own. */
export const asBytes: LineConverter<Uint8Array> = (bytes, from, to) => new Uint8Array(bytes.subarray(from, to));

/** Builds objects from matched lines. They share no memory with the lines. */
export class RecordBuilder {
  private readonly linePatterns: readonly LinePattern[];
  private readonly renderers: TemplateRenderers;

  constructor({ linePatterns }: Rulebook) {
    this.linePatterns = linePatterns;
    this.renderers = new TemplateRenderers(linePatterns);
  }

  /** The result for a line. Field i lies from `bounds[2 * i]` up to `bounds[2 * i + 1]` in the bytes. */
  of<Line extends string | Uint8Array>(
    linePattern: number,
    bytes: Buffer,
    bounds: readonly number[],
    convert: LineConverter<Line>,
  ): NormalizedLine<Line> {
    const own = this.linePatterns[linePattern]!;
    const captures = own.pattern.fields.map((name, i) => ({
      name,
      value: convert(bytes, bounds[2 * i]!, bounds[2 * i + 1]!),
    }));
    const output = this.renderers.of(linePattern).render(bytes, bounds);
    return { ...lineRuleOf(own), fields: fieldsByName(captures), captures, output: convert(output, 0, output.length) };
  }
}

export function fieldsByName<Line extends string | Uint8Array>(
  captures: readonly FieldCapture<Line>[],
): CapturedFields<Line> {
  const fields: Record<string, Line | Line[]> = {};
  for (const { name, value } of captures) {
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (Array.isArray(known)) known.push(value);
    else setOwn(fields, name, known === undefined ? value : [known, value]);
  }
  return fields;
}

function setOwn<Value>(target: Record<string, Value>, name: string, value: Value): void {
  // Assigning to this name would set the prototype.
  if (name === "__proto__") Object.defineProperty(target, name, { ...OWN, value });
  else target[name] = value;
}

const OWN = { configurable: true, enumerable: true, writable: true } as const;
