import type { Claim } from "../tools/claims/claim.ts";
import { middleOf } from "../tools/claims/numbers.ts";
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
  const first = Math.min(...sketches.map((sketch) => sketch.quantileBin(ENDS)));
  const final = Math.max(...sketches.map((sketch) => sketch.quantileBin(1 - ENDS)));
  const [from, to] = [placeOf(first), placeOf(final)];
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
    const rises = heights.map((height, x) => (height === (heights[x - 1] ?? 0) ? "" : `H${x}V${HEIGHT - height}`));
    return markup`<path class="${["was", "is"][i]!}" d="M0 ${HEIGHT}${rises.join("")}H${heights.length}"/>`;
  });
  const [least, greatest] = [inWords(middleOf(first)), inWords(middleOf(final))];
  const [was, is] = sketches.map((sketch) => inWords(sketch.quantile(0.5)));
  const label = `Distribution, ${what}: ${least} to ${greatest}, median ${was} in OLD and ${is} in NEW`;
  const frame = markup`<svg width="100%" height="${HEIGHT}" viewBox="0 0 ${last + 3} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">`;
  const scale = markup`<figcaption><span>${least}</span><span>log scale</span><span>${greatest}</span></figcaption>`;
  return `<figure class="spread">${frame}${paths.join("")}</svg>${scale}</figure>`;
}
