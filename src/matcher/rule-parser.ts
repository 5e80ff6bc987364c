import { closed, dateTime, dateTimeAnywhere, here, leftmost, lineEnd, toLineEnd } from "./elements.ts";
import type { Line } from "./line.ts";
import { either, type Parser } from "./parser.ts";
import type { Literal } from "./search/literal.ts";

/**
 * One rule as one parser, which gives `value`. The rule is given by its pattern's literals and the index of its timestamp,
 * -1 without one. The parser is run at the start of the line that `line` tells of and succeeds when the pattern matches the
 * whole line; what the fields capture stands in `line.bounds` then. Fields are split leftmost-shortest; a `timestamp` is
 * first tried as exactly a date-time, and only if that leads nowhere split like any other field.
 */
export function ruleParser<T>(line: Line, literals: readonly Literal[], timestamp: number, value: T): Parser<T> {
  const beginning = literals[0]!;
  const closing = literals[literals.length - 1]!;
  const whole = (rest: Parser<T>): Parser<T> => {
    const begun = beginning.length === 0 ? rest : here(line, beginning, rest);
    return literals.length === 1 || closing.length === 0 ? begun : closed(line, closing, begun);
  };
  /** What follows the literal before a field, or the last literal, without regard to date-times. */
  const plainFrom = (field: number): Parser<T> =>
    field + 1 === literals.length
      ? lineEnd(line, value)
      : toLineEnd(line, field, literals.slice(field + 1, -1), closing.length, value);
  if (timestamp === -1) return whole(plainFrom(0));

  const rest = plainFrom(timestamp + 1);
  const after = literals[timestamp + 1]!;
  if (timestamp === 0) return whole(either(dateTime(line, 0, after, rest), plainFrom(0)));
  // The literal before the timestamp may stand anywhere; those further left stand where the plain split has them.
  let dated = dateTimeAnywhere(line, timestamp, literals[timestamp]!, after, rest);
  for (let i = timestamp - 1; i > 0; i--) dated = leftmost(line, i - 1, literals[i]!, dated);
  return whole(either(dated, plainFrom(0)));
}
