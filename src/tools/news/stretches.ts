/** Lines at most so far apart belong together: one of another kind may stand between, as an empty one. */
export const MAX_DISTANCE = 2;

/** Lines that belong together: the indexes of the first and the last one, and how many there are. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Joins the lines among so many that are told to be some, wherever they belong together. */
export function* stretchesOf(length: number, isSome: (index: number) => boolean): Generator<Stretch> {
  let from = -1;
  let to = -1;
  let count = 0;
  for (let i = 0; i < length; i++) {
    if (!isSome(i)) continue;
    if (count > 0 && i - to > MAX_DISTANCE) {
      yield { from, to, count };
      count = 0;
    }
    if (count === 0) from = i;
    to = i;
    count++;
  }
  if (count > 0) yield { from, to, count };
}
