// The rows of news that are no lines of blocks: the head, and sections of what is changed, missing or folded.

import { shortPaths, shownPath } from "../../text/messages/paths.ts";
import { counted, firstOf, listed, shortened } from "../../text/messages/phrases.ts";
import type { News } from "./news.ts";
import type { NewsChange, NewsItem, NewsRate, NewsSummary } from "./news-items.ts";

/** The share of the lines that a section may have, and how many at most: blocks say more. */
const SECTION_SHARES = { changed: [0.1, 20], rates: [0.05, 6], "not reached": [0.05, 4], folded: [0.05, 6] } as const;
/** Of several logs, or blocks, so many are named. */
export const MAX_NAMED = 3;
/** Of words that changed, so many characters are shown. */
const MAX_CHANGE = 40;

const MISSING =
  "missing without a log of a good run: changed lines, lines that were not reached, known lines in another place";
const LITTLE_IN_COMMON = "These logs have little in common with the good ones: are they runs of the same work?";

const FOLDED_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  redraw: ["overwritten line", "overwritten lines"],
  value: ["new value where values vary", "new values where values vary"],
  variant: ["variant of known lines", "variants of known lines"],
  changed: ["line in the place of another", "lines in the place of others"],
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
  const rows: ShownRow[] = [{ label: firstRow(news, summary, names), style: "heading" }];
  if (summary.missing !== undefined) rows.push({ label: MISSING });
  if (summary.littleInCommon) rows.push({ label: LITTLE_IN_COMMON });
  const listedLogs = (logs: readonly string[]): string => firstOf(logs.map((log) => names.of(log)).sort(), MAX_NAMED);
  if (onlyFailed.length > 0) rows.push({ label: `in no good run: ${listedLogs(onlyFailed)}` });
  if (onlyGood.length > 0) rows.push({ label: `in all good runs, but not in the failed one: ${listedLogs(onlyGood)}` });
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
  const runs = stored.reduce((sum, table) => sum + table.runs, news.goodRuns);
  const who = runs === 1 ? "the good run goes" : "all good runs go";
  rows.push({ label: `ends early: ${who} on with: `, text: next });
  return rows;
}

/** How much there is to read, and what it was compared with. */
function firstRow(news: News, summary: NewsSummary<Buffer>, names: LogNames): string {
  const { failed, told, blocks, rates = 0, lines, stored = [] } = summary;
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
  return `${name}: ${parts.join(", ")}; ${listed(sources, "and")}`;
}

/** What is no block, in at most so many lines in all. */
export function sectionsOf(news: News, names: LogNames, budget: number): ShownSection[] {
  const items = [...news.items()].filter(({ kind }) => kind !== "block");
  const changes = items.filter((item) => item.kind === "changed");
  const section = <Item extends object>(
    title: keyof typeof SECTION_SHARES,
    all: readonly Item[],
    rowOf: (item: Item) => ShownRow,
  ): ShownSection => {
    const [share, most] = SECTION_SHARES[title];
    const limit = Math.min(Math.max(Math.floor(budget * share), 1), most);
    if (all.length <= limit) return { title, rows: all.map(rowOf) };
    const others = all.slice(limit - 1) as { readonly count?: number }[];
    const lines = others.reduce((sum, { count = 1 }) => sum + count, 0);
    return { title, rows: [...all.slice(0, limit - 1).map(rowOf), { label: `  … ${counted(lines, "more line")}` }] };
  };
  return [
    section(
      "changed",
      changes.filter(({ told }) => told),
      (change) => changeRow(change, changes, names),
    ),
    section(
      "rates",
      items.filter((item) => item.kind === "rate"),
      (rate) => rateRow(rate, names),
    ),
    section(
      "not reached",
      items.filter((item) => item.kind === "not_reached"),
      ({ file, from, to, count, first }) => ({
        label: `  ${counted(count, "line")}, ${names.of(file)}:${rangeOf(from, to)}: `,
        text: first,
      }),
    ),
    section("folded", foldedByReason(items, names), ({ reason, count, from, to }) => ({
      label: `  ${count} ${FOLDED_WORDS[reason]![count === 1 ? 0 : 1]}, ${rangeOf(from, to)}`,
    })),
  ].filter(({ rows }) => rows.length > 0);
}

function changeRow(change: NewsChange<Buffer>, changes: readonly NewsChange<Buffer>[], names: LogNames): ShownRow {
  const { file, fileLine, field, from, to, count = 1, text, nearest } = change;
  const equal = changes.filter((other) => other.field === field && other.from === from && other.to === to);
  // The first of several rows for the same words counts those that have none.
  const untold = equal.find(({ told }) => told) === change ? equal.filter(({ told }) => !told) : [];
  const others = untold.reduce((sum, other) => sum + (other.count ?? 1), count - 1);
  const more = others > 0 ? ` and ${others} more` : "";
  const what = `${field === undefined ? "" : `${field}: `}${shortWords(from)} → ${shortWords(to)}`;
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

/** How many lines are folded for a reason, and the first and the last place. */
interface FoldedLines {
  readonly reason: string;
  count: number;
  readonly from: string;
  to: string;
}

function foldedByReason(items: readonly NewsItem<Buffer>[], names: LogNames): FoldedLines[] {
  const folded = new Map<string, FoldedLines>();
  for (const item of items) {
    const isUntold = item.kind === "changed" && !item.told;
    if (item.kind !== "folded" && !isUntold) continue;
    const [reason, from, to, count] =
      item.kind === "folded"
        ? [item.reason, item.from, item.to, item.count]
        : ["changed", item.fileLine, item.fileLine, 1];
    const place = names.before(item.file, ":");
    const lines = folded.get(reason) ?? { reason, count: 0, from: `${place}${from}`, to: "" };
    folded.set(reason, Object.assign(lines, { count: lines.count + count, to: `${place}${to}` }));
  }
  return [...folded.values()];
}

/** Words of a log, as many as people need to recognise them. */
function shortWords(text: string): string {
  return shortened(text.replaceAll("\t", " "), MAX_CHANGE);
}

/** From one place to another, or the only one. */
export function rangeOf<Place extends string | number>(from: Place, to: Place): string {
  return from === to ? String(from) : `${from}–${to}`;
}
