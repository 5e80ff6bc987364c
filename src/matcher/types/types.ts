import type { FieldKind } from "../pattern.ts";
import type { FieldType } from "./field-type.ts";
import { typeNamed } from "./type-named.ts";
import { valuesType } from "./values-type.ts";

/** The types that the patterns of a matcher ask for, each made once. */
export class Types {
  private readonly made: FieldType[] = [];
  private readonly named = new Map<string, FieldType>();

  /** Throws a RangeError for a name that no type has. */
  of(kind: FieldKind): FieldType {
    // A type of values remembers nothing of a line.
    if ("values" in kind) return valuesType(kind.values.map((value) => new TextEncoder().encode(value)));
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
  }
}
