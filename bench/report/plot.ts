import { colour, coordinate, escaped, line, text } from "./svg.ts";

/** A line of a plot: its points from left to right. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  readonly title: string;
  /** The labels of the axes, with their units. */
  readonly xLabel: string;
  readonly yLabel: string;
  /** Formats a value of the x axis. */
  readonly xFigure: (x: number) => string;
  readonly series: readonly Series[];
}

const WIDTH = 900;
const HEIGHT = 480;
/** The names of the series are to the right of the plot. */
const FRAME = { left: 70, right: WIDTH - 270, top: 50, bottom: HEIGHT - 60 };
const LABEL_HEIGHT = 15;

/** Maps a figure to a coordinate. */
type Scale = (figure: number) => number;

/** The plot as SVG. Both axes are logarithmic, so equal steps are equal factors. */
export function plotSvg({ title, xLabel, yLabel, xFigure, series: measured }: Plot): string {
  const series = measured.map(withPlaces).filter(({ points }) => points.length > 0);
  const xs = [...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
  const yTicks = ticksAround(series.flatMap(({ points }) => points.map(([, y]) => y)));
  const x = logarithmic([xs[0]!, xs.at(-1)!], [FRAME.left, FRAME.right]);
  const y = logarithmic([yTicks[0]!, yTicks.at(-1)!], [FRAME.bottom, FRAME.top]);
  const middle = (FRAME.top + FRAME.bottom) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    text(FRAME.left, 24, title, 'font-size="15" font-weight="bold"'),
    ...yTicks.flatMap((tick) => [
      line(FRAME.left, y(tick), FRAME.right, y(tick), "#ddd"),
      text(FRAME.left - 8, y(tick) + 4, String(tick), 'text-anchor="end"'),
    ]),
    ...xs.flatMap((tick) => [
      line(x(tick), FRAME.bottom, x(tick), FRAME.bottom + 5, "#888"),
      text(x(tick), FRAME.bottom + 19, xFigure(tick), 'text-anchor="middle"'),
    ]),
    line(FRAME.left, FRAME.bottom, FRAME.right, FRAME.bottom, "#888"),
    text((FRAME.left + FRAME.right) / 2, HEIGHT - 14, xLabel, 'text-anchor="middle"'),
    text(0, 0, yLabel, `text-anchor="middle" transform="translate(18 ${middle}) rotate(-90)"`),
    ...series.flatMap(({ points }, i) => seriesMarks(points, x, y, colour(i))),
    ...seriesNames(series, y),
    "</svg>\n",
  ].join("\n");
}

/** Drops figures of zero or less, which have no place on the axis. The noise of a short run may give them. */
function withPlaces({ name, points }: Series): Series {
  return { name, points: points.filter(([, y]) => y > 0) };
}

function seriesMarks(points: Series["points"], x: Scale, y: Scale, stroke: string): string[] {
  const places = points.map(([px, py]) => [coordinate(x(px)), coordinate(y(py))] as const);
  const corners = places.map((place) => place.join(",")).join(" ");
  return [
    `<polyline points="${corners}" fill="none" stroke="${stroke}" stroke-width="2"/>`,
    ...places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${stroke}"/>`),
  ];
}

/** The names of the series, each next to the end of its line, or lower if another is there. */
function seriesNames(series: readonly Series[], y: Scale): string[] {
  const ends = series.map(({ name, points }, i) => ({ name, at: y(points.at(-1)![1]), colour: colour(i) }));
  let free = FRAME.top;
  return ends
    .sort((a, b) => a.at - b.at)
    .map(({ name, at, colour }) => {
      const place = Math.max(at, free);
      free = place + LABEL_HEIGHT;
      return text(FRAME.right + 10, place + 4, name, `fill="${colour}"`);
    });
}

function logarithmic([least, most]: [number, number], [from, to]: [number, number]): Scale {
  return (figure) => from + ((to - from) * Math.log(figure / least)) / Math.log(most / least);
}

/** Round figures around some others: 1, 2 and 5 of every power of ten, or only the powers if these are many. */
function ticksAround(figures: readonly number[]): number[] {
  const least = Math.min(...figures);
  const most = Math.max(...figures);
  const steps = most / least > 1000 ? [1] : [1, 2, 5];
  const all: number[] = [];
  for (let power = -9; power <= 9; power++) all.push(...steps.map((step) => Number(`${step}e${power}`)));
  const first = all.findLastIndex((tick) => tick <= least);
  return all.slice(first, all.findIndex((tick) => tick >= most) + 1);
}
