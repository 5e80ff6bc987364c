/** The best rule found for a line so far, while the rules that could still beat it are looked at. */
export class Lead {
  /** Place of the rule in the order of precedence, 0 being the best; the number of rules while none was found. */
  rank: number;
  /** Literal bytes of the rule: one that is to beat it has at least as many. */
  literalBytes = 0;
  /** Where the rule's literals stand on the line. */
  readonly places: number[] = [];
  private readonly weights: readonly number[];

  /** `weights` holds the literal bytes of each rule, by rank. */
  constructor(weights: readonly number[]) {
    this.weights = weights;
    this.rank = weights.length;
  }

  get found(): boolean {
    return this.rank < this.weights.length;
  }

  /** Forgets the line before. */
  clear(): void {
    this.rank = this.weights.length;
    this.literalBytes = 0;
  }

  /** Puts a better rule in the lead, which matches the line with its `count` literals at these places. */
  take(rank: number, places: readonly number[], count: number): void {
    this.rank = rank;
    this.literalBytes = this.weights[rank]!;
    for (let i = 0; i < count; i++) this.places[i] = places[i]!;
  }
}
