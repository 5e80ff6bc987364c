// The rows of news that are no lines of blocks: the head, and sections of what is changed, missing or folded.

import { shortPaths, shownPath } from "../../text/messages/paths.ts";
import { counted, listed, shortened } from "../../text/messages/phrases.ts";
import type { News } from "./news.ts";
import type { NewsChange, NewsItem, NewsRate, NewsSummary } from "./news-items.ts";

/** The share of the lines that a section may have, and how many at most: blocks say more. */
const SECTION_SHARES = { changed: [0.1, 20], rates: [0.05, 6], missed: [0.05, 4], folded: [0.05, 6] } as const;
/** Of several logs, or blocks, so many are named. */
export const MAX_NAMED = 3;
/** Of a change, so many characters are shown of what was before. What came instead is in the line. */
const MAX_CHANGE = 40;
/** Longer words that came instead are not repeated beside the line. */
const MAX_NEW_WORDS = 20;

const MISSING =
  "missing without a log of a good run: changed lines, lines that were not reached, known lines in another place";
const LITTLE_IN_COMMON = "These logs have little in common with the good ones: are they runs of the same work?";

const FOLDED_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  redraw: ["overwritten line", "overwritten lines"],
  value: ["new value where values vary", "new values where values vary"],
  variant: ["variant of known lines", "variants of known lines"],
  changed: ["line in the place of another", "lines in the place of others"],
  repeated: ["line that repeats one of a block", "lines that repeat those of blocks"],
  block: ["new line that seems not to matter", "new lines that seem not to matter"],
};

/** A text of this program around one of a log. */
export interface ShownRow {
  readonly label: string;
  /** Whether a line of a block is new. It stands between the label, which is then a number, and the text. */
  readonly mark?: "+ " | "  ";
  readonly text?: Buffer;
  readonly after?: string;
  readonly style?: "heading" | "faint" | "removed";
  /** The id of the block of which it stands for lines that are not shown. */
  readonly foldedIn?: string;
}

export interface ShownSection<Rows extends Iterable<ShownRow> = readonly ShownRow[]> {
  readonly title: string;
  readonly rows: Rows;
}

/** How logs and their lines are named for people. */
export class LogNames {
  private readonly hasSeveralLogs: boolean;
  private readonly names: ReadonlyMap<string, string>;

  constructor({ failed, good, stored = [] }: NewsSummary<Buffer>) {
    this.hasSeveralLogs = failed.length > 1;
    this.names = shortPaths([...failed, ...good, ...stored].map(({ file }) => file));
  }

  /** As much of a file's name as tells it from the others. */
  of(file: string): string {
    return shownPath(this.names.get(file) ?? file);
  }

  /** What stands before a place in a log of the failed run: nothing if there is one log alone. */
  before(file: string, separator: ":" | ", "): string {
    return this.hasSeveralLogs ? `${this.of(file)}${separator}` : "";
  }
}

/** What is said above all. */
export function headRows(news: News, summary: NewsSummary<Buffer>, names: LogNames): ShownRow[] {
  const { ended, endedEarly, onlyFailed = [], onlyGood = [], stored = [] } = summary;
  const runs = stored.reduce((sum, table) => sum + table.runs, news.goodRuns);
  const rows = [firstRow(news, summary, names)];
  if (summary.missing !== undefined) rows.push({ label: MISSING });
  if (summary.littleInCommon) rows.push({ label: LITTLE_IN_COMMON });
  for (const [logs, where] of [
    [onlyFailed, "in no good run"],
    [onlyGood, "in all good runs, but not in the failed one"],
  ] as const)
    rows.push(
      ...limited(
        logs,
        MAX_NAMED,
        (log) => ({ label: `${names.of(log)} is ${where}` }),
        (others) => `${counted(others.length, "more log")} are ${where}`,
      ),
    );
  // Of several logs, only those that end in another way.
  const ends = summary.failed.length > 1 ? ended.filter(({ was }) => was !== undefined) : ended;
  for (const { file, line, text, was } of ends.slice(0, MAX_NAMED)) {
    const after = was === undefined ? "" : `  (was ${shortWords(was)})`;
    rows.push({ label: `ends at ${names.before(file, ":")}${line}: `, text, after });
  }
  if (endedEarly === undefined) return rows;
  const { file, line, text, next } = endedEarly;
  if (line > 0 && !ended.some((end) => end.file === file && end.line === line))
    rows.push({ label: `last known line, ${names.before(file, ":")}${line}: `, text });
  const who = runs === 1 ? "the good run goes" : "all good runs go";
  rows.push({ label: `ends early: ${who} on with: `, text: next });
  return rows;
}

/** How much there is to read, and what it was compared with. */
function firstRow(
  news: News,
  { failed, told, blocks, rates = 0, lines, stored = [] }: NewsSummary<Buffer>,
  names: LogNames,
): ShownRow {
  const changed = news.changes.filter((change) => change.told).length;
  const sources = [
    ...(news.goodRuns > 0 || stored.length === 0 ? [counted(news.goodRuns, "good run")] : []),
    ...stored.map(({ file, runs }) => `${counted(runs, "good run")} in ${names.of(file)}`),
  ];
  const name = failed.length === 1 ? names.of(failed[0]!.file) : counted(failed.length, "log");
  const parts = [
    counted(lines, "line"),
    `${counted(told, "line")} to read${blocks > 0 ? ` in ${counted(blocks, "block")}` : ""}`,
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(rates > 0 ? [`${counted(rates, "known line")} at another rate`] : []),
  ];
  return { label: `${name}: ${parts.join(", ")}; ${listed(sources, "and")}`, style: "heading" };
}

/** What is no block, in at most so many lines in all. */
export function sectionsOf(news: News, names: LogNames, budget: number): ShownSection[] {
  const items = [...news.otherItems()];
  const changes = items.filter((item) => item.kind === "changed");
  const rates = items.filter((item) => item.kind === "rate");
  const missed = items.filter((item) => item.kind === "not_reached");
  const limit = (section: keyof typeof SECTION_SHARES): number => {
    const [share, most] = SECTION_SHARES[section];
    return Math.min(Math.max(Math.floor(budget * share), 1), most);
  };
  const lines = (others: readonly { readonly count: number }[], isAll: boolean): string =>
    `  ${counted(
      others.reduce((sum, { count }) => sum + count, 0),
      isAll ? "line" : "more line",
    )}`;
  const sections = {
    changed: limited(
      changes.filter(({ told }) => told),
      limit("changed"),
      (change) => changeRow(change, changes, names),
      (others) => `  ${counted(others.length, "changed line")}`,
    ),
    rates: limited(
      rates,
      limit("rates"),
      (rate) => rateRow(rate, names),
      (others) => `  ${counted(others.length, "known line")} at another rate`,
    ),
    "not reached": limited(
      missed,
      limit("missed"),
      ({ file, from, to, count, first }) => ({
        label: `  ${counted(count, "line")}, ${names.of(file)}:${rangeOf(from, to)}: `,
        text: first,
      }),
      (others, isAll) => `${lines(others, isAll)} in ${counted(others.length, "place")}`,
    ),
    folded: limited(
      foldedByReason(items, names),
      limit("folded"),
      ({ reason, count, from, to }) => ({
        label: `  ${count} ${FOLDED_WORDS[reason]![count === 1 ? 0 : 1]}, ${rangeOf(from, to)}`,
      }),
      (others, isAll) => `${lines(others, isAll)} that seem not to matter`,
    ),
  };
  return Object.entries(sections).flatMap(([title, rows]) => (rows.length > 0 ? [{ title, rows }] : []));
}

function changeRow(change: NewsChange<Buffer>, changes: readonly NewsChange<Buffer>[], names: LogNames): ShownRow {
  const { file, fileLine, field, from, to, count = 1, text, nearest } = change;
  const equal = changes.filter((other) => other.field === field && other.from === from && other.to === to);
  // The first of several rows for the same words counts those that have none.
  const untold = equal.find(({ told }) => told) === change ? equal.filter(({ told }) => !told) : [];
  const others = untold.reduce((sum, other) => sum + (other.count ?? 1), count - 1);
  const more = others > 0 ? ` and ${others} more` : "";
  const isInLine = field === undefined && (to.length > MAX_NEW_WORDS || to === "");
  const words = isInLine ? `was ${shortWords(from)}` : `${shortWords(from)} → ${shortWords(to)}`;
  const what = field === undefined ? words : `${field}: ${words}`;
  return {
    label: `${names.before(file, ":")}${fileLine}   `,
    text,
    after: `  (${what}, ${names.of(nearest.file)}:${nearest.line})${more}`,
  };
}

function rateRow({ file, fileLine, old, new: next, text, nearest }: NewsRate<Buffer>, names: LogNames): ShownRow {
  const now = next.count === 0 ? `none in the last ${lengthOf(next)}` : `${next.count} in ${lengthOf(next)}`;
  return {
    label: `${names.before(file, ":")}${fileLine ?? "-"}   `,
    text,
    after: `  (${now}; ${names.of(nearest.file)}: ${old.count} in ${lengthOf(old)})`,
  };
}

/** So many lines, or so much time, for people. */
function lengthOf({ lines, seconds }: NewsRate<Buffer>["old"]): string {
  if (seconds === undefined) return counted(lines, "line");
  if (seconds < 2 * 60) return `${seconds} s`;
  return seconds < 2 * 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

interface FoldedPlaces {
  readonly reason: string;
  readonly count: number;
  /** The first and the last place. */
  readonly from: string;
  readonly to: string;
}

/** How many lines are folded and where, by the reason. */
function foldedByReason(items: readonly NewsItem<Buffer>[], names: LogNames): FoldedPlaces[] {
  const places = new Map<string, FoldedPlaces>();
  const add = (reason: string, file: string, count: number, first: number, last: number): void => {
    const [from, to] = [first, last].map((line) => `${names.before(file, ":")}${line}`) as [string, string];
    const known = places.get(reason);
    places.set(reason, { reason, count: count + (known?.count ?? 0), from: known?.from ?? from, to });
  };
  for (const item of items) {
    if (item.kind === "folded") add(item.reason, item.file, item.count, item.from, item.to);
    else if (item.kind === "changed" && !item.told) add("changed", item.file, 1, item.fileLine, item.fileLine);
  }
  return [...places.values()];
}

/** A row for each item. If there are too many, the last row is about all others. */
function limited<Item>(
  items: readonly Item[],
  limit: number,
  rowOf: (item: Item) => ShownRow,
  restOf: (others: readonly Item[], isAll: boolean) => string,
): ShownRow[] {
  if (items.length <= limit) return items.map(rowOf);
  return [...items.slice(0, limit - 1).map(rowOf), { label: restOf(items.slice(limit - 1), limit === 1) }];
}

/** Words of a log, as many as people need to recognise them. */
function shortWords(text: string): string {
  return shortened(text.replaceAll("\t", " "), MAX_CHANGE);
}

/** From one place to another, or the only one. */
export function rangeOf<Place extends string | number>(from: Place, to: Place): string {
  return from === to ? String(from) : `${from}–${to}`;
}
