/** Anchors are of use only if at least one in so many of the unique elements is in order; with fewer, the order is chance. */
const LEAST_SHARE = 8;

const NONE = 0xffffffff;
const SEVERAL = 0xfffffffe;

/** Pairs of equal elements, the i-th at `xPlaces[i]` and `yPlaces[i]`, both ascending. */
export interface Anchors {
  readonly count: number;
  readonly xPlaces: Uint32Array;
  readonly yPlaces: Uint32Array;
}

/**
 * The longest sequence of elements that occur once on either side and are in the same order on both: Bram Cohen's patience
 * diff, by the patience sorting after which it is named. None if they are few among all that occur once on either side.
 */
export function anchors(xs: Uint32Array, ys: Uint32Array, classes: number): Anchors {
  const xOf = onlyPlaces(xs, classes);
  const yOf = onlyPlaces(ys, classes);
  const pairs = new Uint32Array(Math.min(xs.length, ys.length));
  let total = 0;
  for (let x = 0; x < xs.length; x++) {
    if (xOf[xs[x]!] === x && yOf[xs[x]!]! < SEVERAL) pairs[total++] = x;
  }

  // For each length, the pair at the end of the increasing sequence of that length that ends earliest in ys.
  const ends = new Uint32Array(total);
  const previous = new Uint32Array(total);
  let count = 0;
  for (let i = 0; i < total; i++) {
    const y = yOf[xs[pairs[i]!]!]!;
    let low = 0;
    // Most often the longest goes on, so that is tried first.
    let high = count;
    let middle = count - 1;
    while (low < high) {
      if (yOf[xs[pairs[ends[middle]!]!]!]! < y) low = middle + 1;
      else high = middle;
      middle = (low + high) >>> 1;
    }
    previous[i] = low === 0 ? NONE : ends[low - 1]!;
    ends[low] = i;
    if (low === count) count++;
  }
  if (count * LEAST_SHARE < total) count = 0;

  const xPlaces = new Uint32Array(count);
  const yPlaces = new Uint32Array(count);
  let pair = count === 0 ? NONE : ends[count - 1]!;
  for (let i = count - 1; i >= 0; i--) {
    const x = pairs[pair]!;
    xPlaces[i] = x;
    yPlaces[i] = yOf[xs[x]!]!;
    pair = previous[pair]!;
  }
  return { count, xPlaces, yPlaces };
}

/** For each class, the place of its only element, or that there is none or several. */
function onlyPlaces(values: Uint32Array, classes: number): Uint32Array {
  const places = new Uint32Array(classes).fill(NONE);
  for (let i = 0; i < values.length; i++) places[values[i]!] = places[values[i]!] === NONE ? i : SEVERAL;
  return places;
}
