// Good runs stored as a file of known lines: a kind of lines is a shape, its example is the line that is shown.

import {
  exampleOf,
  formatKnownLines,
  type KnownLine,
  type KnownLines,
  sampleOfTemplate,
  type WrittenLine,
} from "../../run/known-lines.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import type { GoodSource } from "./run.ts";
import type { ShapeTable, StoredShape } from "./shape-table.ts";

/** Stored good runs. */
export class StoredTable implements GoodSource {
  readonly name: string;
  readonly runs: number;
  readonly shapes = new NumberList();
  private readonly lines: readonly KnownLine[];
  private readonly areTemplates: boolean;

  constructor(name: string, { areTemplates, runs, lines }: KnownLines) {
    this.name = name;
    this.runs = runs;
    this.lines = lines;
    this.areTemplates = areTemplates;
  }

  /** Tells a table what it knows. `source` is the index that the table knows it by. */
  addTo(table: ShapeTable, source: number): void {
    table.runCount += this.runs;
    for (const [i, line] of this.lines.entries()) {
      const shape = table.readStored(this.readText(i));
      this.shapes.push(shape);
      table.addStored(shape, source, i, this.storedShape(line, table));
    }
  }

  fileLine(index: number): number {
    return this.lines[index]!.line;
  }

  text(index: number): Buffer {
    return this.lines[index]!.text;
  }

  readText(index: number): Buffer {
    const text = this.text(index);
    return this.areTemplates ? sampleOfTemplate(text) : text;
  }

  /** What is stored of the kind of a line that the table has just read. */
  private storedShape({ lines, runs = this.runs, fixed, values }: KnownLine, table: ShapeTable): StoredShape {
    const few = [...values].map(([number, texts]) => [number - 1, texts.map((text) => Buffer.from(text))] as const);
    const one = fixed.flatMap((number): (readonly [number, Buffer[]])[] => {
      const value = table.facts.text(number - 1);
      return value === undefined ? [] : [[number - 1, [value]]];
    });
    return { lines: Math.max(lines ?? runs, runs), runs, numbers: new Map([...one, ...few]) };
  }
}

/**
 * The text of a file that stores what a table knows of good runs. Where an older file has examples that are still
 * right, they stay, so that a change of the file shows which kinds of lines came and went.
 */
export function formatTable(table: ShapeTable, sources: readonly GoodSource[], old: KnownLines): string {
  const examples = new Map<number, Buffer>();
  const lines: WrittenLine[] = [];
  const { size } = table;
  for (const { text } of old.areTemplates ? [] : old.lines) {
    const shape = table.readStored(text);
    if (shape < size && table.isKnown(shape) && table.facts.agree(shape)) examples.set(shape, text);
  }
  for (let shape = 0; shape < size; shape++) {
    if (!table.isKnown(shape)) continue;
    const { source, goodIndex } = table.firstOf(shape);
    const text = examples.get(shape) ?? exampleOf(sources[source]!.readText(goodIndex));
    lines.push(writtenLine(table, shape, text));
  }
  return formatKnownLines(lines, table.runCount);
}

function writtenLine(table: ShapeTable, shape: number, text: Buffer): WrittenLine {
  table.readStored(text);
  const { lines, runs, numbers } = table.stored(shape);
  const all = [...numbers].map(
    ([index, few]) => [index + 1, few.map((value) => Buffer.from(value).toString())] as const,
  );
  const fixed = all.flatMap(([number, few]) => (few.length === 1 ? [number] : []));
  const values = new Map(all.filter(([, few]) => few.length !== 1));
  return { shape: table.shapes.bytes(shape), text, lines, runs, fixed, values };
}
