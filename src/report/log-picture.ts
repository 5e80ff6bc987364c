// A picture of logs: how many lines they have in the course of time, and where those are that are marked.

import { formatInstant } from "../text/date-times/calendar.ts";
import type { LineMap } from "./line-map.ts";
import { count, markup, quantity } from "./markup.ts";

/** How many columns a picture has at most, and how many logs. */
const COLUMNS = 120;
const MAX_LOGS = 30;
const HEIGHT = 40;
/** What is rare must be visible too. */
const MIN_VISIBLE = 4;
/** A log has times if so many of its parts have, and if those that go back go back by at most this share of it. */
const MIN_TIMED_SHARE = 0.1;
const MAX_BACK_SHARE = 0.1;
/** Nearly all times are at most so many times as far from most of them as these are from each other. */
const MAX_REACH = 10;
const DAY = 86_400;
/** Logs are shown side by side in time if they are so much of it. */
const MIN_COVERED_SHARE = 0.5;
/** How wide a flag is with one label, in hundredths of the width. Those that would overlap become one. */
const FLAG_WIDTH = 3;

export interface PicturedLog {
  readonly map: LineMap;
  /** What a marked line is, as in `12 new`. */
  readonly mark: string;
  /** The numbers of what is told below the picture, each with its line. */
  readonly flags: readonly { readonly label: string; readonly line: number }[];
}

/** The logs, one below the other, with one scale if they have times and there are no long pauses between them. */
export function logsPicture(logs: readonly PicturedLog[]): string {
  const shown = logs.slice(0, MAX_LOGS).map((log) => ({ log, places: placesOf(log.map) }));
  const shared = sharedScale(shown.map(({ places }) => places.scale));
  const figures = shown.map(({ log, places }) => figureOf(log, places, shared));
  const more = logs.length - shown.length;
  return figures.join("") + (more > 0 ? `<p class="sub">and ${quantity(more, "more file")}</p>` : "");
}

/** A scale of time, in seconds since 1970. */
interface Scale {
  readonly from: number;
  readonly to: number;
}

function sharedScale(scales: readonly (Scale | undefined)[]): Scale | undefined {
  if (!scales.every((scale) => scale !== undefined)) return undefined;
  const from = Math.min(...scales.map(({ from }) => from));
  const to = Math.max(...scales.map(({ to }) => to));
  const covered = scales.reduce((sum, scale) => sum + scale.to - scale.from, 0);
  return covered >= MIN_COVERED_SHARE * (to - from) ? { from, to } : undefined;
}

/** Where the parts of a log begin: in time or, without a scale, as shares of the log. The last place is its end. */
interface Places {
  readonly at: readonly number[];
  readonly scale: Scale | undefined;
}

function placesOf(map: LineMap): Places {
  const { parts, size, lines } = map;
  const times = timesOf(map);
  if (times !== undefined) return { at: times, scale: { from: times[0]!, to: times.at(-1)! } };
  const total = Math.max(1, lines);
  return { at: [...parts.map((_, i) => (i * size) / total), 1], scale: undefined };
}

/** When each part begins and the last one ends, in ascending order; undefined if there are no such times. */
function timesOf({ parts, lastTime }: LineMap): number[] | undefined {
  const all = parts.flatMap(({ time }) => time ?? []).sort((a, b) => a - b);
  const [low = 0, high = 0] = [0.1, 0.9].map((share) => all[Math.floor(share * all.length)]);
  // Numbers and dates in messages look like times, but are years away.
  const reach = MAX_REACH * (high - low) + DAY;
  const read = [...parts.map(({ time }) => time), lastTime].map((time) =>
    time !== undefined && time >= low - reach && time <= high + reach ? time : undefined,
  );
  const known = read.filter((time) => time !== undefined);
  if (known.length < 2 || known.length < MIN_TIMED_SHARE * parts.length) return undefined;
  let last = known[0]!;
  let back = 0;
  const times = read.map((time) => {
    // Lines of several threads may be written a little out of order.
    if (time !== undefined && time < last) back = Math.max(back, last - time);
    last = Math.max(last, time ?? last);
    return last;
  });
  const span = last - times[0]!;
  return span > 0 && back <= MAX_BACK_SHARE * span ? times : undefined;
}

function figureOf({ map, mark, flags }: PicturedLog, places: Places, shared: Scale | undefined): string {
  const { name, lines, marked } = map;
  const scale = shared ?? places.scale;
  const columns = columnsOf(map, places, scale);
  const total = quantity(lines, "line");
  const rest = marked === 0 ? "" : `${count(marked)} ${mark}`;
  const label = `The lines of ${name} ${scale === undefined ? "from the first to the last" : "over time"}: ${total}${rest && `, ${rest}`}`;
  const parts = [
    ["even", pathOf(columns.map(({ all }) => all))],
    ["rest", pathOf(columns.map((column) => column.marked))],
  ].map(([name, path]) => markup`<path class="${name!}" d="${path!}"/>`);
  const bars = markup`<svg y="16" width="100%" height="${HEIGHT}" viewBox="0 0 ${columns.length} ${HEIGHT}" preserveAspectRatio="none">`;
  const picture = markup`<svg class="picture" width="100%" height="76" role="img" aria-label="${label}">`;
  const key = rest === "" ? "" : markup`, <span class="swatched">${rest}</span>`;
  return (
    `<figure>${picture}${bars}${parts.join("")}</svg>${flagsOf(flags, map, places, scale)}${ticksOf(scale, lines)}</svg>` +
    markup`<figcaption><span class="path"><bdi>${name}</bdi></span><span>${total}` +
    `${key}</span></figcaption></figure>`
  );
}

/** How high the columns are, from 0 to the height of the picture. */
function columnsOf({ parts, size, lines }: LineMap, { at, scale: own }: Places, scale: Scale | undefined) {
  const length = own === undefined ? Math.min(COLUMNS, Math.max(1, lines)) : COLUMNS;
  const sums = Array.from({ length }, () => ({ all: 0, marked: 0 }));
  for (const [i, part] of parts.entries()) {
    const from = length * shareOf(at[i]!, scale);
    // A line by itself is where it is; several are spread over their time.
    const to = size === 1 && own !== undefined ? from : length * shareOf(at[i + 1]!, scale);
    const first = Math.min(Math.floor(from), length - 1);
    const last = Math.min(Math.max(Math.ceil(to) - 1, first), length - 1);
    for (let column = first; column <= last; column++) {
      const share = first === last ? 1 : (Math.min(to, column + 1) - Math.max(from, column)) / (to - from);
      sums[column]!.all += share * part.lines;
      sums[column]!.marked += share * part.marked;
    }
  }
  const most = Math.max(...sums.map(({ all }) => all), Number.MIN_VALUE);
  const height = (sum: number): number => (sum === 0 ? 0 : Math.max(MIN_VISIBLE, Math.round((HEIGHT * sum) / most)));
  return sums.map(({ all, marked }) => ({ all: height(all), marked: height(marked) }));
}

function shareOf(place: number, scale: Scale | undefined): number {
  return scale === undefined ? place : (place - scale.from) / (scale.to - scale.from);
}

/** Bars of these heights, each one wide. */
function pathOf(heights: readonly number[]): string {
  return heights.map((height, x) => (height === 0 ? "" : `M${x} ${HEIGHT}v-${height}h1v${height}z`)).join("");
}

/** The flags, each above the place of its line. */
function flagsOf(flags: PicturedLog["flags"], { parts, size }: LineMap, { at }: Places, scale: Scale | undefined) {
  const placed = flags
    .map(({ label, line }) => {
      const part = Math.min(Math.floor((line - 1) / size), parts.length - 1);
      const within = size === 1 ? 0 : ((line - 1) % size) / size;
      return { label, x: 100 * shareOf(at[part]! + within * (at[part + 1]! - at[part]!), scale) };
    })
    .sort((a, b) => a.x - b.x);
  const joined: { labels: string[]; x: number }[] = [];
  for (const { label, x } of placed) {
    const last = joined.at(-1);
    if (last !== undefined && x - last.x < FLAG_WIDTH * (last.labels.length + 1)) last.labels.push(label);
    else joined.push({ labels: [label], x });
  }
  return joined
    .map(({ labels, x }) => {
      const anchor = x < FLAG_WIDTH ? "start" : x > 100 - FLAG_WIDTH ? "end" : "middle";
      const place = `${x.toFixed(2)}%`;
      return (
        markup`<line class="pole" x1="${place}" x2="${place}" y1="14" y2="${16 + HEIGHT}"/>` +
        markup`<text class="flag" x="${place}" y="11" text-anchor="${anchor}">${labels.sort().join(" ")}</text>`
      );
    })
    .join("");
}

/** What stands below the picture from left to right: times, or the first and the last line. */
function ticksOf(scale: Scale | undefined, lines: number): string {
  const shares = [0, 0.25, 0.5, 0.75, 1];
  const texts =
    scale === undefined
      ? ["line 1", "", "", "", `line ${count(lines)}`]
      : shares.map((share) => timeText(scale.from + share * (scale.to - scale.from), scale, share === 0));
  return texts
    .map((text, i) => {
      const anchor = i === 0 ? "start" : i === 4 ? "end" : "middle";
      const name = i % 2 === 0 ? "tick" : "tick between";
      return markup`<text class="${name}" x="${100 * shares[i]!}%" y="71" text-anchor="${anchor}">${text}</text>`;
    })
    .join("");
}

/** A time, as exactly as the scale needs. The first one has its day, if there is room. */
function timeText(time: number, { from, to }: Scale, isFirst: boolean): string {
  const seconds = Math.floor(time);
  const text = formatInstant(seconds, Math.floor((time - seconds) * 1e9), 3);
  const span = to - from;
  if (span > 300 * DAY) return text.slice(0, 10);
  if (span > 2 * DAY) return text.slice(5, 16).replace("T", " ");
  if (span <= 10) return text.slice(11, 23);
  return `${isFirst ? `${text.slice(5, 10)} ` : ""}${text.slice(11, span > 7200 ? 16 : 19)}`;
}
