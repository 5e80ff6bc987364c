import { isUtf8 } from "../bytes/utf8.ts";
import { type JsonWriter, jsonMember, jsonName } from "../diagnostics/json.ts";
import type { LinePattern } from "./rulebook.ts";

/**
 * Writes the captures of a line pattern as a JSON object by field names; several fields of one name become a list.
 * Where captures are not UTF-8, their texts hold the replacement character, and a second object holds the bytes in
 * base64.
 */
export class JsonFields {
  /** Field names without duplicates, each with the indexes of its fields. */
  private readonly members: readonly { readonly name: Buffer; readonly fields: readonly number[] }[];

  /** `fields` are the names of the line pattern's fields, in order. */
  constructor(fields: readonly string[]) {
    const indexes = new Map<string, number[]>();
    for (const [i, field] of fields.entries()) indexes.set(field, [...(indexes.get(field) ?? []), i]);
    this.members = Array.from(indexes, ([name, fields]) => ({ name: jsonName(name), fields }));
  }

  /**
   * Writes the member `fields`. Field i lies from `bounds[2 * i]` up to `bounds[2 * i + 1]` in the bytes. Yields
   * whenever the output is full. Returns whether all captures are UTF-8; if not, `base64Steps` must follow in the same
   * object.
   */
  *steps(json: JsonWriter, bytes: Buffer, bounds: readonly number[]): Generator<void, boolean> {
    let isText = true;
    json.beginObject("fields");
    for (const { name, fields } of this.members) {
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
    return isText;
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

/** The members that name a rule, and say whether it is a catch-all. */
export function ruleMember({ name, pattern }: LinePattern): Buffer {
  return Buffer.concat([jsonMember("rule", name), ...(pattern.isCatchAll ? [jsonMember("catch_all", true)] : [])]);
}
