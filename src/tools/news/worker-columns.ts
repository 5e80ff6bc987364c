// Columns that name the thread or the worker that wrote a line, as in `[http-nio-8080-exec-7]`.

import { OPENING_BRACKET } from "../../text/bytes/ascii.ts";
import { gravityOf } from "../../text/events/bad-words.ts";
import { isBadWord } from "./line-traits.ts";
import type { ShapeTable } from "./shape-table.ts";

/** A column begins in so many bytes, and is one of so many words. */
const MAX_BYTES = 100;
const MAX_WORDS = 6;
/**
 * So many kinds of lines must have several names there, or one kind so many, and such a share of those that come more
 * than once.
 */
const MIN_KINDS = 3;
const MIN_NAMES = 4;
const MIN_SHARE = 0.2;

/** A name in brackets, and the shape without it. */
interface BracketedName {
  readonly name: string;
  /** How many blanks come before it. */
  readonly column: number;
  readonly rest: string;
}

/** What good lines have in brackets in one column. */
interface Column {
  /** By shape without the name: how many names there are. */
  readonly names: Map<string, number>;
  /** How many kinds of lines come more than once. */
  repeated: number;
}

/**
 * Tells lines of another worker from lines that say something else: whether a new shape is a known one but for the
 * worker. No word is needed for that: if good runs have the same line under several names in brackets, and do so for
 * several kinds of lines, these name workers. A state in brackets such as `[FAILED]` mostly belongs to one line.
 */
export function workerTest(table: ShapeTable, good: readonly number[]): (shape: number) => boolean {
  let columns: ReadonlyMap<number, Column> | undefined;
  return (shape) =>
    namesIn(table, shape).some(({ name, column, rest }) => {
      if (gravityOf(name) > 0 || isBadWord(name)) return false;
      columns ??= readColumns(table, good);
      const known = columns.get(column);
      return known?.names.has(rest) === true && hasWorkers(known);
    });
}

function readColumns(table: ShapeTable, good: readonly number[]): Map<number, Column> {
  const columns = new Map<number, Column>();
  for (const shape of good)
    for (const { column, rest } of namesIn(table, shape)) {
      const known = columns.get(column) ?? { names: new Map<string, number>(), repeated: 0 };
      columns.set(column, known);
      const count = (known.names.get(rest) ?? 0) + 1;
      known.names.set(rest, count);
      if (count === 2 || (count === 1 && table.counts.at(shape) > 1)) known.repeated++;
    }
  return columns;
}

function hasWorkers({ names, repeated }: Column): boolean {
  let kinds = 0;
  let most = 0;
  for (const count of names.values()) {
    if (count > 1) kinds++;
    most = Math.max(most, count);
  }
  return (kinds >= MIN_KINDS || most >= MIN_NAMES) && kinds >= MIN_SHARE * repeated;
}

function namesIn({ shapes }: ShapeTable, shape: number): BracketedName[] {
  const bytes = shapes.bytes(shape);
  const names: BracketedName[] = [];
  if (!bytes.includes(OPENING_BRACKET)) return names;
  const text = bytes.toString("latin1");
  let column = 0;
  for (let at = 0; at < Math.min(text.length, MAX_BYTES) && column < MAX_WORDS; at++) {
    if (text[at] === " ") column++;
    if (text[at] !== "[") continue;
    const end = text.indexOf("]", at);
    if (end === -1 || end - at > MAX_BYTES) break;
    names.push({ name: text.slice(at + 1, end), column, rest: text.slice(0, at + 1) + text.slice(end) });
    at = end;
  }
  return names;
}
