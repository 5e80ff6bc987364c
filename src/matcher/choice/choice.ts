// All rules as one parser: an alternation in the order of precedence, like parsimmon's `alt`, that skips rules whose anchor
// is not in the line. For most lines one rule is left, however many there are.
import type { Line } from "../line/line.ts";
import { NO_MATCH, type Parser, parser, run } from "../parser.ts";
import { type Candidate, CandidateQueue } from "./candidates.ts";

/** The first rule in the order of precedence whose parser succeeds. Runs at the start of the line. */
export function choice<T>(line: Line, candidates: Candidate<T> | undefined): Parser<T> {
  const queue = new CandidateQueue<T>();
  return parser((bytes, at) => {
    queue.begin(candidates);
    for (let candidate = queue.take(); candidate !== undefined; candidate = queue.take()) {
      const { rule, search } = candidate;
      if (rule !== undefined) {
        const reply = run(rule, bytes, at);
        if (reply.status) return reply;
      }
      // All that a search finds ranks below what was tried before it.
      if (search !== undefined) search.search(bytes, at, line.end, queue);
    }
    return NO_MATCH;
  });
}

/** All rules whose parsers succeed, in the order of precedence. Slower than `choice`: for `why` and `check`. */
export function everyChoice<T>(
  line: Line,
  candidates: Candidate<T> | undefined,
): (bytes: Uint8Array, at: number) => T[] {
  const queue = new CandidateQueue<T>();
  return (bytes, at) => {
    const found: T[] = [];
    queue.begin(candidates);
    for (let candidate = queue.take(); candidate !== undefined; candidate = queue.take()) {
      const { rule, search } = candidate;
      const reply = rule && run(rule, bytes, at);
      if (reply?.status) found.push(reply.value);
      search?.search(bytes, at, line.end, queue);
    }
    return found;
  };
}
