import { Line } from "../../matcher/line/line.ts";
import { RunType } from "../../matcher/types/type-matcher.ts";
import { TYPES, TYPES_OF_FORMATS, TypeMatchers, type TypeName } from "../../matcher/types/type-registry.ts";

/** All texts of most other types are also words. */
const WIDEST = "word";

/** The types, narrow ones first: in the order of the registry, but the widest last. */
const NARROW_FIRST = TYPES.filter(({ name }) => !TYPES_OF_FORMATS.has(name)).sort(
  (a, b) => Number(a.name === WIDEST) - Number(b.name === WIDEST),
);

/** Finds out whether whole values have a type, exactly as a pattern that is one field of this type would. */
export class TypeTests {
  private readonly line = new Line();
  private readonly types = NARROW_FIRST.map(({ name }) => new TypeMatchers(this.line).of({ typeName: name }));
  private readonly ends: number[] = [];

  has(index: number, bytes: Buffer, from: number, to: number): boolean {
    const type = this.types[index]!;
    this.line.begin(from, to);
    if (type instanceof RunType) return type.runEnd(bytes, from, to) === to;
    const count = type.ends(bytes, from, to, this.ends);
    for (let i = 0; i < count; i++) if (this.ends[i] === to) return true;
    return false;
  }
}

/** Finds the narrowest type that all values of a field have. */
export class NarrowestType {
  private readonly tests: TypeTests;
  /** The indexes of the types that all values have so far, narrow ones first. */
  private possible: readonly number[] = NARROW_FIRST.map((_, index) => index);

  constructor(tests: TypeTests) {
    this.tests = tests;
  }

  /** Takes another value. Values that were taken before need not be taken again. */
  add(bytes: Buffer, from: number, to: number): void {
    const { possible, tests } = this;
    for (let i = 0; i < possible.length; i++) {
      if (tests.has(possible[i]!, bytes, from, to)) continue;
      this.possible = possible.filter((index) => tests.has(index, bytes, from, to));
      return;
    }
  }

  /** The name of the type, or undefined if the values may be any text, or if there was none. */
  get name(): TypeName | undefined {
    const [first] = this.possible;
    return this.possible.length === NARROW_FIRST.length || first === undefined ? undefined : NARROW_FIRST[first]!.name;
  }
}
