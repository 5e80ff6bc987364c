/**
 * The places of a line up to which some elements of a pattern can reach: `places`, in ascending order, and all from `from` on.
 * `at` is the one where they end if each element stands as far left as it can, and is the longest of its type.
 */
export interface Reach {
  readonly places: readonly number[];
  /** Infinity if there is no such place. */
  readonly from: number;
  readonly at: number;
}

const NONE = Number.POSITIVE_INFINITY;

export const NOWHERE: Reach = { places: [], from: NONE, at: NONE };

export const BEGINNING: Reach = { places: [0], from: NONE, at: 0 };

/** All places from one on. */
export function onFrom(from: number): Reach {
  return { places: [], from, at: from };
}

/** These places alone, which may be given in any order, and repeatedly. */
export function only(places: readonly number[], at: number): Reach {
  return { places: ascending(places), from: NONE, at };
}

/** Up to so many are sorted as they are. */
const FEW = 64;

/** Each once, in ascending order. Many are sorted in an array of numbers: there may be as many as the line has places. */
function ascending(places: readonly number[]): readonly number[] {
  if (places.every((place, i) => i === 0 || places[i - 1]! < place)) return places;
  const sorted = places.length <= FEW ? places.toSorted((a, b) => a - b) : Array.from(Float64Array.from(places).sort());
  return sorted.filter((place, i) => i === 0 || sorted[i - 1] !== place);
}

export function isNowhere({ places, from }: Reach): boolean {
  return places.length === 0 && from === NONE;
}

/** Whether what comes next may be sought from a place on, not only stand at it. */
export function isOpen({ from }: Reach): boolean {
  return from !== NONE;
}

export function first({ places, from }: Reach): number {
  return Math.min(places[0] ?? from, from);
}

export function reaches({ places, from }: Reach, place: number): boolean {
  return place >= from || places.at(-1) === place || places.includes(place);
}

/** All the places of several reaches; `at` is that of the first that has some. */
export function union(all: readonly Reach[]): Reach {
  const some = all.filter((reach) => !isNowhere(reach));
  if (some.length < 2) return some[0] ?? NOWHERE;
  const from = Math.min(...some.map((one) => one.from));
  const places = some.flatMap(({ places }) => places).filter((place) => place < from);
  return { ...only(places, some[0]!.at), from };
}
