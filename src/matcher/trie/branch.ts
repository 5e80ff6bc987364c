import type { Line } from "../line.ts";
import { type Parser, run } from "../parser.ts";
import type { Literal } from "../search/literal.ts";
import type { Lead } from "./lead.ts";

/** What follows a literal: the rules' parser from there on, and what it can reach at best. */
export interface Continuation {
  readonly parser: Parser<null>;
  /** The best rank among its rules. */
  readonly rank: number;
  /** Literal bytes of the rule among them that has the fewest from there on. */
  readonly need: number;
}

/** A literal that comes after a field, and what follows it. */
export class Branch {
  readonly literal: Literal;
  readonly rank: number;
  /** Literal bytes of the rule among the branch's that has the fewest, from this literal on. */
  readonly need: number;
  private readonly parser: Parser<null>;
  /** Literal bytes before this literal. */
  private readonly before: number;
  private readonly index: number;
  private serial = -1;
  /** On the line of that serial, all that can come of places from here on was found: it fits no better further right. */
  private triedFrom = 0;

  /** `index` is that of the literal in its rules' patterns; `before` counts the literal bytes that precede it there. */
  constructor(literal: Literal, index: number, before: number, { parser, rank, need }: Continuation) {
    this.literal = literal;
    this.index = index;
    this.before = before;
    this.parser = parser;
    this.rank = rank;
    this.need = literal.length + need;
  }

  /** Follows the branch from a place at which its literal stands, unless nothing there fits, is new, or can still win. */
  enter(line: Line, lead: Lead, bytes: Uint8Array, place: number): void {
    if (this.rank >= lead.rank || place > this.lastPlace(line, lead)) return;
    line.triedFrom = this.serial === line.serial ? this.triedFrom : line.end + 1;
    this.serial = line.serial;
    this.triedFrom = place + this.literal.length;
    line.places[this.index] = place;
    run(this.parser, bytes, this.triedFrom);
  }

  /** The last place on the line from which the branch could lead to a rule that is new, fits, and beats the lead. */
  lastPlace(line: Line, lead: Lead): number {
    const fitting = line.end - Math.max(this.need, lead.literalBytes - this.before);
    return this.serial === line.serial ? Math.min(fitting, this.triedFrom - this.literal.length - 1) : fitting;
  }
}
