// Named expressions, to which others refer.

import type { TypeName } from "../../../matcher/types/type-registry.ts";
import { LeftOut, resultOrLeftOut } from "../../../rules/rules-error.ts";
import { quoted } from "../../../text/messages/phrases.ts";
import type { ImportFile } from "../imported.ts";
import { type Expression, type Reference, UnsupportedError } from "./expression.ts";
import { parseExpression } from "./parse-expression.ts";

/** `NAME pattern` in a file. */
export interface Definition {
  readonly name: string;
  readonly text: string;
  readonly file: ImportFile;
  /** Where the pattern is in the file. */
  readonly offset: number;
}

/** The field type that stands for a named expression. */
export interface KnownType {
  readonly typeName: TypeName;
  /** Other quotes around what may stand for a text of the type. */
  readonly quotes?: readonly string[];
  /**
   * How the type and the expression differ, for the comment of a rule; undefined if that does not matter for real logs.
   */
  readonly differs?: string;
  /** Words between that and the expression: "any number, not only %{INT}". */
  readonly relation?: string;
}

/** What names mean if the files do not define them. */
export interface WellKnown {
  readonly expressions: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, KnownType>;
}

/** The limit of nested references. It bounds recursion. */
const MAX_DEPTH = 60;

/** The definitions of the files. They override the well-known ones. */
export class Definitions {
  private readonly given: ReadonlyMap<string, Definition>;
  private readonly wellKnown: WellKnown;
  private readonly nodes = new Map<string, Expression | LeftOut>();
  /** The names of the definitions that are being read, from the outside in. */
  private readonly open: string[] = [];

  constructor(given: ReadonlyMap<string, Definition>, wellKnown: WellKnown) {
    this.given = given;
    this.wellKnown = wellKnown;
  }

  /** Whether a name is well known and the files do not redefine it. */
  isWellKnown(name: string): boolean {
    return !this.given.has(name) && this.wellKnown.expressions.has(name);
  }

  /** Whether a well-known definition is being read, or one that it uses. */
  isReadingWellKnown(): boolean {
    return this.open.some((name) => this.isWellKnown(name));
  }

  /** The type that stands for a name, if the files do not redefine the name. */
  knownType(name: string): KnownType | undefined {
    const { expressions, types } = this.wellKnown;
    const given = this.given.get(name);
    return given === undefined || given.text === expressions.get(name) ? types.get(name) : undefined;
  }

  /**
   * Reads the pattern of a reference, with a bound on the depth. Throws UnsupportedError if there is none, if it cannot
   * be read, or if it refers to itself. An error that `read` throws gets this definition, unless it has one.
   */
  within<T>({ name, offset }: Pick<Reference, "name" | "offset">, read: (node: Expression) => T): T {
    const node = this.nodeOf(name, offset);
    const outer = this.open.indexOf(name);
    if (outer >= 0) {
      // `A refers to B, which refers to A`.
      const circle = [...this.open.slice(outer), name].join(", which refers to ").replace(", which", "");
      throw new UnsupportedError(circle, offset);
    }
    if (this.open.length === MAX_DEPTH)
      throw new UnsupportedError(`references are nested more than ${MAX_DEPTH} levels deep`, offset);
    this.open.push(name);
    try {
      return read(node);
    } catch (error) {
      if (error instanceof UnsupportedError && this.given.has(name)) error.definition ??= name;
      throw error;
    } finally {
      this.open.pop();
    }
  }

  private nodeOf(name: string, offset: number): Expression {
    let node = this.nodes.get(name);
    if (node === undefined) {
      const text = this.given.get(name)?.text ?? this.wellKnown.expressions.get(name);
      if (text === undefined) throw new UnsupportedError(`unknown pattern ${quoted(name)}`, offset);
      node = resultOrLeftOut(() => parseExpression(text));
      this.nodes.set(name, node);
    }
    if (node instanceof UnsupportedError) node.definition = name;
    if (node instanceof LeftOut) throw node;
    return node;
  }
}
