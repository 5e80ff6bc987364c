// All rules as one parser: a trie in which rules share the literals and fields that they begin with. It finds the rule
// that wins by the law of precedence, not the first that matches: it keeps the best so far and passes over whatever
// cannot beat it or cannot fit into the bytes that are left.
//
// A `timestamp` never changes which lines a rule matches, only how it splits them, since what no date-time leads to is
// split like any other field. So the trie may treat one in mid-line as a plain field, and the winner's own parser splits
// the line; one that begins the pattern it splits itself, for nearly every log line begins with one.

import type { Line } from "../line.ts";
import { FOUND, NOTHING, type Parser, parser, run } from "../parser.ts";
import type { Pattern } from "../pattern.ts";
import { Literal } from "../search/literal.ts";
import { LiteralSet } from "../search/literal-set.ts";
import { Branch, type Continuation } from "./branch.ts";
import { chain } from "./chain.ts";
import { FieldNode } from "./field-node.ts";
import { emptyLayout, keyOf, type Layout, layOut, soleEnding } from "./layout.ts";
import type { Lead } from "./lead.ts";

/**
 * One parser of all patterns, given best first. Run at the start of a line it succeeds when one of them wins it, which is
 * in the lead then.
 */
export function trieParser(line: Line, lead: Lead, patterns: readonly Pattern[]): Parser<null> {
  const beginnings = beginningsOf(line, lead, patterns);
  const set = new LiteralSet(beginnings.map(({ literal }) => literal));
  return parser((bytes, at) => {
    lead.clear();
    // The longest literal goes first: it leads to the rules with the most text.
    for (let i = set.longestAt(bytes, at, line.end); i !== -1; i = set.shorter(i)) {
      const { literal, continuations } = beginnings[i]!;
      for (let k = 0; k < continuations.length; k++) {
        const { parser, rank, need } = continuations[k]!;
        const next = at + literal.length;
        if (rank >= lead.rank || next + need > line.end) continue;
        line.triedFrom = line.end + 1;
        run(parser, bytes, next);
      }
    }
    return lead.found ? FOUND : NOTHING;
  });
}

/** A literal that may begin a line, and what may come after it. */
interface Beginning {
  readonly literal: Literal;
  readonly continuations: Continuation[];
}

function beginningsOf(line: Line, lead: Lead, patterns: readonly Pattern[]): Beginning[] {
  const beginnings = new Map<string, Beginning>();
  const layouts = new Map<string, { beginning: Beginning; dated: boolean; layout: Layout }>();
  patterns.forEach(({ literals, fields, timestamp }, rank) => {
    const key = keyOf(literals[0]!);
    const beginning = beginnings.get(key) ?? { literal: new Literal(literals[0]!), continuations: [] };
    beginnings.set(key, beginning);
    if (fields.length === 0) {
      beginning.continuations.push(wholeLine(line, lead, rank));
      return;
    }
    const dated = timestamp === 0;
    const start = layouts.get(`${dated} ${key}`) ?? { beginning, dated, layout: emptyLayout() };
    layouts.set(`${dated} ${key}`, start);
    layOut(start.layout, literals.slice(1), rank);
  });
  for (const { beginning, dated, layout } of layouts.values()) {
    beginning.continuations.push(grow(line, lead, layout, 1, beginning.literal.length, dated));
  }
  return [...beginnings.values()];
}

/** A rule without fields: the line ends where its one literal does. */
function wholeLine(line: Line, lead: Lead, rank: number): Continuation {
  return {
    rank,
    need: 0,
    parser: parser((_, at) => {
      if (at !== line.end) return NOTHING;
      lead.take(rank, line.places, 1);
      return FOUND;
    }),
  };
}

/** Makes parsers of what follows a field, where the literal after it has this index in the patterns. */
function grow(line: Line, lead: Lead, layout: Layout, index: number, before: number, dated: boolean): Continuation {
  const sole = dated ? undefined : soleEnding(layout);
  if (sole !== undefined) return chain(line, lead, index, sole.literals, sole.rank);
  const closings = [...layout.closings.values()];
  const branches = Array.from(layout.branches.values(), ({ literal, layout: after }) => {
    return new Branch(literal, index, before, grow(line, lead, after, index + 1, before + literal.length, false));
  });
  const needs = [...closings.map(({ literal }) => literal.length), ...branches.map(({ need }) => need)];
  return new FieldNode(line, lead, {
    index,
    before,
    dated,
    closings,
    branches: branches.filter(({ literal }) => literal.length > 0),
    adjacent: branches.find(({ literal }) => literal.length === 0),
    need: needs.reduce((a, b) => Math.min(a, b)),
  });
}
