import { colour, coordinate, escaped, line, text } from "./svg.ts";

/** Horizontal bars in groups below each other. Each group has one bar for each series. */
export interface Bars {
  readonly title: string;
  readonly series: readonly string[];
  readonly groups: readonly { readonly name: string; readonly figures: readonly number[] }[];
}

const WIDTH = 900;
const LEFT = 210;
/** The room for a figure after the longest bar. */
const RIGHT = WIDTH - 70;
const TOP = 64;
const BAR = 12;
const GAP = 8;

/** The bars as SVG. They start at 0 and are as long as their figures. A negative figure has no bar. */
export function barsSvg({ title, series, groups }: Bars): string {
  const most = Math.max(...groups.flatMap(({ figures }) => figures));
  const groupHeight = series.length * BAR + GAP;
  const bottom = TOP + groups.length * groupHeight;
  const height = bottom + 20;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="white"/>`,
    text(20, 24, title, 'font-size="15" font-weight="bold"'),
    ...series.map((name, i) => text(LEFT + 120 * i, 48, name, `fill="${colour(i)}"`)),
    ...groups.flatMap(({ name, figures }, i) => {
      const y = TOP + i * groupHeight;
      return [
        text(LEFT - 8, y + (series.length * BAR) / 2 + 4, name, 'text-anchor="end"'),
        ...figures.flatMap((figure, j) => bar(figure / most, figure, y + j * BAR, colour(j))),
      ];
    }),
    line(LEFT, TOP - 4, LEFT, bottom, "#888"),
    "</svg>\n",
  ].join("\n");
}

function bar(share: number, figure: number, y: number, fill: string): string[] {
  const width = Math.max(0, share) * (RIGHT - LEFT);
  return [
    `<rect x="${LEFT}" y="${coordinate(y)}" width="${coordinate(width)}" height="${BAR - 1}" fill="${fill}"/>`,
    text(LEFT + width + 6, y + BAR - 2, figure.toFixed(0), 'font-size="11"'),
  ];
}
