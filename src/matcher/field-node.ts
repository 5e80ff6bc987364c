import type { Closing, Layout } from "./layout.ts";
import type { Lead } from "./lead.ts";
import type { Line } from "./line.ts";
import type { Literal } from "./literal.ts";
import { LiteralSet } from "./literal-set.ts";
import { failure, type Parser, parser, type Reply, run } from "./parser.ts";
import { dateTimeEnds } from "./timestamp/recognise.ts";

const NONE: Reply<number> = failure(0, "a rule better than the best so far");

/** Worse than every rank; a small integer, as all numbers here are, which the runtime computes with fastest. */
const NO_RANK = 2 ** 30 - 1;

/** Reads of partial matches, beyond those of the text itself, after which literals are looked for one by one. */
const PATIENCE = 256;

/** A literal after the field, and the field after that. */
interface Branch {
  readonly literal: Literal;
  readonly node: FieldNode;
}

interface Position {
  /** Index of the literal that comes after the field. */
  readonly depth: number;
  /** Literal bytes before the field. */
  readonly before: number;
  /** Whether the field is a timestamp, to be tried as a date-time first. */
  readonly dated: boolean;
}

/**
 * A field that rules with one beginning share, and all that may come after it: one node of the trie.
 *
 * Each branch is followed from the leftmost place of its literal only, as nothing fits after a later one that does not
 * fit there. Where date-times make a node be entered from several places, only what lies before the earlier ones is
 * looked at, so that no (node, place) is tried twice.
 */
export class FieldNode {
  /** Succeeds when it found a rule better than the best so far, which it puts in the lead. */
  readonly parser: Parser<number> = parser((bytes, at) => this.match(bytes, at));
  /** The best rank among the rules that lead through this node. */
  readonly rank: number;
  /** Literal bytes from this field on, in the rule that has the fewest. */
  readonly need: number;

  private readonly line: Line;
  private readonly lead: Lead;
  private readonly depth: number;
  private readonly before: number;
  private readonly dated: boolean;

  /** By the byte that they end with; the best first. */
  private readonly closings: readonly (readonly Closing[] | undefined)[];
  /** Rank of the rule whose last field this is. */
  private readonly rest: number;
  /** The best first. */
  private readonly branches: readonly Branch[];
  /** The branches' literals. */
  private readonly set: LiteralSet;
  /** The next field, where it follows without a literal between. */
  private readonly adjacent: FieldNode | undefined;

  private readonly hits: number[] = [];
  private readonly ends: number[] = [];
  private serial = -1;
  /** On the line of that serial, everything from this place on was tried. */
  private triedFrom = 0;

  constructor(line: Line, lead: Lead, layout: Layout, { depth, before, dated }: Position) {
    this.line = line;
    this.lead = lead;
    this.depth = depth;
    this.before = before;
    this.dated = dated;

    const branches = Array.from(layout.branches.values(), ({ literal, layout: after }) => ({
      literal,
      node: new FieldNode(line, lead, after, { depth: depth + 1, before: before + literal.length, dated: false }),
    })).sort((a, b) => a.node.rank - b.node.rank);
    this.branches = branches.filter(({ literal }) => literal.length > 0);
    this.set = new LiteralSet(this.branches.map(({ literal }) => literal.bytes));
    this.adjacent = branches.find(({ literal }) => literal.length === 0)?.node;

    const closings = [...layout.closings.values()];
    this.closings = byLastByte(closings);
    this.rest = closings.find(({ literal }) => literal.length === 0)?.rank ?? NO_RANK;

    this.rank = least([...closings.map(({ rank }) => rank), ...branches.map(({ node }) => node.rank)]);
    this.need = least([
      ...closings.map(({ literal }) => literal.length),
      ...branches.map(({ literal, node }) => literal.length + node.need),
    ]);
  }

  private match(bytes: Uint8Array, at: number): Reply<number> {
    const { line, lead } = this;
    let limit = line.end + 1;
    if (this.serial === line.serial) {
      if (at >= this.triedFrom) return NONE;
      limit = this.triedFrom;
    }
    this.serial = line.serial;
    this.triedFrom = at;

    const rank = lead.rank;
    this.close(bytes, at);
    if (this.dated) this.tryDateTimes(bytes, at);
    if (this.adjacent !== undefined) this.enter(this.adjacent, bytes, at, at);
    if (this.branches.length === 1) this.searchOne(this.branches[0]!, bytes, at, limit);
    else if (this.branches.length > 1) this.searchAll(bytes, at, limit);
    return lead.rank < rank ? lead.reply! : NONE;
  }

  /** The field is the last: the line must end with the literal after it, if there is one. */
  private close(bytes: Uint8Array, at: number): void {
    const { line, lead } = this;
    if (line.end > at) {
      for (const { literal, rank } of this.closings[bytes[line.end - 1]!] ?? []) {
        if (rank >= lead.rank) break;
        const place = line.end - literal.length;
        if (place < at || !literal.standsAt(bytes, place)) continue;
        line.places[this.depth] = place;
        lead.take(rank, line.places, this.depth + 1, line.end);
      }
    }
    if (this.rest < lead.rank) {
      line.places[this.depth] = line.end;
      lead.take(this.rest, line.places, this.depth + 1, line.end);
    }
  }

  /** The field is a date-time that begins here, the longest first, and what comes after follows at once. */
  private tryDateTimes(bytes: Uint8Array, at: number): void {
    const { line, ends, adjacent } = this;
    const count = dateTimeEnds(bytes, at, line.end, ends);
    for (let i = 0; i < count; i++) {
      const end = ends[i]!;
      if (adjacent !== undefined) this.enter(adjacent, bytes, end, end);
      this.enterAll(bytes, end);
    }
  }

  /** Looks for the literal of the only branch. */
  private searchOne({ literal, node }: Branch, bytes: Uint8Array, from: number, limit: number): void {
    if (node.rank >= this.lead.rank) return;
    const untried = node.serial === this.line.serial ? node.triedFrom - literal.length : limit;
    const place = literal.find(bytes, from, Math.min(this.lastPlace(limit), untried - 1));
    if (place !== -1) this.enter(node, bytes, place, place + literal.length);
  }

  /** Looks for the literals of all branches at once, until no branch is left that could still win. */
  private searchAll(bytes: Uint8Array, from: number, limit: number): void {
    const { branches, set, lead } = this;
    if (branches[0]!.node.rank >= lead.rank) return;
    let last = this.lastPlace(limit);
    let patience = last - from + PATIENCE;
    let open = 0;
    for (let at = set.candidate(bytes, from, last); at !== -1; at = set.candidate(bytes, at + 1, last)) {
      if (this.enterAll(bytes, at)) {
        while (open < branches.length && this.closed(branches[open]!, at)) open++;
        if (open === branches.length || branches[open]!.node.rank >= lead.rank) return;
        last = this.lastPlace(limit);
      }
      patience -= set.reads;
      if (patience < 0) {
        for (const branch of branches) this.searchOne(branch, bytes, at + 1, limit);
        return;
      }
    }
  }

  /** Whether nothing new can come of a branch whose literal stands at a place or after it. */
  private closed({ literal, node }: Branch, at: number): boolean {
    return node.serial === this.line.serial && at + literal.length >= node.triedFrom;
  }

  /** The last place at which a literal leads to a rule that fits the line and can still win, and before the limit. */
  private lastPlace(limit: number): number {
    return Math.min(this.line.end - Math.max(this.need, this.lead.literalBytes - this.before), limit - 1);
  }

  /** Follows all branches whose literals stand at a place; false when there is none. */
  private enterAll(bytes: Uint8Array, place: number): boolean {
    const { branches, hits } = this;
    const count = this.set.standing(bytes, place, this.line.end, hits);
    for (let i = 0; i < count; i++) {
      const { literal, node } = branches[hits[i]!]!;
      this.enter(node, bytes, place, place + literal.length);
    }
    return count > 0;
  }

  /** Goes on with the next field after a literal that stands at `place`, unless nothing there can win or fit. */
  private enter(node: FieldNode, bytes: Uint8Array, place: number, next: number): void {
    const { line, lead } = this;
    const need = Math.max(node.need, lead.literalBytes - node.before);
    if (node.rank >= lead.rank || next + need > line.end) return;
    line.places[this.depth] = place;
    run(node.parser, bytes, next);
  }
}

function byLastByte(closings: readonly Closing[]): (Closing[] | undefined)[] {
  const buckets: (Closing[] | undefined)[] = [];
  for (const closing of [...closings].sort((a, b) => a.rank - b.rank)) {
    const byte = closing.literal.bytes.at(-1);
    if (byte === undefined) continue;
    const bucket = buckets[byte];
    if (bucket === undefined) buckets[byte] = [closing];
    else bucket.push(closing);
  }
  return buckets;
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), NO_RANK);
}
