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

/**
 * Tells lines of another worker from lines that say something else. No word is needed for that: if good runs have the
 * same line under several names in brackets, and do so for several kinds of lines, these name workers. A state in
 * brackets such as `[FAILED]` mostly belongs to one line.
 */
export class WorkerColumns {
  /** By column, and by shape without the name there: how many names good lines have. */
  private readonly names = new Map<number, Map<string, number>>();
  /** By column: how many kinds of lines come more than once. */
  private readonly repeated = new Map<number, number>();
  private readonly table: ShapeTable;

  private readonly good: readonly number[];
  private hasRead = false;

  constructor(table: ShapeTable, good: readonly number[]) {
    this.table = table;
    this.good = good;
  }

  /** Whether a new shape is a known one of another worker. */
  isOtherWorker(shape: number): boolean {
    const own = this.namesIn(shape);
    if (own.length > 0) this.readGood();
    return own.some(({ name, column, rest }) => {
      const known = this.names.get(column);
      return known?.has(rest) === true && this.isOfWorkers(column) && gravityOf(name) === 0 && !isBadWord(name);
    });
  }

  /** Reads the names in good shapes, when they are first needed. */
  private readGood(): void {
    if (this.hasRead) return;
    this.hasRead = true;
    for (const shape of this.good)
      for (const name of this.namesIn(shape)) this.add(name, this.table.counts.at(shape) > 1);
  }

  private add({ column, rest }: BracketedName, isRepeated: boolean): void {
    const known = this.names.get(column) ?? new Map<string, number>();
    const count = (known.get(rest) ?? 0) + 1;
    this.names.set(column, known.set(rest, count));
    if (count === 2 || (count === 1 && isRepeated)) this.repeated.set(column, (this.repeated.get(column) ?? 0) + 1);
  }

  private isOfWorkers(column: number): boolean {
    let kinds = 0;
    let names = 0;
    for (const count of this.names.get(column)!.values()) {
      if (count > 1) kinds++;
      names = Math.max(names, count);
    }
    return (kinds >= MIN_KINDS || names >= MIN_NAMES) && kinds >= MIN_SHARE * this.repeated.get(column)!;
  }

  private namesIn(shape: number): BracketedName[] {
    const bytes = this.table.shapes.bytes(shape);
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
}
