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

/** For each left vertex its right one, or 0xffffffff, and how many edges and left vertices were examined. */
interface Assignment {
  readonly partners: Uint32Array;
  readonly steps: number;
}

/**
 * Pairs left and right vertices of a graph such that the weights of their edges add up to as much as possible, if that
 * takes no more than about `maxSteps`. Otherwise some pairs may be missing.
 *
 * This is the Hungarian method. Each vertex has a price, and the prices of the ends of an edge add up to at least its
 * weight. Only edges with exactly their weight are used. All free left vertices have the same price, which falls from
 * the greatest weight to 0, so with small weights there are few rounds.
 */
export function assign(graph: WeightedGraph, maxSteps: number): Assignment {
  const { leftCount, rightCount, starts, targets, weights } = graph;
  const partners = new Uint32Array(leftCount).fill(NONE);
  const owners = new Uint32Array(rightCount).fill(NONE);
  const greatest = weights.reduce((max, weight) => Math.max(max, weight), 0);
  const leftPrices = new Float64Array(leftCount).fill(greatest);
  const rightPrices = new Float64Array(rightCount);
  const nextEdges = new Uint32Array(leftCount);
  const nextToFree = starts.slice(0, leftCount);
  /** The vertices that the current pass has reached. */
  const leftsReached: number[] = [];
  const rightsReached: number[] = [];
  const passes = new Uint32Array(rightCount);
  let pass = 0;
  let steps = 0;

  const isUsable = (left: number, edge: number): boolean =>
    leftPrices[left]! + rightPrices[targets[edge]!]! === weights[edge];

  /** Adds a left vertex to the path. Looks for a free vertex at its edges first, which shortens most paths. */
  const reachesFree = (left: number, path: number[]): boolean => {
    path.push(left);
    leftsReached.push(left);
    steps++;
    while (nextToFree[left]! < starts[left + 1]!) {
      const edge = nextToFree[left]!++;
      steps++;
      nextEdges[left] = edge + 1;
      if (owners[targets[edge]!] === NONE && isUsable(left, edge)) return true;
    }
    nextEdges[left] = starts[left]!;
    return false;
  };

  /** Pairs a free left vertex if the vertices in its way can be paired with others. */
  const pairAlongPath = (free: number): boolean => {
    const path: number[] = [];
    let isFound = reachesFree(free, path);
    while (!isFound && path.length > 0) {
      const left = path[path.length - 1]!;
      const edge = nextEdges[left]!++;
      if (edge === starts[left + 1]) {
        path.pop();
        continue;
      }
      steps++;
      const right = targets[edge]!;
      if (passes[right] === pass || !isUsable(left, edge)) continue;
      passes[right] = pass;
      rightsReached.push(right);
      isFound = reachesFree(owners[right]!, path);
    }
    for (const left of path) {
      partners[left] = targets[nextEdges[left]! - 1]!;
      owners[partners[left]!] = left;
    }
    return isFound;
  };

  /** Lowers the price of the left vertices that were reached until another edge can be used, or to 0. */
  const lowerPrices = (price: number): number => {
    let change = price;
    for (const left of leftsReached) {
      for (let edge = starts[left]!; edge < starts[left + 1]!; edge++, steps++) {
        const right = targets[edge]!;
        if (passes[right] === pass) continue;
        change = Math.min(change, leftPrices[left]! + rightPrices[right]! - weights[edge]!);
      }
    }
    for (const left of leftsReached) {
      leftPrices[left]! -= change;
      nextToFree[left] = starts[left]!;
    }
    for (const right of rightsReached) rightPrices[right]! += change;
    return change;
  };

  let free = Array.from(partners.keys());
  for (let price = greatest; price > 0; ) {
    const before = free.length;
    pass++;
    leftsReached.length = rightsReached.length = 0;
    free = free.filter((left) => steps >= maxSteps || !pairAlongPath(left));
    if (steps >= maxSteps) break;
    if (free.length === before) price -= lowerPrices(price);
  }
  return { partners, steps };
}
