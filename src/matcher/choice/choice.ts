// All rules as one parser: an alternation in the order of precedence, like parsimmon's `alt`, that doesn't try the rules
// of which something is missing in the line. Most lines have but one rule left then, however many rules there are.
import type { Line } from "../line/line.ts";
import { NO_MATCH, type Parser, parser, run } from "../parser.ts";
import { CandidateQueue, type Candidates } from "./candidate.ts";

/** The best of the rules whose parsers succeed at the start of the line. */
export function choice<T>(line: Line, candidates: Candidates<T>): Parser<T> {
  const queue = new CandidateQueue<T>();
  return parser((bytes, at) => {
    begin(queue, candidates);
    for (let candidate = queue.take(); candidate !== undefined; candidate = queue.take()) {
      const { rule, search } = candidate;
      if (rule !== undefined) {
        const reply = run(rule, bytes, at);
        if (reply.status) return reply;
      }
      // Whatever a search leads to is worse than all that was tried before it.
      if (search !== undefined) search.search(bytes, at, line.end, queue);
    }
    return NO_MATCH;
  });
}

/** All of the rules whose parsers succeed there, the best first; it is for what is asked of few lines. */
export function everyChoice<T>(line: Line, candidates: Candidates<T>): (bytes: Uint8Array, at: number) => T[] {
  const queue = new CandidateQueue<T>();
  return (bytes, at) => {
    const found: T[] = [];
    begin(queue, candidates);
    for (let candidate = queue.take(); candidate !== undefined; candidate = queue.take()) {
      const { rule, search } = candidate;
      const reply = rule && run(rule, bytes, at);
      if (reply?.status) found.push(reply.value);
      search?.search(bytes, at, line.end, queue);
    }
    return found;
  };
}

function begin<T>(queue: CandidateQueue<T>, candidates: Candidates<T>): void {
  queue.clear();
  if (candidates.length > 0) queue.add(candidates);
}
