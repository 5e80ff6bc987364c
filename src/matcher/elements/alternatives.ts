import { isAt, unionOf } from "../../text/bytes/byte-set.ts";
import type { Line } from "../line/line.ts";
import { OffsetSet } from "../line/line-memory.ts";
import { actionOf, NO_MATCH, parser } from "../parser.ts";
import type { Continuation } from "./continuation.ts";

/** One of several sequences, with what follows the alternatives. */
export interface Branch extends Continuation {
  /** Fields that only other branches have. They capture the empty text where this branch begins. */
  readonly others: readonly number[];
}

/** The first branch that matches, as in parsimmon's `alt`. */
export function alternatives(line: Line, branches: readonly Branch[]): Continuation {
  const failed = new OffsetSet(line);
  const tried = branches.map(({ parser, first, others }) => ({ first, action: actionOf(parser), others }));
  return {
    parser: parser((bytes, at) => {
      if (line.isRemembered && failed.has(at)) return NO_MATCH;
      for (let i = 0; i < tried.length; i++) {
        const { first, action, others } = tried[i]!;
        if (!isAt(first, bytes, at, line.end)) continue;
        const reply = action(bytes, at);
        if (reply === NO_MATCH) continue;
        for (let k = 0; k < others.length; k++) line.capture(others[k]!, at, at);
        return reply;
      }
      failed.add(at);
      return NO_MATCH;
    }),
    first: unionOf(branches.map(({ first }) => first)),
    isMonotone: branches.every(({ isMonotone }) => isMonotone),
  };
}
