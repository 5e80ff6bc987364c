import type { HeaderSplitter, KeptField } from "./line-header.ts";
import { normalForm } from "./normal-form.ts";
import { MAX_RECORD_BYTES, type RecordFormat } from "./record-format.ts";
import { Samples } from "./samples.ts";
import { Skeletons } from "./skeleton.ts";

/** How many skeletons are distinguished. Real logs have some hundreds. */
const MAX_SKELETONS = 16_000;
/**
 * How many bytes skeletons and the first lines that have them may have. Their rules take some hundred times the memory.
 */
const MAX_SKELETON_BYTES = 4 * 1024 * 1024;

/** How many lines of a shape are kept. */
const SAMPLES_PER_SHAPE = 6;

/** How many leaders of a shape are kept. Lines of a shape with more do not belong to those before them. */
const MAX_KEPT_LEADERS = 1000;

/** The number of all shapes that are not distinguished. */
export const FORGOTTEN = 0xffffffff;

/** Lines with the same header and skeleton. */
export interface Shape {
  /** Its number in the order in which shapes were found. */
  readonly id: number;
  /** The index of the header, or -1. */
  readonly header: number;
  /** The values of the header's fields that become text. */
  readonly kept: readonly KeptField[];
  readonly skeleton: string;
  /** The normal form of the skeleton. */
  readonly form: string;
  count: number;
  readonly samples: Samples;
  /** Of lines without a header: the numbers of the shapes of the last lines with one. */
  readonly leaders: Set<number>;
  /** How many of its lines are beside lines that have no header and begin with a blank. */
  besideIndented: number;
  /** Whether some of its lines come before all lines with a header. */
  standsAlone: boolean;
}

const NOTHING: readonly KeptField[] = [];

/** Counts lines by their shapes. Its memory is bounded, and does not grow with the number of lines. */
export class ShapeTable {
  /** How many lines have shapes that are not distinguished, because there are too many. */
  forgotten = 0;
  private readonly splitter: HeaderSplitter;
  private readonly skeletons = new Skeletons();
  private readonly tables: Map<string, Shape>[];
  private readonly list: Shape[] = [];
  /** The shape of the last line with a header in this log. */
  private leader = FORGOTTEN;
  /** The line before in this log, if it has no header: its shape, and whether it begins with a blank. */
  private before: { readonly shape: Shape; readonly isIndented: boolean } | undefined;
  private bytes = 0;
  private readonly format: RecordFormat | undefined;

  /** `format` is that of the lines if they are records. */
  constructor(splitter: HeaderSplitter, headerCount: number, format: RecordFormat | undefined) {
    this.format = format;
    this.splitter = splitter;
    this.tables = Array.from({ length: headerCount + 1 }, () => new Map());
  }

  /** Begins a log. */
  begin(): void {
    this.leader = FORGOTTEN;
    this.before = undefined;
  }

  /** Counts a line and returns the number of its shape, or `FORGOTTEN`. */
  add(bytes: Buffer, start: number, end: number): number {
    const header = this.splitter.split(bytes, start, end);
    const { content } = this.splitter;
    const skeleton = this.skeletonOf(bytes, content, end);
    if (header !== -1) this.leader = FORGOTTEN;
    const table = this.tables[header + 1]!;
    const kept = this.keptOf(bytes, header);
    const key = keyOf(skeleton, kept);
    let shape = table.get(key);
    if (shape === undefined) {
      if (this.list.length === MAX_SKELETONS || this.bytes > MAX_SKELETON_BYTES) {
        this.forgotten++;
        return FORGOTTEN;
      }
      this.bytes += key.length + end - start;
      shape = {
        id: this.list.length,
        header,
        kept,
        skeleton,
        form: this.format === undefined ? normalForm(skeleton) : skeleton,
        count: 0,
        samples: new Samples(SAMPLES_PER_SHAPE),
        leaders: new Set(),
        besideIndented: 0,
        standsAlone: false,
      };
      table.set(key, shape);
      this.list.push(shape);
    }
    shape.count++;
    shape.samples.add(bytes, start, content, end);
    this.noteNeighbours(shape, header === -1 && isBlank(bytes[start]));
    if (header !== -1) this.leader = shape.id;
    else if (this.leader === FORGOTTEN || shape.leaders.size === MAX_KEPT_LEADERS) shape.standsAlone = true;
    else shape.leaders.add(this.leader);
    return shape.id;
  }

  /** The shape of a line; undefined if no such line was added or its shape is not distinguished. */
  shapeOf(bytes: Buffer, start: number, end: number): Shape | undefined {
    const header = this.splitter.split(bytes, start, end);
    const skeleton = this.skeletonOf(bytes, this.splitter.content, end);
    return this.tables[header + 1]!.get(keyOf(skeleton, this.keptOf(bytes, header)));
  }

  private keptOf(bytes: Buffer, header: number): readonly KeptField[] {
    return this.splitter.keeps(header) ? this.splitter.keptValues(bytes, header) : NOTHING;
  }

  private noteNeighbours(shape: Shape, isIndented: boolean): void {
    const { before } = this;
    this.before = shape.header === -1 ? { shape, isIndented } : undefined;
    if (before === undefined || shape.header !== -1) return;
    if (isIndented) before.shape.besideIndented++;
    if (before.isIndented) shape.besideIndented++;
  }

  private skeletonOf(bytes: Buffer, from: number, to: number): string {
    const { skeletons, format } = this;
    if (format === undefined || to - from > MAX_RECORD_BYTES) return skeletons.of(bytes, from, to);
    return format.skeletonOf(bytes.toString("latin1", from, to), skeletons.ofMessage);
  }

  /** The names of the columns; empty unless the lines are rows of a table with a heading. */
  get columns(): readonly string[] {
    return this.format?.columns ?? [];
  }

  /** The shape with this number. */
  shape(id: number): Shape {
    return this.list[id]!;
  }

  /** Where the content of a line begins. */
  contentOf(bytes: Buffer, start: number, end: number): number {
    this.splitter.split(bytes, start, end);
    return this.splitter.content;
  }

  /** All shapes with this header, or without any for -1. Their order does not depend on that of the lines. */
  shapes(header: number): Shape[] {
    return [...this.tables[header + 1]!].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shape]) => shape);
  }
}

/** What distinguishes the shapes with one header. */
function keyOf(skeleton: string, kept: readonly KeptField[]): string {
  return kept.length === 0 ? skeleton : `${keptKey(kept)}\n${skeleton}`;
}

/** The same for equal values of one header only: no line has a line break. */
export function keptKey(kept: readonly KeptField[]): string {
  return kept.map(({ value }) => value).join("\n");
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09;
}
