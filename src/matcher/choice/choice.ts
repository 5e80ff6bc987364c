// All rules as one parser: an alternation in the order of precedence, like parsimmon's `alt`, that skips rules whose
// anchor is not in the line. For most lines one rule is left, however many there are.
import type { Line } from "../line/line.ts";
import { NO_MATCH, type Parser, parser, run } from "../parser.ts";
import { type Candidate, CandidateQueue } from "./candidates.ts";

/** The choice among rules. */
export interface Choice<T> {
  /** The first rule in the order of precedence whose parser succeeds. Runs at the start of the line. */
  readonly winner: Parser<T>;
  /** After `winner`, on the same line: all other rules whose parsers succeed, in the order of precedence. */
  readonly others: (bytes: Uint8Array, at: number) => T[];
  /** How many rules were tried so far, on all lines. */
  readonly effort: { rulesTried: number };
}

export function choice<T>(line: Line, candidates: Candidate<T> | undefined): Choice<T> {
  const queue = new CandidateQueue<T>();
  const effort = { rulesTried: 0 };
  const winner = parser<T>((bytes, at) => {
    queue.begin(candidates);
    for (let candidate = queue.take(); candidate !== undefined; candidate = queue.take()) {
      const { rule, search } = candidate;
      if (rule !== undefined) {
        effort.rulesTried++;
        const reply = run(rule, bytes, at);
        if (reply.status) return reply;
      }
      // All that a search finds ranks below what was tried before it.
      if (search !== undefined) search.search(bytes, at, line.end, queue);
    }
    return NO_MATCH;
  });
  const others = (bytes: Uint8Array, at: number): T[] => {
    const found: T[] = [];
    for (let candidate = queue.take(); candidate !== undefined; candidate = queue.take()) {
      const { rule, search } = candidate;
      if (rule !== undefined) effort.rulesTried++;
      const reply = rule && run(rule, bytes, at);
      if (reply?.status) found.push(reply.value);
      search?.search(bytes, at, line.end, queue);
    }
    return found;
  };
  return { winner, others, effort };
}
