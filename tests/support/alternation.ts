import Parsimmon from "parsimmon";
import { Line } from "../../src/matcher/line.ts";
import { parser, success } from "../../src/matcher/parser.ts";
import type { Pattern } from "../../src/matcher/pattern.ts";
import { precedenceOrder } from "../../src/matcher/precedence.ts";
import { ruleParser } from "../../src/matcher/rule-parser.ts";
import { Literal } from "../../src/matcher/search/literal.ts";

/**
 * The idiomatic second implementation: the rules' parsers in the order of precedence under `P.alt`, run by parsimmon's
 * own `.parse()`. Gives the index of the pattern that wins the line, or -1.
 */
export function alternation(patterns: readonly Pattern[]): (bytes: Buffer) => number {
  const line = new Line();
  const begin = parser((bytes, at) => {
    line.end = bytes.length;
    return success(at, null);
  });
  const rules = precedenceOrder(patterns).map((index) => {
    const { literals, timestamp } = patterns[index]!;
    return ruleParser(
      line,
      literals.map((bytes) => new Literal(bytes)),
      timestamp,
      index,
    );
  });
  const any = begin.then(Parsimmon.alt(...rules));
  return (bytes) => {
    const result = any.parse(bytes as unknown as string);
    return result.status ? result.value : -1;
  };
}
