// A trie that looks only at the bytes in which literals differ (Morrison's PATRICIA, 1968): few steps lead to the one
// literal that may stand at a place, and one comparison tells whether it does.

/** No literal. */
export const NONE = -1;
const LEAF = new Uint16Array(256);

/** Literals that agree in their first `depth` bytes. */
export interface Fork {
  depth: number;
  /** Index of the literal that ends here, or NONE. */
  literal: number;
  /** For the byte that comes next: 1 more than the index of the fork it leads to, or 0. */
  table: Uint16Array;
  readonly forks: Fork[];
}

/** A literal and its index in the list. */
interface Indexed {
  readonly bytes: Uint8Array;
  readonly index: number;
}

/** Literals in the order of their bytes, known to agree up to a depth, that are yet to be put below a fork. */
interface Task {
  readonly fork: Fork;
  readonly sorted: readonly Indexed[];
  readonly known: number;
  /** Index of the longest literal that begins them all, or NONE. */
  readonly beginning: number;
}

/**
 * The fork of all literals, which differ from each other. Sets for each, by its index, the index of the longest other one
 * that begins it, or NONE.
 */
export function forkOf(literals: readonly { readonly bytes: Uint8Array }[], beginnings: number[]): Fork {
  const all = literals.map(({ bytes }, index) => ({ bytes, index })).sort((a, b) => compareBytes(a.bytes, b.bytes));
  const root = emptyFork();
  // A list of what is left to do in place of recursion: literals may begin each other many thousand times over.
  const tasks: Task[] = [{ fork: root, sorted: all, known: 0, beginning: NONE }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const { fork, sorted, known, beginning } = task;
    const first = sorted[0];
    const final = sorted.at(-1);
    if (first === undefined || final === undefined) continue;
    let depth = known;
    while (depth < first.bytes.length && first.bytes[depth] === final.bytes[depth]) depth++;
    fork.depth = depth;
    const ends = first.bytes.length === depth;
    if (ends) {
      fork.literal = first.index;
      beginnings[first.index] = beginning;
    }
    if (sorted.length === (ends ? 1 : 0)) continue;
    fork.table = new Uint16Array(256);
    for (let i = ends ? 1 : 0; i < sorted.length; ) {
      const byte = sorted[i]!.bytes[depth]!;
      let next = i + 1;
      while (next < sorted.length && sorted[next]!.bytes[depth] === byte) next++;
      const child = emptyFork();
      fork.table[byte] = fork.forks.push(child);
      const within = ends ? first.index : beginning;
      tasks.push({ fork: child, sorted: sorted.slice(i, next), known: depth + 1, beginning: within });
      i = next;
    }
  }
  return root;
}

function emptyFork(): Fork {
  return { depth: 0, literal: NONE, table: LEAF, forks: [] };
}

/** In the order of their bytes; of two that agree, the shorter first. */
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const common = Math.min(a.length, b.length);
  for (let i = 0; i < common; i++) {
    if (a[i] !== b[i]) return a[i]! - b[i]!;
  }
  return a.length - b.length;
}
