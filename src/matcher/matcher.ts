import { candidatesOf } from "./choice/candidates.ts";
import { choice, everyChoice } from "./choice/choice.ts";
import { closed, lineEnd } from "./elements.ts";
import { Line } from "./line.ts";
import { type Parser, run } from "./parser.ts";
import type { Pattern } from "./pattern.ts";
import { precedenceOrder } from "./precedence.ts";
import { ruleParser } from "./rule-parser.ts";
import { Literals } from "./search/literals.ts";
import { solved } from "./solver/solver.ts";
import { Types } from "./types/types.ts";

/** Finds for a line the pattern that wins it, and what its fields capture. */
export class Matcher {
  /**
   * What the winner of the last line captured: field i lies at `bounds[2 * i]` to `bounds[2 * i + 1]` of the bytes. Holds
   * until the next line is matched.
   */
  readonly bounds: readonly number[];

  private readonly line = new Line();
  private readonly literals = new Literals();
  private readonly types = new Types();
  private readonly winner: Parser<number>;
  private readonly every: (bytes: Uint8Array, at: number) => number[];

  /** Throws a RangeError for a field of a type that there is not. */
  constructor(patterns: readonly Pattern[]) {
    this.bounds = this.line.bounds;
    const rules = precedenceOrder(patterns).map((index, rank) => {
      const { literals, timestamp, parts } = patterns[index]!;
      const made = literals.map((bytes) => this.literals.of(bytes));
      const parser =
        parts === undefined
          ? ruleParser(this.line, made, timestamp, index)
          : this.solvedParser(parts, timestamp, index);
      return { rank, literals: made, parser };
    });
    const candidates = candidatesOf(rules);
    this.winner = choice(this.line, candidates);
    this.every = everyChoice(this.line, candidates);
  }

  /**
   * Matches the line that lies at `start` to `end` of the bytes, its terminator excluded. Gives the index of the pattern
   * that wins it, in the order in which they were given, or -1 when none matches. Costs at most on the order of
   * (elements of all patterns × bytes of the line), whatever the line.
   */
  match(bytes: Uint8Array, start: number, end: number): number {
    this.line.begin(start, end);
    this.types.reset();
    const reply = run(this.winner, bytes, start);
    return reply.status ? reply.value : -1;
  }

  /** The indexes of all patterns that match the line, the one that wins it first. What they capture is not kept. */
  matching(bytes: Uint8Array, start: number, end: number): number[] {
    this.line.begin(start, end);
    this.types.reset();
    return this.every(bytes, start);
  }

  private solvedParser(parts: NonNullable<Pattern["parts"]>, timestamp: number, index: number): Parser<number> {
    const parser = solved(
      { line: this.line, literals: this.literals, types: this.types },
      parts,
      timestamp,
      lineEnd(this.line, index),
    );
    const last = parts.at(-1);
    const closes = last !== undefined && "literal" in last;
    return closes ? closed(this.line, this.literals.of(last.literal), parser) : parser;
  }
}
