const NONE = 0xffffffff;

/** A bipartite graph. Left vertex i has the edges from `starts[i]` up to `starts[i + 1]`. */
export interface WeightedGraph {
  readonly leftCount: number;
  readonly rightCount: number;
  readonly starts: Uint32Array;
  /** By edge: its right vertex, and its weight, a positive integer. */
  readonly targets: Uint32Array;
  readonly weights: Uint32Array;
}

/**
 * Pairs left and right vertices of a graph such that the weights of their edges add up to as much as possible. Among
 * equally good edges of a vertex, the first ones are preferred. Looks at about `maxSteps` edges and left vertices;
 * `isBest` says whether that was enough.
 *
 * This is the Hungarian method. Each vertex has a price, and the prices of the ends of an edge add up to at least its
 * weight. Only edges with exactly their weight are used. All free left vertices have the same price, which falls from
 * the greatest weight to 0, so with small weights there are few rounds.
 */
export class Assignment {
  /** For each left vertex, the right one, or 0xffffffff. */
  readonly partners: Uint32Array;
  isBest = false;
  /** How many edges and left vertices were examined. */
  steps = 0;

  private readonly graph: WeightedGraph;
  private readonly maxSteps: number;
  private readonly lefts: Uint32Array;
  private readonly leftPrices: Float64Array;
  private readonly rightPrices: Float64Array;
  /** The left vertices without a partner, ascending. */
  private free: number[];
  /** The vertices that the last pass has reached. */
  private readonly leftsReached: number[] = [];
  private readonly rightsReached: number[] = [];
  /** The pass in which a right vertex was last reached. */
  private readonly rightPasses: Uint32Array;
  private pass = 0;
  /** By left vertex, the next edge to look at. */
  private readonly nextEdges: Uint32Array;
  /** By left vertex, the next edge to examine for a free vertex at its end. */
  private readonly nextToFree: Uint32Array;
  private readonly path: number[] = [];

  constructor(graph: WeightedGraph, maxSteps: number) {
    const { leftCount, rightCount, weights } = graph;
    this.graph = graph;
    this.maxSteps = maxSteps;
    this.partners = new Uint32Array(leftCount).fill(NONE);
    this.lefts = new Uint32Array(rightCount).fill(NONE);
    const greatest = weights.reduce((max, weight) => Math.max(max, weight), 0);
    this.leftPrices = new Float64Array(leftCount).fill(greatest);
    this.rightPrices = new Float64Array(rightCount);
    this.free = Array.from(this.partners.keys());
    this.rightPasses = new Uint32Array(rightCount);
    this.nextEdges = new Uint32Array(leftCount);
    this.nextToFree = graph.starts.slice(0, leftCount);
    for (let price = greatest; price > 0; ) {
      while (this.pairMore());
      if (this.steps >= maxSteps) return;
      price -= this.lowerPrices(price);
    }
    this.isBest = true;
  }

  /** Looks for paths from free vertices to free ones. Returns whether there was any. */
  private pairMore(): boolean {
    this.pass++;
    this.leftsReached.length = this.rightsReached.length = 0;
    const freeBefore = this.free.length;
    this.free = this.free.filter((left) => this.steps >= this.maxSteps || !this.pairAlongPath(left));
    return this.free.length < freeBefore;
  }

  /** Pairs a free left vertex if the vertices in its way can be paired with others. */
  private pairAlongPath(free: number): boolean {
    const { graph, path, nextEdges, leftPrices, rightPrices, rightPasses, pass } = this;
    const { starts, targets, weights } = graph;
    path.length = 0;
    if (this.reach(free)) return true;
    while (path.length > 0) {
      const left = path[path.length - 1]!;
      const edge = nextEdges[left]!;
      if (edge === starts[left + 1]) {
        path.pop();
        continue;
      }
      nextEdges[left] = edge + 1;
      this.steps++;
      const right = targets[edge]!;
      if (rightPasses[right] === pass || leftPrices[left]! + rightPrices[right]! !== weights[edge]) continue;
      rightPasses[right] = pass;
      this.rightsReached.push(right);
      if (this.reach(this.lefts[right]!)) return true;
    }
    return false;
  }

  /** Adds a left vertex to the path. If it can be paired with a free one, does so, and returns true. */
  private reach(left: number): boolean {
    const { graph, nextEdges, nextToFree, leftPrices, rightPrices } = this;
    const { starts, targets, weights } = graph;
    this.steps++;
    this.leftsReached.push(left);
    this.path.push(left);
    while (nextToFree[left]! < starts[left + 1]!) {
      const edge = nextToFree[left]!++;
      this.steps++;
      const right = targets[edge]!;
      if (this.lefts[right] !== NONE || leftPrices[left]! + rightPrices[right]! !== weights[edge]) continue;
      nextEdges[left] = edge + 1;
      this.pairPath();
      return true;
    }
    nextEdges[left] = starts[left]!;
    return false;
  }

  /** Pairs each vertex of the path with the one that it has reached. */
  private pairPath(): void {
    for (const left of this.path) {
      const right = this.graph.targets[this.nextEdges[left]! - 1]!;
      this.partners[left] = right;
      this.lefts[right] = left;
    }
  }

  /** Lowers the price of all left vertices that the last pass has reached until another edge can be used, or to 0. */
  private lowerPrices(price: number): number {
    const { graph, leftPrices, rightPrices, leftsReached, rightsReached, rightPasses, pass } = this;
    const { starts, targets, weights } = graph;
    let change = price;
    for (const left of leftsReached) {
      this.steps += 1 + starts[left + 1]! - starts[left]!;
      for (let edge = starts[left]!; edge < starts[left + 1]!; edge++) {
        const right = targets[edge]!;
        if (rightPasses[right] === pass) continue;
        change = Math.min(change, leftPrices[left]! + rightPrices[right]! - weights[edge]!);
      }
    }
    for (const left of leftsReached) {
      leftPrices[left]! -= change;
      this.nextToFree[left] = starts[left]!;
    }
    for (const right of rightsReached) rightPrices[right]! += change;
    return change;
  }
}
