import type { Line } from "../line.ts";
import { FOUND, NOTHING, parser } from "../parser.ts";
import type { Literal } from "../search/literal.ts";
import type { Continuation } from "./branch.ts";
import type { Lead } from "./lead.ts";

/**
 * What is left of a single rule, from its field before literal `index` on: each literal stands at its leftmost place,
 * the last at the end of the line.
 */
export function chain(line: Line, lead: Lead, index: number, literals: readonly Literal[], rank: number): Continuation {
  const closing = literals[literals.length - 1]!;
  const inner = literals.length - 1;
  const need = literals.reduce((sum, { length }) => sum + length, 0);
  const count = index + literals.length;
  return {
    rank,
    need,
    parser: parser((bytes, from) => {
      const { places, end } = line;
      const place = end - closing.length;
      if (!closing.standsAt(bytes, place)) return NOTHING;
      // A first literal that stands further right led nowhere already.
      let last = Math.min(end - need, line.triedFrom - 1);
      let left = need;
      let at = from;
      for (let i = 0; i < inner; i++) {
        const literal = literals[i]!;
        const found = literal.find(bytes, at, last);
        if (found === -1) return NOTHING;
        places[index + i] = found;
        at = found + literal.length;
        left -= literal.length;
        last = end - left;
      }
      places[index + inner] = place;
      lead.take(rank, places, count);
      return FOUND;
    }),
  };
}
