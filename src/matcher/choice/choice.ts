// All rules as one parser: an alternation in the order of precedence, like parsimmon's `alt`, that doesn't try the rules
// of which something is missing in the line. Most lines have but one rule left then, however many rules there are.
import type { Line } from "../line.ts";
import { NOTHING, type Parser, parser, run } from "../parser.ts";
import { type Candidate, CandidateQueue } from "./candidate.ts";

/** The best of the rules whose parsers succeed at the start of the line. */
export function choice<T>(line: Line, candidates: readonly Candidate<T>[]): Parser<T> {
  const queue = new CandidateQueue<T>();
  return parser((bytes, at) => {
    queue.clear();
    for (let i = 0; i < candidates.length; i++) queue.add(candidates[i]!);
    for (let candidate = queue.take(); candidate !== undefined; candidate = queue.take()) {
      const { parser, search } = candidate;
      if (parser !== undefined) {
        const reply = run(parser, bytes, at);
        if (reply.status) return reply;
      }
      // Whatever a search leads to is worse than all that was tried before it.
      if (search !== undefined) search.search(bytes, at, line.end, queue);
    }
    return NOTHING;
  });
}

/** All of the rules whose parsers succeed there, the best first; it is for what is asked of few lines. */
export function everyChoice<T>(
  line: Line,
  candidates: readonly Candidate<T>[],
): (bytes: Uint8Array, at: number) => T[] {
  const queue = new CandidateQueue<T>();
  return (bytes, at) => {
    const found: T[] = [];
    queue.clear();
    for (const candidate of candidates) queue.add(candidate);
    for (let candidate = queue.take(); candidate !== undefined; candidate = queue.take()) {
      const { parser, search } = candidate;
      const reply = parser && run(parser, bytes, at);
      if (reply?.status) found.push(reply.value);
      search?.search(bytes, at, line.end, queue);
    }
    return found;
  };
}
