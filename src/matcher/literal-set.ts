/** Many literals looked for at once. None of them is empty, but for a set that is only asked what stands at a place. */
export class LiteralSet {
  /** Length of the shortest literal. */
  private readonly shortest: number;
  /** For the byte under the last place of the shortest literal: how far one may move on without missing any. */
  private readonly shift: Uint8Array;
  private readonly root: Edge;
  /** How many bytes the last look at a place read. */
  reads = 0;

  /** A literal's index in the list is what the set answers with; equal literals are told apart by it. */
  constructor(literals: readonly Uint8Array[]) {
    this.shortest = literals.reduce((least, { length }) => Math.min(least, length), 255);
    this.shift = shiftTable(literals, this.shortest);
    this.root = edgeTree(literals);
  }

  /**
   * The first place from `from` to `last`, both included, at which some literal may stand, or -1. Reads the bytes under
   * the shortest literal only, which the caller knows to be there.
   */
  candidate(bytes: Uint8Array, from: number, last: number): number {
    const { shift } = this;
    const ahead = this.shortest - 1;
    let at = from;
    while (at <= last) {
      const step = shift[bytes[at + ahead]!]!;
      if (step === 0) return at;
      at += step;
    }
    return -1;
  }

  /** Fills `hits` with the indexes of all literals that stand at a place and end at or before `end`; gives their count. */
  standing(bytes: Uint8Array, place: number, end: number, hits: number[]): number {
    let edge: Edge | undefined = this.root;
    let at = place;
    let count = 0;
    while (edge !== undefined) {
      const { label } = edge;
      if (at + label.length > end) break;
      let i = 0;
      while (i < label.length && bytes[at + i] === label[i]) i++;
      if (i < label.length) {
        at += i + 1;
        break;
      }
      at += i;
      for (const index of edge.literals) hits[count++] = index;
      edge = at < end ? edge.next(bytes[at]!) : undefined;
    }
    this.reads = at - place + 1;
    return count;
  }
}

/** The bytes that lead from one branching of the literals to the next, in a path-compressed trie. */
class Edge {
  readonly label: Uint8Array;
  /** Indexes of the literals that end with this edge. */
  readonly literals: readonly number[];
  private readonly firsts: readonly number[];
  private readonly edges: readonly Edge[];

  constructor(label: Uint8Array, literals: readonly number[], edges: readonly Edge[]) {
    this.label = label;
    this.literals = literals;
    this.edges = edges;
    this.firsts = edges.map((edge) => edge.label[0]!);
  }

  /** The edge that begins with the byte. */
  next(byte: number): Edge | undefined {
    const { firsts } = this;
    for (let i = 0; i < firsts.length; i++) {
      if (firsts[i] === byte) return this.edges[i];
    }
    return undefined;
  }
}

function edgeTree(literals: readonly Uint8Array[]): Edge {
  if (literals.length === 0) return new Edge(new Uint8Array(0), [], []);
  const sorted = literals.map((bytes, index) => ({ bytes, index })).sort((a, b) => compareBytes(a.bytes, b.bytes));
  return edgeOver(sorted, 0, 0);
}

interface Indexed {
  readonly bytes: Uint8Array;
  readonly index: number;
}

/** The edge of sorted literals that agree up to `depth`, with a label that begins at `from`. */
function edgeOver(sorted: readonly Indexed[], from: number, depth: number): Edge {
  const first = sorted[0]!.bytes;
  const final = sorted[sorted.length - 1]!.bytes;
  let to = depth;
  while (to < first.length && first[to] === final[to]) to++;
  const ending = sorted.findIndex(({ bytes }) => bytes.length > to);
  const longer = ending === -1 ? [] : sorted.slice(ending);
  const edges: Edge[] = [];
  for (let i = 0; i < longer.length; ) {
    const byte = longer[i]!.bytes[to];
    let next = i + 1;
    while (next < longer.length && longer[next]!.bytes[to] === byte) next++;
    edges.push(edgeOver(longer.slice(i, next), to, to + 1));
    i = next;
  }
  const here = sorted.slice(0, sorted.length - longer.length).map(({ index }) => index);
  return new Edge(first.subarray(from, to), here, edges);
}

/** In the order of their bytes; of two that agree, the shorter first. */
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const common = Math.min(a.length, b.length);
  for (let i = 0; i < common; i++) {
    if (a[i] !== b[i]) return a[i]! - b[i]!;
  }
  return a.length - b.length;
}

/** Horspool's table (1980) over the first bytes of all literals, as many as the shortest has. */
function shiftTable(literals: readonly Uint8Array[], shortest: number): Uint8Array {
  const table = new Uint8Array(256).fill(shortest);
  for (const literal of literals) {
    for (let i = 0; i < shortest; i++) {
      const byte = literal[i]!;
      table[byte] = Math.min(table[byte]!, shortest - 1 - i);
    }
  }
  return table;
}
