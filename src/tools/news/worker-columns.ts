// Columns that name the thread or the worker that wrote a line, as in `[http-nio-8080-exec-7]`.

import { OPENING_BRACKET } from "../../text/bytes/ascii.ts";
import { gravityOf } from "../../text/events/bad-words.ts";
import { isBadWord } from "./line-traits.ts";
import type { ShapeTable } from "./shape-table.ts";

/** A column is one of so many words in so many bytes. */
const MAX_WORDS = 6;
const MAX_BYTES = 100;
/**
 * So many kinds of lines must have several names there, or one kind so many, and such a share of those that come more
 * than once.
 */
const MIN_KINDS = 3;
const MIN_NAMES = 4;
const MIN_SHARE = 0.2;

/** Lines that differ only in a name in brackets. */
interface Kind {
  names: number;
  lines: number;
}

/**
 * Tells lines of another worker from lines that say something else: whether a new shape is a known one but for the
 * worker. No word is needed for that: if good runs have the same line under several names in brackets, and do so for
 * several kinds of lines, these name workers. A state in brackets such as `[FAILED]` mostly belongs to one line.
 */
export function workerTest(table: ShapeTable, good: readonly number[]): (shape: number) => boolean {
  let columns: Map<number, Map<string, Kind>> | undefined;
  return (shape) =>
    namesIn(table, shape).some(([name, column, rest]) => {
      columns ??= columnsOf(table, good);
      return columns.get(column)?.has(rest) && gravityOf(name) === 0 && !isBadWord(name);
    });
}

/** By how many blanks come before it: the columns of workers, with the kinds of their lines. */
function columnsOf(table: ShapeTable, good: readonly number[]): Map<number, Map<string, Kind>> {
  const columns = new Map<number, Map<string, Kind>>();
  for (const shape of good)
    for (const [, column, rest] of namesIn(table, shape)) {
      const kinds = columns.get(column) ?? new Map<string, Kind>();
      columns.set(column, kinds);
      const kind = kinds.get(rest) ?? { names: 0, lines: 0 };
      kinds.set(rest, kind);
      kind.names++;
      kind.lines += table.counts.at(shape);
    }
  for (const [column, kinds] of columns) {
    const all = [...kinds.values()];
    const several = all.filter(({ names }) => names > 1).length;
    const isWorker = several >= MIN_KINDS || all.some(({ names }) => names >= MIN_NAMES);
    if (!isWorker || several < MIN_SHARE * all.filter(({ lines }) => lines > 1).length) columns.delete(column);
  }
  return columns;
}

/** Each name in brackets, its column, and the shape without it. */
function namesIn({ shapes }: ShapeTable, shape: number): [name: string, column: number, rest: string][] {
  const bytes = shapes.bytes(shape);
  if (!bytes.includes(OPENING_BRACKET)) return [];
  const text = bytes.toString("latin1");
  return [...text.slice(0, MAX_BYTES).matchAll(/\[[^\]]{0,100}\]/g)].flatMap(({ 0: name, index }) => {
    const column = text.slice(0, index).split(" ").length - 1;
    const rest = text.slice(0, index + 1) + text.slice(index + name.length - 1);
    return column < MAX_WORDS ? [[name.slice(1, -1), column, rest]] : [];
  });
}
