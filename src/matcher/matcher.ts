import { choice } from "./choice/choice.ts";
import { Line } from "./line.ts";
import { type Parser, run } from "./parser.ts";
import type { Pattern } from "./pattern.ts";
import { precedenceOrder } from "./precedence.ts";
import { ruleParser } from "./rule-parser.ts";
import { Literals } from "./search/literals.ts";

/** Finds for a line the pattern that wins it, and what its fields capture. */
export class Matcher {
  /**
   * What the winner of the last line captured: field i lies at `bounds[2 * i]` to `bounds[2 * i + 1]` of the bytes. Holds
   * until the next line is matched.
   */
  readonly bounds: readonly number[];

  private readonly line = new Line();
  private readonly winner: Parser<number>;

  constructor(patterns: readonly Pattern[]) {
    this.bounds = this.line.bounds;
    const made = new Literals();
    const rules = precedenceOrder(patterns).map((index) => {
      const pattern = patterns[index]!;
      const literals = pattern.literals.map((bytes) => made.of(bytes));
      return { literals, parser: ruleParser(this.line, literals, pattern.timestamp, index) };
    });
    this.winner = choice(this.line, rules);
  }

  /**
   * Matches the line that lies at `start` to `end` of the bytes, its terminator excluded. Gives the index of the pattern
   * that wins it, in the order in which they were given, or -1 when none matches. Costs at most on the order of
   * (elements of all patterns × bytes of the line), whatever the line.
   */
  match(bytes: Uint8Array, start: number, end: number): number {
    this.line.end = end;
    const reply = run(this.winner, bytes, start);
    return reply.status ? reply.value : -1;
  }
}
