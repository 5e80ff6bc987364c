import type { Line } from "../line/line.ts";
import type { FieldKind } from "../pattern.ts";
import type { FieldType } from "./field-type.ts";
import { typeEntry } from "./type-registry.ts";
import { ValuesType } from "./values-type.ts";

/** The field types of a matcher. Each is made once and shared by all its fields. */
export class FieldTypes {
  private readonly line: Line;
  private readonly made = new Map<string, FieldType>();

  constructor(line: Line) {
    this.line = line;
  }

  /** The type of a field. Throws a RangeError if no type has this name. */
  of(kind: FieldKind): FieldType {
    const key = JSON.stringify("values" in kind ? kind.values : kind.parser);
    const type = this.made.get(key) ?? this.make(kind);
    this.made.set(key, type);
    return type;
  }

  private make(kind: FieldKind): FieldType {
    if ("parser" in kind) return typeEntry(kind.parser).make(this.line);
    const encoder = new TextEncoder();
    return new ValuesType(
      this.line,
      kind.values.map((value) => encoder.encode(value)),
    );
  }
}
