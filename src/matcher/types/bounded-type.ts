import type { Ends, FieldType } from "./field-type.ts";

/** A type without runs and memory: how many ends a start has, and what finding them costs, does not depend on the line. */
export class BoundedType implements FieldType {
  readonly name: string;
  readonly ends: Ends;

  constructor(name: string, ends: Ends) {
    this.name = name;
    this.ends = ends;
  }

  runEnd(): number {
    return -1;
  }

  reset(): void {}
}
