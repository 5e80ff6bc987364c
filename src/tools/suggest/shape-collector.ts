import type { LineConsumer } from "../../run/log-lines.ts";
import { LineClassifier } from "../../run/rulebook.ts";
import { hasLineBreak } from "../../text/bytes/ascii.ts";
import type { GivenRules } from "./existing-rules.ts";
import { findHeaders, headersOf } from "./find-headers.ts";
import { HeaderSplitter, type LineHeader } from "./line-header.ts";
import { recordFormatOf } from "./record-format.ts";
import { ShapeTable } from "./shape-table.ts";

/** Headers are found from at most this many of the first lines. */
const MAX_FIRST_LINES = 5000;
const MAX_FIRST_BYTES = 8 * 1024 * 1024;

/** The shapes of lines, as numbers in the order in which they were pushed. All are pushed before the first `rewind`. */
export interface ShapeNumbers {
  push(value: number): void;
  /** Goes to the first number. */
  rewind(): void;
  /** The next number after `rewind`. There must be one. */
  next(): number;
}

/**
 * Collects the shapes of the lines that the given rules leave. The first lines are kept until the headers are known.
 */
export class ShapeCollector implements LineConsumer {
  lineCount = 0;
  givenCount = 0;
  private readonly classifier: LineClassifier;
  private readonly shapes: ShapeNumbers;
  private readonly given: GivenRules;
  private readonly keep: readonly string[];
  /** The first lines, with `undefined` where a log begins. */
  private first: (Buffer | undefined)[] | undefined = [];
  private firstBytes = 0;
  private headers: readonly LineHeader[] = [];
  private table: ShapeTable | undefined;

  /**
   * The shape of each line that the given rules leave is added to `shapes`, except for lines that hold no text and
   * messages with a line break, which no text of a rules file has.
   */
  constructor(given: GivenRules, shapes: ShapeNumbers, keep: readonly string[]) {
    this.given = given;
    this.classifier = new LineClassifier(given.rulebook);
    this.shapes = shapes;
    this.keep = keep;
  }

  begin(): void {
    this.classifier.begin();
    if (this.first === undefined) this.table!.begin();
    else this.first.push(undefined);
  }

  add(bytes: Buffer, start: number, end: number, flaw: string | undefined): void {
    const isText = flaw === undefined;
    this.lineCount++;
    if (this.classifier.countsAsMatched(this.classifier.classify(bytes, start, end, isText))) {
      this.givenCount++;
      return;
    }
    if (!isText || hasLineBreak(bytes, start, end)) return;
    if (this.first === undefined) {
      this.shapes.push(this.table!.add(bytes, start, end));
      return;
    }
    this.first.push(Buffer.from(bytes.subarray(start, end)));
    this.firstBytes += end - start;
    if (this.first.length >= MAX_FIRST_LINES || this.firstBytes > MAX_FIRST_BYTES) this.tableOfFirst();
  }

  finish(): { readonly headers: readonly LineHeader[]; readonly table: ShapeTable } {
    const table = this.table ?? this.tableOfFirst();
    return { headers: this.headers, table };
  }

  /** Finds the headers in the first lines, and makes the table with these lines in it. */
  private tableOfFirst(): ShapeTable {
    const first = this.first ?? [];
    const lines = first.filter((line) => line !== undefined);
    const format = recordFormatOf(lines);
    // The times and levels of records are values of their own keys or columns.
    this.headers = format === undefined ? findHeaders(lines, headersOf(this.given.source?.rules ?? [])) : [];
    const table = new ShapeTable(new HeaderSplitter(this.headers, this.keep), this.headers.length, format);
    for (const line of first) {
      if (line === undefined) table.begin();
      else this.shapes.push(table.add(line, 0, line.length));
    }
    this.table = table;
    this.first = undefined;
    return table;
  }
}
