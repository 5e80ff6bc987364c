// How a field finds the literals that may come after it. A single one is looked for by itself; many are looked for at
// once, but short ones apart from long ones: how far a search for many may jump is decided by the shortest.

import type { Line } from "../line.ts";
import type { Literal } from "../search/literal.ts";
import { LiteralSet } from "../search/literal-set.ts";
import type { Branch } from "./branch.ts";
import type { Lead } from "./lead.ts";

/** Literals of so many bytes and more, up to the next of these numbers, are looked for together. */
const LENGTHS = [1, 2, 3, 8];

/** Reads of partial matches, beyond those of the text itself, after which literals are looked for one by one. */
const PATIENCE = 256;

/** Looks for the literals of some branches of a field, and follows each branch from its literal's leftmost place. */
export interface BranchSearch {
  /** At places from `from` to `limit`, both included, until no branch is left that could still win. */
  search(bytes: Uint8Array, from: number, limit: number): void;
}

/** Searches that together cover all branches of a field before which there are so many literal bytes. */
export function branchSearches(line: Line, lead: Lead, before: number, branches: readonly Branch[]): BranchSearch[] {
  return LENGTHS.flatMap((shortest, i): BranchSearch[] => {
    const below = LENGTHS[i + 1] ?? Number.POSITIVE_INFINITY;
    const group = branches.filter(({ literal: { length } }) => length >= shortest && length < below);
    if (group.length === 0) return [];
    return group.length === 1 ? [new OneBranch(line, lead, group[0]!)] : [new BranchSet(line, lead, before, group)];
  });
}

class OneBranch implements BranchSearch {
  private readonly line: Line;
  private readonly lead: Lead;
  private readonly branch: Branch;

  constructor(line: Line, lead: Lead, branch: Branch) {
    this.line = line;
    this.lead = lead;
    this.branch = branch;
  }

  search(bytes: Uint8Array, from: number, limit: number): void {
    const { line, lead, branch } = this;
    if (branch.rank >= lead.rank) return;
    const place = branch.literal.find(bytes, from, Math.min(limit, branch.lastPlace(line, lead)));
    if (place !== -1) branch.enter(line, lead, bytes, place);
  }
}

/** Several branches with different literals, none of them empty. */
export class BranchSet implements BranchSearch {
  private readonly line: Line;
  private readonly lead: Lead;
  /** Literal bytes before the field. */
  private readonly before: number;
  /** The best first. */
  private readonly branches: readonly Branch[];
  /** Literal bytes of the rule that has the fewest, from the branches' literals on. */
  private readonly need: number;
  /** Answers with indexes of the branches. */
  private readonly set: LiteralSet;

  constructor(line: Line, lead: Lead, before: number, branches: readonly Branch[]) {
    this.line = line;
    this.lead = lead;
    this.before = before;
    this.branches = [...branches].sort((a, b) => a.rank - b.rank);
    this.need = branches.reduce((least, { need }) => Math.min(least, need), branches[0]?.need ?? 0);
    this.set = new LiteralSet(this.branches.map(({ literal }) => literal));
  }

  /** In the order of the indexes that `enter` gives. */
  get literals(): Literal[] {
    return this.branches.map(({ literal }) => literal);
  }

  /**
   * Follows the branches whose literals stand at this place, the longest first. Gives the index of the longest, or -1 when
   * none stands here.
   */
  enter(bytes: Uint8Array, place: number): number {
    const { line, lead, branches, set } = this;
    const longest = set.longestAt(bytes, place, line.end);
    for (let i = longest; i !== -1; i = set.shorter(i)) branches[i]!.enter(line, lead, bytes, place);
    return longest;
  }

  /** How far beyond a place at which the literal of this index stands the next place of any of them is, at least. */
  step(index: number): number {
    return this.set.step(index);
  }

  search(bytes: Uint8Array, from: number, limit: number): void {
    const { line, lead, branches, set } = this;
    if (branches[0]!.rank >= lead.rank) return;
    let last = this.lastPlace(limit);
    let patience = last - from + PATIENCE;
    let open = 0;
    for (let at = set.candidate(bytes, from, last); at !== -1; ) {
      const longest = this.enter(bytes, at);
      if (longest !== -1) {
        while (open < branches.length && branches[open]!.lastPlace(line, lead) <= at) open++;
        if (open === branches.length || branches[open]!.rank >= lead.rank) return;
        last = this.lastPlace(limit);
      }
      patience -= set.reads;
      if (patience < 0) {
        for (const branch of branches) new OneBranch(line, lead, branch).search(bytes, at + 1, limit);
        return;
      }
      at = set.candidate(bytes, at + (longest === -1 ? 1 : set.step(longest)), last);
    }
  }

  /** The last place, and the limit at most, from which a rule that could still win fits into what is left of the line. */
  private lastPlace(limit: number): number {
    return Math.min(limit, this.line.end - Math.max(this.need, this.lead.literalBytes - this.before));
  }
}
