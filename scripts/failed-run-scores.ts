// How well what is told of a failed run fits the lines that people labelled. measure-failed-runs.ts says of which runs.

/** What `diff --good` tells, by line numbers. */
export interface Told {
  /** All lines of blocks and of changed rows that are told, as they would be read. */
  readonly lines: ReadonlySet<number>;
  /** Those of them that are not just there because they stand beside new ones. */
  readonly news: ReadonlySet<number>;
  /** The lines of the block that comes first. */
  readonly first: ReadonlySet<number>;
  readonly endsEarly: boolean;
}

/** How the lines that are told fit the labelled ones. */
export interface Score {
  readonly recall: number;
  readonly precision: number;
  readonly f1: number;
  readonly told: number;
  /** The first block has a labelled line. */
  readonly isFirstRight: boolean;
}

type Row =
  | { readonly kind: "block"; readonly rank: number; readonly lines: readonly { line: number; new: boolean }[] }
  | { readonly kind: "changed"; readonly line: number; readonly told: boolean }
  | { readonly kind: "summary"; readonly ended_early?: unknown }
  | { readonly kind: "not_reached" | "folded" };

/** Reads the output of `diff --good --format json`. Throws if it has no summary, as it then was cut off. */
export function readTold(json: string): Told {
  const lines = new Set<number>();
  const news = new Set<number>();
  const first = new Set<number>();
  let summary: { readonly ended_early?: unknown } | undefined;
  for (const text of json.split("\n")) {
    if (text === "") continue;
    const row = JSON.parse(text) as Row;
    if (row.kind === "block") {
      for (const { line, new: isNew } of row.lines) {
        lines.add(line);
        if (isNew) news.add(line);
        if (row.rank === 1) first.add(line);
      }
    } else if (row.kind === "changed" && row.told) {
      lines.add(row.line);
      news.add(row.line);
    } else if (row.kind === "summary") summary = row;
  }
  if (summary === undefined) throw new Error("The output ends without a summary.");
  return { lines, news, first, endsEarly: (summary.ended_early ?? null) !== null };
}

/** Nothing that anybody would have to look at. */
export function isQuiet({ lines, endsEarly }: Told): boolean {
  return lines.size === 0 && !endsEarly;
}

/**
 * The labelled lines: those of errors. Lines of context are not counted, as in the figures that were published for this
 * data. Throws if there are none, or if a line is not in the form that the data's README describes.
 */
export function readLabels(text: string): Set<number> {
  const labels = new Set<number>();
  for (const row of text.split(/\r?\n/).slice(1)) {
    if (row === "") continue;
    const [, kind, from, to = from] = /^([EC]) (\d+)(?:-(\d+))?$/.exec(row) ?? [];
    if (kind === undefined) throw new Error(`No label: ${row}`);
    if (kind === "E") for (let line = Number(from); line <= Number(to); line++) labels.add(line);
  }
  if (labels.size === 0) throw new Error("No line is labelled as an error.");
  return labels;
}

/** Scores what is told. Labels are lines of the failed run. */
export function scoreOf(labels: ReadonlySet<number>, { lines, first }: Told): Score {
  const hits = sharedBy(labels, lines);
  const recall = hits / labels.size;
  const precision = lines.size === 0 ? 0 : hits / lines.size;
  return {
    recall,
    precision,
    f1: hits === 0 ? 0 : (2 * recall * precision) / (recall + precision),
    told: lines.size,
    isFirstRight: sharedBy(labels, first) > 0,
  };
}

function sharedBy(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let count = 0;
  for (const value of a) if (b.has(value)) count++;
  return count;
}

/** The lines of a log as labels count them: LF, CR and CRLF each end one. */
export function linesOf(log: string): string[] {
  const lines = log.split(/\r\n|\r|\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/**
 * Whether a text output shows a labelled line that is not empty: a row that begins with its number, as the file's lines
 * are counted, and has the beginning of its text. Blanks do not count, as they may be shown in another way.
 */
export function showsLabel(output: string, log: string, labels: ReadonlySet<number>): boolean {
  const labelled = new Map<number, string[]>();
  let line = 0;
  for (const [index, text] of log.split("\n").entries()) {
    // The CR of a CRLF ends no line of its own.
    for (const part of linesOf(`${text}\n`)) {
      const start = bare(part).slice(0, 30);
      if (labels.has(++line) && start !== "") labelled.set(index + 1, [...(labelled.get(index + 1) ?? []), start]);
    }
  }
  return output.split("\n").some((row) => {
    const number = /^ *(\d+) /.exec(row)?.[1];
    return number !== undefined && labelled.get(Number(number))?.some((start) => bare(row).includes(start)) === true;
  });
}

/** A text without escape sequences and blanks. */
function bare(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is cut.
  return text.replace(/\x1b\[[0-9;]*[A-Za-z]/g, "").replace(/\s/g, "");
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** All ways to choose some of the values, in their order. */
export function choices<T>(values: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return values.flatMap((value, i) => choices(values.slice(i + 1), count - 1).map((rest) => [value, ...rest]));
}
