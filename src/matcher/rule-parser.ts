import { anywhere, dateTime, here, last, leftmost, lineEnd } from "./elements.ts";
import type { Line } from "./line.ts";
import { either, type Parser } from "./parser.ts";
import type { Pattern } from "./pattern.ts";
import { Literal } from "./search/literal.ts";

/**
 * One rule as one parser. It is run at the start of the line that `line` tells of and succeeds when the pattern matches
 * the whole line, with the places of the pattern's literals as its value. Fields are split leftmost-shortest; a
 * `timestamp` is first tried as exactly a date-time, and only if that leads nowhere split like any other field.
 */
export function ruleParser(line: Line, { literals, timestamp }: Pattern): Parser<readonly number[]> {
  const made = literals.map((bytes) => new Literal(bytes));
  const final = made.length - 1;
  const end = lineEnd(line, made.length);

  /** What follows the literal before `index`, without regard to date-times. */
  const rest: Parser<readonly number[]>[] = [];
  rest[final + 1] = end;
  for (let i = final; i > 0; i--) {
    const element = i === final ? last : leftmost;
    rest[i] = element(line, i, made[i]!, rest[i + 1]!);
  }
  const plain = here(line, 0, made[0]!, rest[1]!);
  if (timestamp === -1) return plain;

  // The literal after the timestamp stands at once after a date-time; the one before it, if a field comes before that,
  // may stand anywhere; those further left stand where the plain split has them.
  let dated = dateTime(line, timestamp + 1, made[timestamp + 1]!, rest[timestamp + 2]!);
  for (let i = timestamp; i >= 0; i--) {
    const element = i === 0 ? here : i === timestamp ? anywhere : leftmost;
    dated = element(line, i, made[i]!, dated);
  }
  return either(dated, plain);
}
