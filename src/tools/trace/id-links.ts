import type { Interner } from "../../text/collections/interner.ts";
import { NumberLists } from "../../text/collections/numbers.ts";
import type { IdSets } from "./id-groups.ts";
import type { TraceLeftOutLink } from "./trace-result.ts";

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
  readonly groups: Uint32Array;
  readonly size: number;

  private readonly sets: NumberLists;
  /** For each id, how many others it shares lines with. */
  private readonly others: Uint32Array;
  private readonly isLeftOut: Uint8Array;
  /** For each id, the one that represents its group. */
  private readonly roots: Uint32Array;
  /** The groups, by the ids that represent them. */
  private readonly numbers: Int32Array;

  /** The id with the number `kept` is never left out. */
  constructor(sets: IdSets, kept: number | undefined) {
    const { ids } = sets;
    this.sets = sets.all();
    this.groups = new Uint32Array(sets.size);
    this.others = this.countOthers(ids.size);
    this.isLeftOut = new Uint8Array(ids.size);

    let limit = Math.max(MIN_LIMIT, Math.floor(Math.sqrt(ids.size)));
    let roots = this.rootsWithin(limit);
    while (limit > 1 && largest(roots) > Math.max(MIN_EVERYTHING, ids.size / 2)) {
      limit >>>= 1;
      roots = this.rootsWithin(limit);
    }
    if (kept !== undefined && this.isLeftOut[kept] === 1) roots = this.rootsWithin(limit, kept);
    this.limit = limit;
    this.leftOut = this.listLeftOut(ids);
    this.roots = roots;
    this.numbers = new Int32Array(ids.size).fill(-1);
    this.size = this.numberGroups();
  }

  /** The group of an id. A left-out id has one only if it is alone on some line. */
  groupOf(id: number): number {
    return this.numbers[this.roots[id]!]!;
  }

  /** Calls `take` for the ids of a set that belong to its group: those that link, or else the first one. */
  forEachId(set: number, take: (id: number) => void): void {
    const { sets, isLeftOut } = this;
    let isAny = false;
    for (let i = 0; i < sets.length(set); i++) {
      if (isLeftOut[sets.at(set, i)] === 1) continue;
      take(sets.at(set, i));
      isAny = true;
    }
    if (!isAny) take(sets.at(set, 0));
  }

  private countOthers(count: number): Uint32Array {
    const { sets, groups } = this;
    const setsOf = new NumberLists(count, (take) => {
      for (const set of groups.keys()) for (let i = 0; i < sets.length(set); i++) take(sets.at(set, i), set);
    });
    const others = new Uint32Array(count);
    const countedFor = new Int32Array(count).fill(-1);
    for (let id = 0; id < count; id++) {
      countedFor[id] = id;
      for (const set of setsOf.of(id)) {
        for (let i = 0; i < sets.length(set); i++) {
          const other = sets.at(set, i);
          if (countedFor[other] === id) continue;
          countedFor[other] = id;
          others[id]!++;
        }
      }
    }
    return others;
  }

  /** Links all ids within a limit, and `kept`. Returns a representative of each id's group. */
  private rootsWithin(limit: number, kept?: number): Uint32Array {
    const { others, isLeftOut, groups } = this;
    const parents = new Uint32Array(others.length);
    for (let id = 0; id < parents.length; id++) {
      parents[id] = id;
      isLeftOut[id] = Number(others[id]! > limit && id !== kept);
    }
    for (const set of groups.keys()) {
      let root = -1;
      this.forEachId(set, (id) => {
        if (root === -1) root = rootOf(parents, id);
        else parents[rootOf(parents, id)] = root;
      });
    }
    for (let id = 0; id < parents.length; id++) parents[id] = rootOf(parents, id);
    return parents;
  }

  private listLeftOut(ids: Interner): TraceLeftOutLink<Buffer>[] {
    const leftOut: TraceLeftOutLink<Buffer>[] = [];
    for (const [id, others] of this.others.entries())
      if (this.isLeftOut[id] === 1) leftOut.push({ id: ids.bytes(id), others });
    return leftOut.sort((a, b) => b.others - a.others || Buffer.compare(a.id, b.id));
  }

  /** Numbers the groups of the sets. Returns how many there are. */
  private numberGroups(): number {
    const { groups, numbers, roots } = this;
    let size = 0;
    for (const set of groups.keys()) {
      this.forEachId(set, (id) => {
        const root = roots[id]!;
        if (numbers[root] === -1) numbers[root] = size++;
        groups[set] = numbers[root]!;
      });
    }
    return size;
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
  let most = 0;
  for (const root of roots) most = Math.max(most, ++counts[root]!);
  return most;
}
