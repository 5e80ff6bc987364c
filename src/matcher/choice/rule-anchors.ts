// A rule's anchor is a gram of its literal text: only lines that contain it can match the rule. An anchor should be
// rare, so that it seldom leads to the rule in vain, and long, because a search for long grams skips more of a line.
import { GRAM_LENGTHS, type GramLength } from "../search/gram-set.ts";
import { GramCounts } from "./gram-counts.ts";

/** The cost of an anchor by its length, for each rule that has it, relative to the cheapest. */
const WEIGHTS = { 16: 1, 12: 1, 8: 1, 4: 4, 2: 24, 1: 64 } as const satisfies Record<GramLength, number>;

/** Each gram length needs a search of its own, so all rules share one of the long lengths. */
const LONG = [16, 12, 8] as const;
const SHORT = [4, 2, 1] as const;

/** With more rules than this, long grams share blocks with any text, and a search skips little. */
const MANY_RULES = 500;

/** The load for each rule below which nearly every rule has an anchor of its own; the least is 1. */
const NEARLY_UNIQUE = 1.1;

/**
 * The extra cost of an anchor whose last four bytes occur in all rules. A search stops wherever the end of an anchor
 * might be, so a common end makes it stop often.
 */
const COMMON_END = 0.5;

/** An anchor that costs at most this much more than the best possible is taken at once. */
const GOOD_ENOUGH_COST = 0.02;

interface HasLiterals {
  /** Equal literals are the same object. */
  readonly literals: readonly Uint8Array[];
}

/** An anchor, and where it is in the rule's literal text. */
interface AnchorPlace {
  readonly anchor: Uint8Array;
  /** How many literal bytes of the rule come before and after it. */
  readonly before: number;
  readonly after: number;
}

/** A gram of a literal, and what it would cost as an anchor. */
interface Offer {
  /** Its cost without that of a common end. */
  readonly load: number;
  readonly cost: number;
  readonly length: GramLength;
  readonly end: number;
}

/**
 * Chooses among the long gram lengths: the longest with which nearly every rule has an anchor of its own or, if there
 * is none, the one that leads to the fewest rules in vain.
 */
function anchorChoiceFor(rules: readonly HasLiterals[]): AnchorChoice {
  const counts = new LiteralCounts(rules);
  if (rules.length > MANY_RULES) return new AnchorChoice(rules.length, counts, 8);
  let best: AnchorChoice | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const length of LONG) {
    const choice = new AnchorChoice(rules.length, counts, length);
    const load = choice.load(rules);
    if (best === undefined || load < least) [best, least] = [choice, load];
    if (load <= NEARLY_UNIQUE * rules.length) break;
  }
  return best!;
}

/** The counts of the grams in the literals of rules. */
class LiteralCounts {
  /** How many rules have each literal. */
  private readonly literals = new Map<Uint8Array, number>();
  private readonly counts = new Map<GramLength, GramCounts>();

  constructor(rules: readonly HasLiterals[]) {
    for (const { literals } of rules) {
      for (const literal of new Set(literals)) this.literals.set(literal, (this.literals.get(literal) ?? 0) + 1);
    }
  }

  /** For grams of this length. Made when they are first asked for. */
  of(length: GramLength): GramCounts {
    const known = this.counts.get(length) ?? new GramCounts(length, this.literals);
    this.counts.set(length, known);
    return known;
  }
}

/** Chooses anchors for rules by the counts of their grams. */
class AnchorChoice {
  private readonly rules: number;
  private readonly counts: LiteralCounts;
  private readonly lengths: readonly GramLength[];
  private readonly offers = new Map<Uint8Array, Offer>();
  /** A buffer for the counts of a literal's grams. */
  private readonly ofGrams: number[] = [];

  constructor(rules: number, counts: LiteralCounts, long: GramLength) {
    this.rules = rules;
    this.counts = counts;
    this.lengths = [long, ...SHORT];
  }

  /** How many rules all anchors lead to, weighted by the lengths of the anchors. */
  load(rules: readonly HasLiterals[]): number {
    return rules.reduce((sum, { literals }) => {
      const { load } = this.bestOf(literals);
      return sum + (load === Number.POSITIVE_INFINITY ? this.rules : load);
    }, 0);
  }

  /** The best anchor of a rule, or undefined if all rules contain each of its grams. */
  placeIn({ literals }: HasLiterals): AnchorPlace | undefined {
    const best = this.bestOf(literals);
    if (best === NONE) return undefined;
    const index = literals.findIndex((literal) => this.offerOf(literal) === best);
    return place(literals, index, best.end - best.length, best.end);
  }

  private bestOf(literals: readonly Uint8Array[]): Offer {
    let best: Offer = NONE;
    for (const literal of literals) {
      const offer = this.offerOf(literal);
      if (offer.cost < best.cost) best = offer;
    }
    return best;
  }

  private offerOf(literal: Uint8Array): Offer {
    let offer = this.offers.get(literal);
    if (offer === undefined) {
      offer = this.bestIn(literal);
      this.offers.set(literal, offer);
    }
    return offer;
  }

  private bestIn(text: Uint8Array): Offer {
    let best: Offer = NONE;
    for (const length of this.lengths) {
      const weight = WEIGHTS[length];
      if (weight >= best.cost) break;
      if (text.length < length) continue;
      const { ofGrams } = this;
      const grams = this.counts.of(length).in(text, ofGrams);
      for (let i = 0; i < grams && best.cost > weight + GOOD_ENOUGH_COST; i++) {
        const count = ofGrams[i]!;
        const load = count * weight;
        if (count >= this.rules || load >= best.cost) continue;
        const end = i + length;
        const commonness = length < 4 ? 0 : this.counts.of(4).at(text, end) / this.rules;
        const cost = load + COMMON_END * commonness;
        if (cost < best.cost) best = { load, cost, length, end };
      }
    }
    return best;
  }
}

const NONE: Offer = { load: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY, length: 1, end: 0 };

function place(literals: readonly Uint8Array[], index: number, from: number, to: number): AnchorPlace {
  const bytesOf = (some: readonly Uint8Array[]): number => some.reduce((sum, { length }) => sum + length, 0);
  const literal = literals[index]!;
  return {
    anchor: literal.subarray(from, to),
    before: bytesOf(literals.slice(0, index)) + from,
    after: literal.length - to + bytesOf(literals.slice(index + 1)),
  };
}

/** Rules that share an anchor. `before` and `after` are the minimum over these rules. */
interface Anchored<R> {
  readonly anchor: Uint8Array;
  readonly rules: R[];
  before: number;
  after: number;
}

/** Rules whose anchors are of one length. */
export interface AnchorGroup<R> {
  readonly length: GramLength;
  readonly anchors: readonly Anchored<R>[];
}

const latin1 = new TextDecoder("latin1");

/**
 * Chooses an anchor for each rule, and groups the rules by anchor, in the order given. `others` have no literal text
 * that tells them from all other rules, and so no anchor.
 */
export function anchorsOf<R extends HasLiterals>(rules: readonly R[]): { groups: AnchorGroup<R>[]; others: R[] } {
  const choice = anchorChoiceFor(rules);
  const groups = new Map(GRAM_LENGTHS.map((length) => [length, new Map<string, Anchored<R>>()]));
  const others: R[] = [];
  for (const rule of rules) {
    const place = choice.placeIn(rule);
    if (place === undefined) {
      others.push(rule);
      continue;
    }
    const { anchor, before, after } = place;
    const group = groups.get(anchor.length as GramLength)!;
    const key = latin1.decode(anchor);
    const known = group.get(key);
    if (known === undefined) {
      group.set(key, { anchor, before, after, rules: [rule] });
    } else {
      known.rules.push(rule);
      known.before = Math.min(known.before, before);
      known.after = Math.min(known.after, after);
    }
  }
  return {
    groups: Array.from(groups, ([length, anchors]) => ({ length, anchors: [...anchors.values()] })),
    others,
  };
}
