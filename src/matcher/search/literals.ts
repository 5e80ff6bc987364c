import { Literal } from "./literal.ts";

/** Literals, each made once: rules have many in common, and what is read for every line should be little. */
export class Literals {
  private readonly made = new Map<string, Literal>();
  private readonly latin1 = new TextDecoder("latin1");

  of(bytes: Uint8Array): Literal {
    const key = this.latin1.decode(bytes);
    const literal = this.made.get(key) ?? new Literal(bytes);
    this.made.set(key, literal);
    return literal;
  }
}
