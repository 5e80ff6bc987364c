import type { Branch, Continuation } from "./branch.ts";
import type { Lead } from "./lead.ts";
import type { Line } from "./line.ts";
import type { Literal } from "./literal.ts";
import { LiteralSet } from "./literal-set.ts";
import { FOUND, NOTHING, type Parser, parser, type Reply } from "./parser.ts";
import { dateTimeEnds } from "./timestamp/recognise.ts";

/** Worse than every rank. */
const NO_RANK = 2 ** 30 - 1;

/** Reads of partial matches, beyond those of the text itself, after which literals are looked for one by one. */
const PATIENCE = 256;

/** A literal that ends the line, and with it the rule of this rank. */
export interface Closing {
  readonly literal: Literal;
  readonly rank: number;
}

/** What may come after a field. */
export interface FieldEndings {
  /** Index of the literal after the field in the rules' patterns. */
  readonly index: number;
  /** Literal bytes before the field. */
  readonly before: number;
  /** Whether the field is a timestamp, to be tried as a date-time first. */
  readonly dated: boolean;
  readonly closings: readonly Closing[];
  /** Of literals that are not empty, all different. */
  readonly branches: readonly Branch[];
  /** The branch of the empty literal: another field follows at once. */
  readonly adjacent: Branch | undefined;
  /** Literal bytes of the shortest of all endings. */
  readonly need: number;
}

/**
 * A field that rules with one beginning share, and all that may come after it: one node of the trie.
 *
 * Each branch is followed from the leftmost place of its literal only, as nothing fits after a later one that does not
 * fit there. Where date-times make a node be entered from several places, only what lies before the earlier ones is
 * looked at, so that no (node, place) is tried twice.
 */
export class FieldNode implements Continuation {
  /** Succeeds when it found a rule better than the best so far, which it puts in the lead. */
  readonly parser: Parser<number> = parser((bytes, at) => this.match(bytes, at));
  readonly rank: number;
  readonly need: number;

  private readonly line: Line;
  private readonly lead: Lead;
  private readonly index: number;
  private readonly before: number;
  private readonly dated: boolean;
  private readonly adjacent: Branch | undefined;
  /** The best first. */
  private readonly branches: readonly Branch[];
  /** Of the branches' literals, by their index among the branches. */
  private readonly set: LiteralSet;
  /** By the byte that they end with; the best first. */
  private readonly closings: readonly (readonly Closing[])[];
  /** Rank of the rule whose last field this is. */
  private readonly rest: number;
  private readonly hits: number[] = [];
  private readonly ends: number[] = [];

  constructor(line: Line, lead: Lead, { index, before, dated, closings, branches, adjacent, need }: FieldEndings) {
    this.line = line;
    this.lead = lead;
    this.index = index;
    this.before = before;
    this.dated = dated;
    this.need = need;
    this.adjacent = adjacent;
    this.branches = [...branches].sort((a, b) => a.rank - b.rank);
    this.set = new LiteralSet(this.branches.map(({ literal }) => literal));
    this.closings = byLastByte(closings);
    this.rest = closings.find(({ literal }) => literal.length === 0)?.rank ?? NO_RANK;
    this.rank = [...closings, ...branches, ...(adjacent ? [adjacent] : [])].reduce(
      (best, { rank }) => Math.min(best, rank),
      NO_RANK,
    );
  }

  private match(bytes: Uint8Array, at: number): Reply<number> {
    const { line, lead, adjacent, branches } = this;
    const limit = line.triedFrom - 1;
    const rank = lead.rank;
    if (this.closings.length > 0 && line.end > at) this.close(bytes, at);
    if (this.rest < lead.rank) {
      line.places[this.index] = line.end;
      lead.take(this.rest, line.places, this.index + 1);
    }
    if (this.dated) this.tryDateTimes(bytes, at);
    if (adjacent !== undefined) adjacent.enter(line, lead, bytes, at);
    if (branches.length === 1) this.searchOne(branches[0]!, bytes, at, limit);
    else if (branches.length > 1) this.searchAll(bytes, at, limit);
    return lead.rank < rank ? FOUND : NOTHING;
  }

  /** The field is the last, and the line must end with the literal after it. */
  private close(bytes: Uint8Array, at: number): void {
    const { line, lead } = this;
    const closings = this.closings[bytes[line.end - 1]!]!;
    for (let i = 0; i < closings.length; i++) {
      const { literal, rank } = closings[i]!;
      if (rank >= lead.rank) return;
      const place = line.end - literal.length;
      if (place < at || !literal.standsAt(bytes, place)) continue;
      line.places[this.index] = place;
      lead.take(rank, line.places, this.index + 1);
      return;
    }
  }

  /** The field is a date-time that begins here, the longest first, and what comes after follows at once. */
  private tryDateTimes(bytes: Uint8Array, at: number): void {
    const { line, lead, ends, adjacent } = this;
    const count = dateTimeEnds(bytes, at, line.end, ends);
    for (let i = 0; i < count; i++) {
      if (adjacent !== undefined) adjacent.enter(line, lead, bytes, ends[i]!);
      this.enterAll(bytes, ends[i]!);
    }
  }

  /** Looks for the literal of one branch, at places up to the limit. */
  private searchOne(branch: Branch, bytes: Uint8Array, from: number, limit: number): void {
    const { line, lead } = this;
    if (branch.rank >= lead.rank) return;
    const place = branch.literal.find(bytes, from, Math.min(this.lastPlace(limit), branch.lastNew(line)));
    if (place !== -1) branch.enter(line, lead, bytes, place);
  }

  /** Looks for the literals of all branches at once, until no branch is left that could still win. */
  private searchAll(bytes: Uint8Array, from: number, limit: number): void {
    const { branches, set, line, lead } = this;
    if (branches[0]!.rank >= lead.rank) return;
    let last = this.lastPlace(limit);
    let patience = last - from + PATIENCE;
    let open = 0;
    for (let at = set.candidate(bytes, from, last); at !== -1; at = set.candidate(bytes, at + 1, last)) {
      if (this.enterAll(bytes, at)) {
        while (open < branches.length && branches[open]!.lastNew(line) <= at) open++;
        if (open === branches.length || branches[open]!.rank >= lead.rank) return;
        last = this.lastPlace(limit);
      }
      patience -= set.reads;
      if (patience < 0) {
        for (const branch of branches) this.searchOne(branch, bytes, at + 1, limit);
        return;
      }
    }
  }

  /** The last place at which a literal leads to a rule that fits the line and can still win; the limit at most. */
  private lastPlace(limit: number): number {
    return Math.min(this.line.end - Math.max(this.need, this.lead.literalBytes - this.before), limit);
  }

  /** Follows all branches whose literals stand at a place, the longest first; false when there is none. */
  private enterAll(bytes: Uint8Array, place: number): boolean {
    const { branches, hits, line, lead } = this;
    const count = this.set.standing(bytes, place, line.end, hits);
    for (let i = count - 1; i >= 0; i--) branches[hits[i]!]!.enter(line, lead, bytes, place);
    return count > 0;
  }
}

/** A bucket a byte, or none at all without a literal that is not empty. */
function byLastByte(closings: readonly Closing[]): Closing[][] {
  const literal = closings.filter(({ literal }) => literal.length > 0).sort((a, b) => a.rank - b.rank);
  if (literal.length === 0) return [];
  const buckets: Closing[][] = Array.from({ length: 256 }, () => []);
  for (const closing of literal) buckets[closing.literal.bytes.at(-1)!]!.push(closing);
  return buckets;
}
