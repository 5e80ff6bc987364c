import { candidatesOf } from "./choice/candidates.ts";
import { type Choice, choice } from "./choice/choice.ts";
import { Line } from "./line/line.ts";
import { type Action, actionOf, lazy } from "./parser.ts";
import { commonLiterals, fieldParts, isPlain, type Pattern } from "./pattern.ts";
import { precedenceOrder } from "./precedence.ts";
import { ruleParser } from "./rule-parser.ts";
import { Literals } from "./search/literal.ts";
import { FieldTypes } from "./types/field-types.ts";

/** Finds the pattern that wins a line, and its captures. */
export class Matcher {
  /**
   * The captures of the last line's winner: field i is the bytes from `bounds[2 * i]` to `bounds[2 * i + 1]`. Valid
   * until the next line is matched.
   */
  readonly bounds: readonly number[];

  private readonly line = new Line();
  private readonly winner: Action<number>;
  private readonly choice: Choice<number>;

  /** Throws a RangeError if a field has an unknown type. */
  constructor(patterns: readonly Pattern[]) {
    this.bounds = this.line.bounds;
    const { line } = this;
    const context = { line, literals: new Literals(line), types: new FieldTypes(line) };
    const texts = new UniqueTexts();
    const rules = precedenceOrder(patterns).map((index, rank) => {
      const pattern = patterns[index]!;
      // Creates all types now, so that an unknown one is reported at load.
      const typed = isPlain(pattern) ? [] : fieldParts(pattern.parts);
      for (const { kind } of typed) if (kind !== undefined && "parser" in kind) context.types.of(kind);
      const literals = commonLiterals(pattern).map((bytes) => texts.of(bytes));
      // Parsers are built on first use: a short log tries few of many rules.
      return { rank, literals, parser: lazy(() => ruleParser(context, pattern, index)) };
    });
    const candidates = candidatesOf(rules);
    this.choice = choice(this.line, candidates);
    this.winner = actionOf(this.choice.winner);
  }

  /**
   * Matches the line from `start` to `end`, without its terminator. Returns the index of the pattern that wins, or -1
   * if none matches. Takes at most on the order of (elements of all patterns × bytes of the line) steps, whatever the
   * line; building parsers and searches when they are first used comes on top.
   */
  match(bytes: Uint8Array, start: number, end: number): number {
    this.line.begin(start, end);
    const reply = this.winner(bytes, start);
    return reply.status ? reply.value : -1;
  }

  /** The indexes of all patterns that match the line, the winner first. Does not keep their captures. */
  matching(bytes: Uint8Array, start: number, end: number): number[] {
    const winner = this.match(bytes, start, end);
    return winner === -1 ? [] : [winner, ...this.others(bytes)];
  }

  /**
   * The indexes of the patterns that match the last line besides its winner, in order of precedence. Must be called
   * only once, and with the same bytes. Does not keep any captures.
   */
  others(bytes: Uint8Array): number[] {
    return this.choice.others(bytes, this.line.start);
  }

  /** How many patterns were tried so far, on all lines. Measures the work of matching apart from searches. */
  get rulesTried(): number {
    return this.choice.effort.rulesTried;
  }
}

const latin1 = new TextDecoder("latin1");

/** Gives all equal texts as the same object, so that they can be keys of a map. */
class UniqueTexts {
  private readonly texts = new Map<string, Uint8Array>();

  of(bytes: Uint8Array): Uint8Array {
    const key = latin1.decode(bytes);
    const known = this.texts.get(key) ?? bytes;
    this.texts.set(key, known);
    return known;
  }
}
