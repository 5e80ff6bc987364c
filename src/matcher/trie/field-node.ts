import type { Line } from "../line.ts";
import { FOUND, NOTHING, type Parser, parser, type Reply } from "../parser.ts";
import type { Literal } from "../search/literal.ts";
import { dateTimeEnds } from "../timestamp/date-time-ends.ts";
import type { Branch, Continuation } from "./branch.ts";
import { type BranchSearch, BranchSet, branchSearches } from "./branch-search.ts";
import { beginWithinDateTime } from "./date-overlap.ts";
import type { Lead } from "./lead.ts";

/** Worse than every rank. */
const NO_RANK = 2 ** 30 - 1;

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
  readonly parser: Parser<null> = parser((bytes, at) => this.match(bytes, at));
  readonly rank: number;
  readonly need: number;

  private readonly line: Line;
  private readonly lead: Lead;
  private readonly index: number;
  private readonly adjacent: Branch | undefined;
  /** The branches, where they may follow a date-time at once. */
  private readonly dated: BranchSet | undefined;
  /** By the index among these: whether another of them may begin within a date-time that this one follows. */
  private readonly within: readonly boolean[];
  private readonly searches: readonly BranchSearch[];
  /** By the byte that they end with; the best first. */
  private readonly closings: readonly (readonly Closing[])[];
  /** Rank of the rule whose last field this is. */
  private readonly rest: number;
  private readonly ends: number[] = [];

  constructor(line: Line, lead: Lead, { index, before, dated, closings, branches, adjacent, need }: FieldEndings) {
    this.line = line;
    this.lead = lead;
    this.index = index;
    this.need = need;
    this.adjacent = adjacent;
    this.dated = dated ? new BranchSet(line, lead, before, branches) : undefined;
    this.within = this.dated === undefined ? [] : beginWithinDateTime(this.dated.literals);
    this.searches = branchSearches(line, lead, before, branches);
    this.closings = byLastByte(closings);
    this.rest = closings.find(({ literal }) => literal.length === 0)?.rank ?? NO_RANK;
    this.rank = [...closings, ...branches, ...(adjacent ? [adjacent] : [])].reduce(
      (best, { rank }) => Math.min(best, rank),
      NO_RANK,
    );
  }

  private match(bytes: Uint8Array, at: number): Reply<null> {
    const { line, lead, adjacent } = this;
    const limit = line.triedFrom - 1;
    const rank = lead.rank;
    if (this.closings.length > 0 && line.end > at) this.close(bytes, at);
    if (this.rest < lead.rank) {
      line.places[this.index] = line.end;
      lead.take(this.rest, line.places, this.index + 1);
    }
    if (this.dated !== undefined) this.searchDated(this.dated, bytes, at, limit);
    else this.search(bytes, at, limit);
    if (adjacent !== undefined) adjacent.enter(line, lead, bytes, at);
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

  /** Looks for what comes after the field, at places from `from` to `limit`. */
  private search(bytes: Uint8Array, from: number, limit: number): void {
    const { searches } = this;
    for (let i = 0; i < searches.length; i++) searches[i]!.search(bytes, from, limit);
  }

  /**
   * The field is a date-time that begins here, the longest first, and what comes after follows at once; only then it is
   * looked for everywhere. Around a literal that does follow at once there is no place for another, and seldom within the
   * date-time.
   */
  private searchDated(branches: BranchSet, bytes: Uint8Array, at: number, limit: number): void {
    const { line, lead, ends, adjacent } = this;
    let place = -1;
    let follows = -1;
    const count = dateTimeEnds(bytes, at, line.end, ends);
    for (let i = 0; i < count; i++) {
      const end = ends[i]!;
      if (adjacent !== undefined) adjacent.enter(line, lead, bytes, end);
      const longest = branches.enter(bytes, end);
      if (follows === -1 && longest !== -1) {
        place = end;
        follows = longest;
      }
    }
    if (follows === -1) {
      this.search(bytes, at, limit);
      return;
    }
    if (this.within[follows]) this.search(bytes, at, Math.min(limit, place - 1));
    this.search(bytes, place + branches.step(follows), limit);
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
