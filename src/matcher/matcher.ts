import { Line } from "./line.ts";
import { type Parser, run } from "./parser.ts";
import type { Pattern } from "./pattern.ts";
import { literalBytes, precedenceOrder } from "./precedence.ts";
import { ruleParser } from "./rule-parser.ts";
import { Lead } from "./trie/lead.ts";
import { trieParser } from "./trie/trie.ts";

/** Finds for a line the pattern that wins it, and what its fields capture. */
export class Matcher {
  /**
   * What the winner of the last line captured: field i lies at `bounds[2 * i]` to `bounds[2 * i + 1]` of the bytes. Holds
   * until the next line is matched.
   */
  readonly bounds: number[] = [];

  private readonly patterns: readonly Pattern[];
  /** Index of each pattern, by rank. */
  private readonly order: readonly number[];
  private readonly line = new Line();
  private readonly lead: Lead;
  private readonly trie: Parser<null>;
  /** By rank, for the patterns whose fields the trie does not split as they are to be split. */
  private readonly splitters: readonly (Parser<readonly number[]> | undefined)[];

  constructor(patterns: readonly Pattern[]) {
    this.order = precedenceOrder(patterns);
    this.patterns = this.order.map((index) => patterns[index]!);
    this.lead = new Lead(this.patterns.map(literalBytes));
    this.trie = trieParser(this.line, this.lead, this.patterns);
    this.splitters = this.patterns.map((pattern) =>
      pattern.timestamp > 0 ? ruleParser(this.line, pattern) : undefined,
    );
  }

  /**
   * Matches the line that lies at `start` to `end` of the bytes, its terminator excluded. Gives the index of the pattern
   * that wins it, in the order in which they were given, or -1 when none matches. Costs at most on the order of
   * (elements of all patterns × bytes of the line), whatever the line.
   */
  match(bytes: Uint8Array, start: number, end: number): number {
    this.line.begin(start, end);
    if (!run(this.trie, bytes, start).status) return -1;
    const { rank } = this.lead;
    const splitter = this.splitters[rank];
    const split = splitter && run(splitter, bytes, start);
    this.bind(this.patterns[rank]!.literals, split?.status ? split.value : this.lead.places);
    return this.order[rank]!;
  }

  private bind(literals: readonly Uint8Array[], places: readonly number[]): void {
    const { bounds } = this;
    for (let i = 1; i < literals.length; i++) {
      bounds[2 * i - 2] = places[i - 1]! + literals[i - 1]!.length;
      bounds[2 * i - 1] = places[i]!;
    }
  }
}
