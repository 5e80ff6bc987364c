import type { Line } from "../matcher/line/line.ts";
import { type Element, type FieldKind, TIMESTAMP } from "../matcher/pattern.ts";
import { type Literal, Literals } from "../matcher/search/literal.ts";
import type { FieldType } from "../matcher/types/field-type.ts";
import { Types } from "../matcher/types/types.ts";

/** An element made ready for a walk along a line. */
export type Step =
  | { readonly literal: Literal }
  | { readonly type: FieldType }
  | { readonly branches: readonly (readonly Step[])[] }
  | "any";

/** The steps of a pattern; and those with a date-time as its field `timestamp`, if that may be any text but prefers one. */
export interface Way {
  readonly plain: readonly Step[];
  readonly dated: { readonly steps: readonly Step[]; readonly timestamp: number } | undefined;
}

/** Makes steps of elements. Literals and types that are alike are made once. */
export class Steps {
  private readonly literals: Literals;
  private readonly types: Types;
  /** By the very object: edited patterns share most of their fields, and long lists of values take long to make. */
  private readonly made = new Map<FieldKind, FieldType>();

  /** For walks along the current line of `line`. */
  constructor(line: Line) {
    this.literals = new Literals(line);
    this.types = new Types(line);
  }

  /** The way of a pattern. */
  way(elements: readonly Element[]): Way {
    const plain = this.of(elements);
    const timestamp = elements.findIndex((element) => "field" in element && element.field === TIMESTAMP);
    if (timestamp === -1 || plain[timestamp] !== "any") return { plain, dated: undefined };
    return {
      plain,
      dated: { steps: plain.with(timestamp, { type: this.types.of({ parser: TIMESTAMP }) }), timestamp },
    };
  }

  private of(elements: readonly Element[]): Step[] {
    return elements.map((element): Step => {
      if ("text" in element) return { literal: this.literals.of(Buffer.from(element.text)) };
      if ("alternatives" in element) return { branches: element.alternatives.map((branch) => this.of(branch)) };
      return element.kind === undefined ? "any" : { type: this.typeOf(element.kind) };
    });
  }

  private typeOf(kind: FieldKind): FieldType {
    const type = this.made.get(kind) ?? this.types.of(kind);
    this.made.set(kind, type);
    return type;
  }
}
