// Elements in a row that can each end in one place only are one parser: a loop over their steps. A parser for each of
// them would read its variables anew and be called, which costs as much as what it does.
//
//     {pid:number}]: {level:word} [      two steps: digits and "]: ", then a word and " ["
import type { Line } from "../line/line.ts";
import { type Action, actionOf, NO_MATCH, type Parser, parser } from "../parser.ts";
import type { Literal } from "../search/literal.ts";
import { type RunEnds, runEnd } from "../types/run-end.ts";

/** A field of a run type, a literal, or a field and the literal after it. */
interface Step {
  readonly field: OneEndField | undefined;
  readonly literal: Literal | undefined;
}

/** A field that ends so many bytes before the end of its run. */
interface OneEndField {
  readonly index: number;
  readonly ends: RunEnds;
  readonly distance: number;
}

/** Some steps, and what follows them. */
interface Stretch {
  readonly steps: readonly Step[];
  readonly rest: Action;
}

/** A parser, and the steps with which it begins, if any. */
export interface StretchParser {
  readonly parser: Parser;
  readonly stretch?: Stretch;
}

/** Each element has the list of the steps after it, so it must not become long. */
const MAX_STEPS = 32;

/** A step, then `next`, whose steps are done in the same loop. */
export function stretch(line: Line, step: Step, next: StretchParser): StretchParser {
  const following = next.stretch;
  const joined =
    following !== undefined && following.steps.length < MAX_STEPS
      ? { steps: [step, ...following.steps], rest: following.rest }
      : { steps: [step], rest: actionOf(next.parser) };
  return { parser: stretchParser(line, joined.steps, joined.rest), stretch: joined };
}

function stretchParser(line: Line, steps: readonly Step[], rest: Action): Parser {
  return parser((bytes, from) => {
    const { bounds, end } = line;
    // `+ 0` tells the compiler that this is a small integer.
    let at = from + 0;
    for (let i = 0; i < steps.length; i++) {
      const { field, literal } = steps[i]!;
      if (field !== undefined) {
        const stop = runEnd(field.ends, bytes, at) - field.distance;
        if (stop <= at) return NO_MATCH;
        bounds[2 * field.index] = at;
        bounds[2 * field.index + 1] = stop;
        at = stop;
      }
      if (literal !== undefined) {
        const after = at + literal.length;
        if (after > end || !literal.standsAt(bytes, at)) return NO_MATCH;
        at = after;
      }
    }
    return rest(bytes, at);
  });
}
