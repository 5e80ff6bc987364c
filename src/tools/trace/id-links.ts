import { NumberLists } from "../../text/collections/numbers.ts";
import type { IdSets } from "./id-groups.ts";

/** An id by which no lines were linked, because it shares lines with too many other ids. */
export interface TraceLeftOutLink<Line extends string | Uint8Array = string> {
  readonly id: Line;
  /** How many other ids it shares lines with. */
  readonly others: number;
}

/** An id that shares lines with at most this many others always links them: so few may be the ids of one request. */
const MIN_LIMIT = 10;

/** A group of no more ids than this is never taken for one that holds everything. */
const MIN_EVERYTHING = 100;

/**
 * Groups of lines that are linked by ids: two ids on one line belong together, transitively. The groups do not depend
 * on the order of the lines.
 *
 * An id links nothing if it shares lines with more than ten other ids and with more than the square root of the number
 * of all ids. If all ids were like that, there would be fewer groups than ids in each. If a group of more than a
 * hundred ids then has more than half of all ids, the limit is halved until none has.
 */
export class IdLinks {
  /** Ids that share lines with more other ids than this link nothing. */
  readonly limit: number;
  /** These ids: those that share lines with most others first, equal ones in the order of their bytes. */
  readonly leftOut: readonly TraceLeftOutLink<Buffer>[];
  /** The group of each set. It has the number of one of its ids. */
  readonly groups: Uint32Array;

  private readonly sets: NumberLists;
  private readonly setCount: number;
  /** For each id: how many others it shares lines with, and the one that represents its group. */
  private readonly others: Uint32Array;
  private roots: Uint32Array = new Uint32Array();
  /** The id that is never left out. */
  private kept: number | undefined;

  constructor(sets: IdSets, kept: number | undefined) {
    const { ids } = sets;
    this.sets = sets.all();
    this.setCount = sets.size;
    this.others = this.countOthers(ids.size);
    let limit = 2 * Math.max(MIN_LIMIT, Math.floor(Math.sqrt(ids.size)));
    do {
      limit >>>= 1;
      this.roots = this.rootsWithin(limit);
    } while (limit > 1 && largest(this.roots) > Math.max(MIN_EVERYTHING, ids.size / 2));
    this.limit = limit;
    this.kept = kept;
    if (kept !== undefined && this.others[kept]! > limit) this.roots = this.rootsWithin(limit);
    this.groups = Uint32Array.from({ length: sets.size }, (_, set) => this.roots[this.idsOf(set)[0]!]!);
    this.leftOut = [...this.others.keys()]
      .filter((id) => this.isLeftOut(id, limit))
      .map((id) => ({ id: ids.bytes(id), others: this.others[id]! }))
      .sort((a, b) => b.others - a.others || Buffer.compare(a.id, b.id));
  }

  /** The group of an id. That of one that is left out has events only if the id is alone on some line. */
  groupOf(id: number): number {
    return this.roots[id]!;
  }

  /** The ids of a set that belong to its group: those that link, or else the first one. */
  idsOf(set: number, limit = this.limit): Uint32Array {
    const ids = this.sets.of(set);
    if (ids.length === 1) return ids;
    const linking = ids.filter((id) => !this.isLeftOut(id, limit));
    return linking.length > 0 ? linking : ids.subarray(0, 1);
  }

  private isLeftOut(id: number, limit: number): boolean {
    return this.others[id]! > limit && id !== this.kept;
  }

  private countOthers(count: number): Uint32Array {
    const { sets, setCount } = this;
    const setsOf = new NumberLists(count, (take) => {
      for (let set = 0; set < setCount; set++) for (const id of sets.of(set)) take(id, set);
    });
    const others = new Uint32Array(count);
    const countedFor = new Int32Array(count).fill(-1);
    for (let id = 0; id < count; id++) {
      countedFor[id] = id;
      for (const set of setsOf.of(id))
        for (const other of sets.of(set)) {
          if (countedFor[other] !== id) others[id]!++;
          countedFor[other] = id;
        }
    }
    return others;
  }

  /** Links all ids within a limit. Returns a representative of each id's group. */
  private rootsWithin(limit: number): Uint32Array {
    const parents = Uint32Array.from(this.others.keys());
    for (let set = 0; set < this.setCount; set++) {
      const ids = this.idsOf(set, limit);
      for (let i = 1; i < ids.length; i++) parents[rootOf(parents, ids[i]!)] = rootOf(parents, ids[0]!);
    }
    return parents.map((_, id) => rootOf(parents, id));
  }
}

/** Finds the root of an id, and shortens the path to it. */
function rootOf(parents: Uint32Array, id: number): number {
  let at = id;
  while (parents[at] !== at) {
    parents[at] = parents[parents[at]!]!;
    at = parents[at]!;
  }
  return at;
}

function largest(roots: Uint32Array): number {
  const counts = new Uint32Array(roots.length);
  for (const root of roots) counts[root]!++;
  return counts.reduce((most, count) => Math.max(most, count), 0);
}
