// All rules as one parser: a trie in which rules share the literals and fields that they begin with. It finds the rule
// that wins by the law of precedence, not the first that matches: it keeps the best so far and passes over whatever
// cannot beat it or cannot fit into the bytes that are left.
//
// A `timestamp` never changes which lines a rule matches, only how it splits them, since what no date-time leads to is
// split like any other field. So the trie may treat one in mid-line as a plain field, and the winner's own parser splits
// the line; one that begins the pattern it splits itself, for nearly every log line begins with one.
import { FieldNode } from "./field-node.ts";
import { emptyLayout, keyOf, type Layout, layOut } from "./layout.ts";
import type { Lead } from "./lead.ts";
import type { Line } from "./line.ts";
import { LiteralSet } from "./literal-set.ts";
import { failure, type Parser, parser, run } from "./parser.ts";
import type { Pattern } from "./pattern.ts";

/** One parser of all patterns, given best first. Run at the start of a line it succeeds with the rank of the winner. */
export function trieParser(line: Line, lead: Lead, patterns: readonly Pattern[]): Parser<number> {
  const beginnings = beginningsOf(line, lead, patterns);
  const set = new LiteralSet(beginnings.map(({ literal }) => literal));
  const hits: number[] = [];
  const none = failure(0, "a line of some rule");
  return parser((bytes, at) => {
    lead.clear();
    // The longest literal is the last hit and goes first, for it leads to the rules with the most text.
    for (let i = set.standing(bytes, at, line.end, hits) - 1; i >= 0; i--) {
      const { literal, parser } = beginnings[hits[i]!]!;
      run(parser, bytes, at + literal.length);
    }
    return lead.reply ?? none;
  });
}

/** A literal that may begin a line, and what comes after it. */
interface Beginning {
  readonly literal: Uint8Array;
  readonly parser: Parser<number>;
}

function beginningsOf(line: Line, lead: Lead, patterns: readonly Pattern[]): Beginning[] {
  const wholes = new Map<string, Beginning>();
  const starts = new Map<string, { literal: Uint8Array; dated: boolean; layout: Layout }>();
  patterns.forEach(({ literals, fields, timestamp }, rank) => {
    const literal = literals[0]!;
    const dated = timestamp === 0;
    const key = `${dated} ${keyOf(literal)}`;
    if (fields.length === 0) {
      if (!wholes.has(key)) wholes.set(key, { literal, parser: wholeLine(line, lead, rank) });
      return;
    }
    let start = starts.get(key);
    if (start === undefined) {
      start = { literal, dated, layout: emptyLayout() };
      starts.set(key, start);
    }
    layOut(start.layout, literals.slice(1), rank);
  });
  const fields = Array.from(starts.values(), ({ literal, dated, layout }) => ({
    literal,
    parser: new FieldNode(line, lead, layout, { depth: 1, before: literal.length, dated }).parser,
  }));
  return [...wholes.values(), ...fields];
}

/** A rule without fields: the line ends where its one literal does. */
function wholeLine(line: Line, lead: Lead, rank: number): Parser<number> {
  const none = failure(0, "the end of the line");
  return parser((_, at) => (at === line.end && rank < lead.rank ? lead.take(rank, line.places, 1, at) : none));
}
