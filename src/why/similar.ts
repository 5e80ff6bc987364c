/** A stretch of a line that resembles a text, and how many bytes would have to be written, left out or changed for it. */
export interface Similar {
  readonly from: number;
  readonly to: number;
  readonly distance: number;
}

/** Of longer texts, and further away in the line, nothing is sought: what it costs is bounded by the product. */
const LONGEST_TEXT = 128;
const FURTHEST = 1024;

/** Where a stretch has to lie in the line. */
export interface Bounds {
  readonly from: number;
  /** Whether it begins there, and not later. */
  readonly isFixed: boolean;
  /** Whether it ends the line. */
  readonly endsLine: boolean;
}

/**
 * The stretches of a line that resemble a text most, the best first: at most half of the text is otherwise. Both ends are
 * between characters of UTF-8. (Sellers, 1980.)
 */
export function similarTo(text: Uint8Array, line: Buffer, { from, isFixed, endsLine }: Bounds): Similar[] {
  const most = Math.floor(text.length / 2);
  if (text.length > LONGEST_TEXT) return [];
  const low = endsLine ? Math.max(from, line.length - text.length - most) : from;
  if (endsLine && isFixed && low > from) return [];
  const high = Math.min(line.length, isFixed ? from + text.length + most : low + FURTHEST);
  /** For each count of the text's bytes: the least distance of a stretch that ends here, and where that begins. */
  let distances = Array.from({ length: text.length + 1 }, (_, i) => i);
  let starts = distances.map(() => low);
  const found: Similar[] = [];
  for (let place = low; place <= high; place++) {
    if (place > low)
      [distances, starts] = column(text, line[place - 1]!, distances, starts, isFixed ? undefined : place);
    const similar = { from: starts[text.length]!, to: place, distance: distances[text.length]! };
    if (similar.distance > most || (endsLine && place < line.length)) continue;
    if (similar.to > similar.from && isBetween(line, similar.from) && isBetween(line, place)) found.push(similar);
  }
  return found.sort((a, b) => a.distance - b.distance || a.from - b.from || b.to - a.to);
}

function column(
  text: Uint8Array,
  byte: number,
  distances: readonly number[],
  starts: readonly number[],
  fresh: number | undefined,
): [number[], number[]] {
  const nextDistances = [fresh === undefined ? distances[0]! + 1 : 0];
  const nextStarts = [fresh ?? starts[0]!];
  for (let i = 1; i <= text.length; i++) {
    const same = distances[i - 1]! + (text[i - 1] === byte ? 0 : 1);
    const extra = distances[i]! + 1;
    const missing = nextDistances[i - 1]! + 1;
    const least = Math.min(same, extra, missing);
    nextDistances.push(least);
    nextStarts.push(least === same ? starts[i - 1]! : least === extra ? starts[i]! : nextStarts[i - 1]!);
  }
  return [nextDistances, nextStarts];
}

function isBetween(line: Buffer, place: number): boolean {
  return place === line.length || (line[place]! & 0xc0) !== 0x80;
}
