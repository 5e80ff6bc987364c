import type { Line } from "../line.ts";
import { failure, type Parser, parser, run } from "../parser.ts";
import type { Literal } from "../search/literal.ts";
import { LinePlaces } from "./line-places.ts";

/** The literal stands right here. Unlike `here` it may be asked often on a line: what partial matches cost is bounded. */
export function fixed<T>(line: Line, literal: Literal, next: Parser<T>): Parser<T> {
  const places = new LinePlaces(line, literal);
  return parser((bytes, at) => {
    const after = at + literal.length;
    return after <= line.end && places.has(bytes, at) ? run(next, bytes, after) : failure(at, literal.text);
  });
}
