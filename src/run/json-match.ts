import { isUtf8 } from "../text/bytes/utf8.ts";
import { type JsonWriter, jsonMember, jsonName } from "../text/messages/json.ts";
import type { LinePattern } from "./rulebook.ts";

/**
 * Writes which rule a line matches, and the captures as a JSON object by field names; several fields of one name become
 * a list. Where captures are not UTF-8, their texts hold the replacement character, and a second object holds the bytes
 * in base64.
 */
export class JsonMatch {
  /** Field names without duplicates, each with the indexes of its fields. */
  private readonly members: readonly { readonly name: Buffer; readonly fields: readonly number[] }[];
  /**
   * The fields in the order in which they are written, and what stands before the first, between them and after the
   * last.
   */
  private readonly fields: readonly number[];
  private readonly between: readonly Buffer[];

  /** Without a line pattern, for lines that no rule matches. */
  constructor(linePattern?: LinePattern) {
    const indexes = new Map<string, number[]>();
    for (const [i, field] of (linePattern?.pattern.fields ?? []).entries())
      indexes.set(field, [...(indexes.get(field) ?? []), i]);
    this.members = Array.from(indexes, ([name, fields]) => ({ name: jsonName(name), fields }));
    this.fields = [...indexes.values()].flat();
    this.between = textsBetween(ruleMembers(linePattern), [...indexes]);
  }

  /**
   * Writes the members `rule`, perhaps `catch_all`, and `fields`. Field i lies from `bounds[2 * i]` up to
   * `bounds[2 * i + 1]` in the bytes. Returns whether all captures are UTF-8; if not, `base64Steps` must follow in the
   * same object.
   */
  write(json: JsonWriter, bytes: Buffer, bounds: readonly number[]): boolean {
    const { fields, between } = this;
    let isUtf8Only = true;
    json.member(between[0]!);
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i]!;
      if (!json.addText(bytes, bounds[2 * field]!, bounds[2 * field + 1]!)) isUtf8Only = false;
      json.between(between[i + 1]!);
    }
    return isUtf8Only;
  }

  /** As `write`, but yields whenever the output is full. */
  *steps(json: JsonWriter, bytes: Buffer, bounds: readonly number[]): Generator<void, boolean> {
    const { fields, between } = this;
    let isUtf8Only = true;
    json.member(between[0]!);
    for (const [i, field] of fields.entries()) {
      const isUtf8Text = yield* json.addingText(bytes, bounds[2 * field]!, bounds[2 * field + 1]!);
      isUtf8Only &&= isUtf8Text;
      json.between(between[i + 1]!);
    }
    return isUtf8Only;
  }

  /** Writes the member `fields_base64`, if any captures are not UTF-8. Yields whenever the output is full. */
  *base64Steps(json: JsonWriter, bytes: Buffer, bounds: readonly number[]): Generator<void> {
    const capture = (field: number): Buffer => bytes.subarray(bounds[2 * field], bounds[2 * field + 1]);
    const others = this.members.filter(({ fields }) => !fields.every((field) => isUtf8(capture(field))));
    if (others.length === 0) return;
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
}

/** The members that name the rule, and say whether it is a catch-all. */
function ruleMembers(linePattern: LinePattern | undefined): Buffer {
  const rule = jsonMember("rule", linePattern?.name ?? null);
  return Buffer.concat([rule, ...(linePattern?.pattern.isCatchAll ? [jsonMember("catch_all", true)] : [])]);
}

/** What stands around the texts of fields, which are members of an object that comes after `before`. */
function textsBetween(
  before: Buffer,
  members: readonly (readonly [name: string, fields: readonly number[]])[],
): Buffer[] {
  const texts = [`${before}, "fields": {`];
  for (const [i, [name, { length }]] of members.entries()) {
    const isList = length > 1;
    texts[texts.length - 1] += `${jsonName(name).subarray(i === 0 ? ", ".length : 0)}${isList ? '["' : '"'}`;
    for (let item = 1; item < length; item++) texts.push('", "');
    texts.push(isList ? '"]' : '"');
  }
  texts[texts.length - 1] += "}";
  return texts.map((text) => Buffer.from(text));
}
