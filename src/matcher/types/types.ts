import type { FieldKind } from "../pattern.ts";
import type { FieldType } from "./field-type.ts";
import { typeNamed } from "./type-named.ts";
import { valuesType } from "./values-type.ts";

/** The types that the patterns of a matcher ask for. Those with a name are made once, for all fields of that type. */
export class Types {
  /** Those with a name, which all forget every line. */
  private readonly made: FieldType[] = [];
  /** Those of values that remember something of the line: there may be many, and most lines ask none. */
  private readonly used: FieldType[] = [];
  private readonly named = new Map<string, FieldType>();

  /** The type of a field of this kind. Throws a RangeError for a name that no type has. */
  of(kind: FieldKind): FieldType {
    if ("values" in kind) {
      const values = kind.values.map((value) => new TextEncoder().encode(value));
      return valuesType(values, (type) => this.used.push(type));
    }
    const known = this.named.get(kind.parser);
    if (known !== undefined) return known;
    const type = typeNamed(kind.parser);
    if (type === undefined) throw new RangeError(`there is no type ${kind.parser}`);
    this.named.set(kind.parser, type);
    this.made.push(type);
    return type;
  }

  /** Has them forget the line before. */
  reset(): void {
    for (let i = 0; i < this.made.length; i++) this.made[i]!.reset();
    // Emptying what is empty costs a plain rule a tenth of its time.
    if (this.used.length === 0) return;
    for (let i = 0; i < this.used.length; i++) this.used[i]!.reset();
    this.used.length = 0;
  }
}
