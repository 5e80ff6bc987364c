import { Matcher } from "../../matcher/matcher.ts";
import { type Element, type Pattern, pattern } from "../../matcher/pattern.ts";
import { precedenceOrder } from "../../matcher/precedence.ts";
import type { Rulebook } from "../../run/rulebook.ts";

/** A rule that wins a line unless a stronger one matches it, by its index, and its pattern. */
interface Rival {
  readonly rule: number;
  readonly pattern: Pattern;
}

/** An example that the rule wins. */
interface WonExample {
  readonly line: Buffer;
  readonly rival: Rival | undefined;
  /** The fields whose captures the example depends on, and these captures. */
  readonly names: readonly string[];
  readonly captures: readonly string[];
}

/** A line that the rule must not win, and does not. */
interface AvoidedLine {
  readonly line: Buffer;
  readonly rival: Rival | undefined;
}

/** The lines in a rules file that a rule must win or must not win, as far as it does so now. */
export class RuleExamples {
  /** The length of all their lines together. */
  readonly length: number;

  private readonly rule: number;
  private readonly isCatchAll: boolean;
  private readonly won: readonly WonExample[];
  private readonly avoided: readonly AvoidedLine[];

  /** `shown` are the names of the fields that the output shows. */
  constructor({ rules, matcher }: Rulebook, rule: number, shown: ReadonlySet<string>) {
    const { examples, counterexamples, pattern } = rules[rule]!;
    const rivalOf = (index: number | undefined): Rival | undefined =>
      index === undefined ? undefined : { rule: index, pattern: rules[index]!.pattern };
    this.rule = rule;
    this.isCatchAll = pattern.isCatchAll ?? false;
    this.won = examples.flatMap(({ line: text, output, fields }): WonExample[] => {
      const line = Buffer.from(text);
      if (matcher.match(line, 0, line.length) !== rule) return [];
      const names = [...fields.keys(), ...(output === undefined ? [] : shown)];
      const captures = capturesOf(pattern, line, matcher.bounds, names);
      return [{ line, rival: rivalOf(matcher.matching(line, 0, line.length)[1]), names, captures }];
    });
    this.avoided = counterexamples.flatMap(({ line: text }): AvoidedLine[] => {
      const line = Buffer.from(text);
      const [winner] = matcher.matching(line, 0, line.length);
      return winner === rule ? [] : [{ line, rival: rivalOf(winner) }];
    });
    this.length = [...this.won, ...this.avoided].reduce((sum, { line }) => sum + line.length, 0);
  }

  /** Whether the rule, with this pattern, wins its examples with the same captures, and avoids the other lines. */
  passWith(elements: readonly Element[]): boolean {
    const changed: Pattern = { ...pattern(elements), ...(this.isCatchAll && { isCatchAll: true }) };
    const matcher = new Matcher([changed]);
    const wins = ({ line, rival }: AvoidedLine): boolean =>
      matcher.match(line, 0, line.length) === 0 && (rival === undefined || outranks(changed, this.rule, rival));
    return (
      this.won.every(
        (example) =>
          wins(example) &&
          capturesOf(changed, example.line, matcher.bounds, example.names).every(
            (capture, i) => capture === example.captures[i],
          ),
      ) && !this.avoided.some(wins)
    );
  }
}

/** Whether a rule with this pattern comes before another rule in the order of precedence. */
export function outranks(changed: Pattern, rule: number, rival: Rival): boolean {
  const isFirst = rule < rival.rule;
  const [first] = precedenceOrder(isFirst ? [changed, rival.pattern] : [rival.pattern, changed]);
  return (first === 0) === isFirst;
}

/** What the fields of each name captured, in the order of the names. */
function capturesOf({ fields }: Pattern, line: Buffer, bounds: readonly number[], names: readonly string[]): string[] {
  return names.map((name) =>
    JSON.stringify(
      fields.flatMap((field, i) => (field === name ? [line.toString("utf8", bounds[2 * i], bounds[2 * i + 1])] : [])),
    ),
  );
}
