import type { HeaderSplitter } from "./header.ts";
import { normalForm } from "./normal-form.ts";
import { Samples } from "./samples.ts";
import { Skeletons } from "./skeleton.ts";

/** How many skeletons are told apart. Real logs have some hundreds. */
const MAX_SKELETONS = 50_000;
/** How many bytes of skeletons are kept. */
const MAX_BYTES = 64 * 1024 * 1024;

const SAMPLES = 6;

/** Lines with the same header and skeleton. */
export interface Shape {
  /** The index of the header, or -1. */
  readonly header: number;
  readonly skeleton: string;
  /** The normal form of the skeleton. */
  readonly form: string;
  count: number;
  readonly samples: Samples;
}

/** Counts lines by their shapes. Its memory is bounded, and does not grow with the number of lines. */
export class ShapeTable {
  /** How many lines have shapes that are not told apart, because there are too many. */
  forgotten = 0;
  private readonly splitter: HeaderSplitter;
  private readonly skeletons = new Skeletons();
  private readonly tables: Map<string, Shape>[];
  private size = 0;
  private bytes = 0;

  constructor(splitter: HeaderSplitter, headerCount: number) {
    this.splitter = splitter;
    this.tables = Array.from({ length: headerCount + 1 }, () => new Map());
  }

  /** Counts a line. */
  add(bytes: Buffer, start: number, end: number): void {
    const header = this.splitter.split(bytes, start, end);
    const { content } = this.splitter;
    const skeleton = this.skeletons.of(bytes, content, end);
    const table = this.tables[header + 1]!;
    let shape = table.get(skeleton);
    if (shape === undefined) {
      if (this.size === MAX_SKELETONS || this.bytes > MAX_BYTES) {
        this.forgotten++;
        return;
      }
      this.size++;
      this.bytes += skeleton.length;
      shape = { header, skeleton, form: normalForm(skeleton), count: 0, samples: new Samples(SAMPLES) };
      table.set(skeleton, shape);
    }
    shape.count++;
    shape.samples.add(bytes, start, content, end);
  }

  /** Where the content of the line begins that was looked at last. */
  get contentOfLast(): number {
    return this.splitter.content;
  }

  /** The shape of a line that was counted, or undefined if it was forgotten. */
  shapeOf(bytes: Buffer, start: number, end: number): Shape | undefined {
    const header = this.splitter.split(bytes, start, end);
    return this.tables[header + 1]!.get(this.skeletons.of(bytes, this.splitter.content, end));
  }

  /** All shapes with a header, in the order of their skeletons. */
  shapes(header: number): Shape[] {
    return [...this.tables[header + 1]!.values()].sort((a, b) => (a.skeleton < b.skeleton ? -1 : 1));
  }
}
