import Parsimmon from "parsimmon";
import { Fold } from "../../src/matcher/fold.ts";
import { Line } from "../../src/matcher/line.ts";
import { parser, success } from "../../src/matcher/parser.ts";
import { Parsers } from "../../src/matcher/parsers.ts";
import type { Pattern } from "../../src/matcher/pattern.ts";
import { precedenceOrder } from "../../src/matcher/precedence.ts";
import { Literals } from "../../src/matcher/search/literal.ts";
import { TypeMatchers } from "../../src/matcher/types/type-registry.ts";

/**
 * The usual way to build this with parsimmon: the rules' parsers in order of precedence under `P.alt`, run by its own
 * `.parse()`. Returns the index of the pattern that wins the line, or -1.
 */
export function alternation(patterns: readonly Pattern[]): (bytes: Buffer) => number {
  const line = new Line();
  const literals = new Literals(line);
  const types = new TypeMatchers(line);
  const begin = parser((bytes, at) => {
    line.begin(0, bytes.length);
    return success(at, 0);
  });
  const rules = precedenceOrder(patterns).map((index) =>
    new Fold(new Parsers(line, literals, index), types).whole(patterns[index]!),
  );
  const [first, ...others] = [begin, ...rules] as unknown as Parsimmon.Parser<number>[];
  const any = first!.then(Parsimmon.alt(...others));
  return (bytes) => {
    const result = any.parse(bytes as unknown as string);
    return result.status ? result.value : -1;
  };
}
