import type { Claim } from "../tools/claims/claim.ts";
import { markup } from "./markup.ts";

/** How many columns a picture has at most, with an empty one at both ends. */
const COLUMNS = 42;
const HEIGHT = 40;
/** So large a share of each log's numbers is in the first and the last column, however far away they are. */
const ENDS = 0.005;

/**
 * How numbers are distributed in two logs, on a logarithmic scale: those of the old one as an area, those of the new
 * one as a line. `inWords` shows a number with its unit.
 */
export function distributionPicture(
  { old, new: next }: NonNullable<Claim["numbers"]>,
  what: string,
  inWords: (value: number) => string,
): string {
  const sketches = [old, next];
  const sizes = sketches.flatMap((sketch) => Array.from(sketch.entries(), ([bin]) => Math.abs(bin)));
  // Between zero and the number nearest to it there would be a wide gap.
  const gap = Math.min(...sizes.filter((size) => size > 0)) - 1;
  const placeOf = (bin: number): number => (bin === 0 ? 0 : bin - Math.sign(bin) * gap);
  const ends = [ENDS, 1 - ENDS].map((share, i) =>
    (i === 0 ? Math.min : Math.max)(old.quantileBin(share), next.quantileBin(share)),
  );
  const [from, to] = ends.map(placeOf) as [number, number];
  const width = Math.ceil((to - from + 1) / (COLUMNS - 2));
  const last = Math.floor((to - from) / width);
  const columns = sketches.map((sketch) => {
    const shares = new Float64Array(last + 3);
    for (const [bin, count] of sketch.entries()) {
      const column = Math.floor((placeOf(bin) - from) / width);
      shares[1 + Math.min(Math.max(column, 0), last)]! += count / sketch.count;
    }
    return shares;
  });
  const most = Math.max(...columns.flatMap((shares) => [...shares]));
  const paths = columns.map((shares, i) => {
    const heights = Array.from(shares, (share) => Math.ceil((HEIGHT * share) / most));
    return markup`<path class="${["was", "is"][i]!}" d="${outlineOf(heights)}"/>`;
  });
  const [was, is] = sketches.map((sketch) => inWords(sketch.quantile(0.5)));
  const medians = `median ${was} in OLD and ${is} in NEW`;
  const [least, greatest] = [ENDS, 1 - ENDS].map((share, i) =>
    inWords((i === 0 ? Math.min : Math.max)(old.quantile(share), next.quantile(share))),
  );
  return (
    markup`<figure class="spread"><svg width="100%" height="${HEIGHT}" viewBox="0 0 ${last + 3} ${HEIGHT}" ` +
    markup`preserveAspectRatio="none" role="img" aria-label="Distribution, ${what}: ${least!} to ${greatest!}, ${medians}">${""}` +
    `${paths.join("")}</svg>` +
    markup`<figcaption><span>${least!}</span><span>log scale</span><span>${greatest!}</span></figcaption></figure>`
  );
}

/** The outline of columns of these heights, each one wide. */
function outlineOf(heights: readonly number[]): string {
  let path = `M0 ${HEIGHT}`;
  let run = 0;
  for (const [i, height] of heights.entries()) {
    const rise = height - (heights[i - 1] ?? 0);
    if (rise !== 0) {
      path += `h${run}v${-rise}`;
      run = 0;
    }
    run++;
  }
  return `${path}h${run}`;
}
