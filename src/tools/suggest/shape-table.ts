// The shapes of lines: their headers and the skeletons of what follows these.

import { TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import { Traces } from "../../text/events/traces.ts";
import { MAX_RECORD_BYTES, type RecordFormat, recordFormatOf } from "../../text/records/record-format.ts";
import { normalForm, shortened } from "../../text/shapes/normal-form.ts";
import { Skeletons } from "../../text/shapes/skeleton.ts";
import { findHeaders } from "./find-headers.ts";
import { HeaderSplitter, type KeptField, type LineHeader } from "./line-header.ts";
import type { LogSample, Sample, SampleLine } from "./log-sample.ts";

/** Headers are found from at most this many of the first lines of each log. */
const MAX_FIRST_LINES = 5000;
/** How many shapes are distinguished. Real logs have some hundreds. */
const MAX_SHAPES = 4000;
/** How long their skeletons may be together. Rules take hundreds of times as many bytes while they are tried. */
const MAX_SKELETON_LENGTH = 2 * 1024 * 1024;
/** How many leaders of a shape are kept. Lines of a shape with more do not belong to those before them. */
const MAX_KEPT_LEADERS = 1000;

/** Lines with the same header and skeleton. */
export interface Shape {
  /** The index of the header, or -1. */
  readonly header: number;
  /** The values of the header's fields that become text. */
  readonly kept: readonly KeptField[];
  readonly skeleton: string;
  /** The normal form of the skeleton. */
  readonly form: string;
  /** Its lines. */
  readonly lines: Sample[];
  /** Of lines without a header: the shapes of the last lines with one. */
  readonly leaders: Set<Shape>;
  /** How many of its lines are beside lines that have no header and begin with a blank. */
  besideIndented: number;
  /** Whether some of its lines come before all lines with a header. */
  standsAlone: boolean;
  /** Whether stack traces belong to its lines. */
  hasTraces: boolean;
}

/** The shapes of the lines of a sample that the given rules leave. */
export class ShapeTable {
  readonly headers: readonly LineHeader[];
  /** By line of the sample; undefined if the line has none, because it is given or there are too many shapes. */
  readonly shapes: readonly (Shape | undefined)[];
  private readonly splitter: HeaderSplitter;
  private readonly skeletons = new Skeletons();
  private readonly format: RecordFormat | undefined;
  private readonly known = new Map<string, Shape>();
  private skeletonLength = 0;

  /**
   * `known` are headers of other rules. `keep` names fields of headers; lines with different values of them have
   * different shapes. `hasTraces` says that stack traces belong to the lines before them, and have no shapes.
   */
  constructor({ lines }: LogSample, known: readonly LineHeader[], keep: readonly string[], hasTraces: boolean) {
    const own = lines.filter(({ isGiven }) => !isGiven).map(({ bytes }) => bytes);
    this.format = recordFormatOf(own.slice(0, MAX_FIRST_LINES));
    // The times and levels of records are values of their own keys or columns.
    this.headers = this.format === undefined ? headersIn(lines, known) : [];
    this.splitter = new HeaderSplitter(this.headers, keep);
    const traces = hasTraces ? new Traces<Shape>() : undefined;
    const neighbours = new Neighbours();
    this.shapes = lines.map(({ bytes, beginsStretch, isGiven }) => {
      if (beginsStretch) {
        neighbours.begin();
        traces?.begin();
      }
      if (isGiven) return undefined;
      const leader = this.splitter.split(bytes, 0, bytes.length) === -1 ? traces?.leaderOf(bytes) : undefined;
      if (leader !== undefined) {
        leader.hasTraces = true;
        return undefined;
      }
      const shape = this.add(bytes);
      traces?.lead(bytes, shape !== undefined && shape.header !== -1, shape);
      if (shape !== undefined) neighbours.add(shape, isBlank(bytes[0]));
      return shape;
    });
  }

  /** The shape of a line; undefined if no such line was in the sample. */
  shapeOf(line: Buffer): Shape | undefined {
    return this.known.get(this.keyOf(line).key);
  }

  /** Where what follows the header of a line begins. */
  contentOf(line: Buffer): number {
    this.splitter.split(line, 0, line.length);
    return this.splitter.content;
  }

  /** All shapes, in an order that does not depend on that of the lines. */
  all(): Shape[] {
    return [...this.known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shape]) => shape);
  }

  /** Whether no further shapes are told apart. */
  get isFull(): boolean {
    return this.known.size === MAX_SHAPES || this.skeletonLength > MAX_SKELETON_LENGTH;
  }

  /** The names of the columns; empty unless the lines are rows of a table with a heading. */
  get columns(): readonly string[] {
    return this.format?.columns ?? [];
  }

  private add(line: Buffer): Shape | undefined {
    const { key, header, kept, skeleton, content } = this.keyOf(line);
    let shape = this.known.get(key);
    if (shape === undefined) {
      if (this.isFull) return undefined;
      shape = {
        ...{ header, kept, skeleton, lines: [], leaders: new Set() },
        form: this.format === undefined ? shortened(normalForm(skeleton)) : skeleton,
        ...{ besideIndented: 0, standsAlone: false, hasTraces: false },
      };
      this.known.set(key, shape);
      this.skeletonLength += skeleton.length;
    }
    shape.lines.push({ line, content });
    return shape;
  }

  /** What tells the shape of a line, and where what follows the header begins. */
  keyOf(line: Buffer) {
    const header = this.splitter.split(line, 0, line.length);
    const { content } = this.splitter;
    const kept = this.splitter.keptValues(line, header);
    const skeleton = this.skeletonOf(line, content);
    return { key: shapeKey({ header, kept, skeleton }), header, kept, skeleton, content };
  }

  private skeletonOf(line: Buffer, from: number): string {
    const { skeletons, format } = this;
    if (format === undefined || line.length - from > MAX_RECORD_BYTES) return skeletons.of(line, from, line.length);
    return format.skeletonOf(line.toString("latin1", from), skeletons.ofMessage);
  }
}

/** The headers of the first lines of each log. */
function headersIn(lines: readonly SampleLine[], known: readonly LineHeader[]): LineHeader[] {
  const splitter = new HeaderSplitter(known);
  const given = lines.filter(({ isGiven }) => isGiven);
  const proven = new Set(given.map(({ bytes }) => splitter.split(bytes, 0, bytes.length)));
  let headers = known.filter((_, i) => proven.has(i));
  let first: Buffer[] = [];
  const traces = new Traces<true>();
  for (const [i, { bytes, beginsStretch, isGiven }] of lines.entries()) {
    if (beginsStretch) traces.begin();
    // Lines of stack traces have no header, and are much alike.
    if (traces.leaderOf(bytes) === undefined) {
      traces.lead(bytes, true, true);
      if (!isGiven && first.length < MAX_FIRST_LINES) first.push(bytes);
    }
    if (i + 1 < lines.length && !lines[i + 1]!.beginsStretch) continue;
    headers = findHeaders(first, headers);
    first = [];
  }
  // Others may be those of some lines. Without a time, they could be those of any.
  return [...headers, ...known.filter((header, i) => !proven.has(i) && hasTime(header))];
}

function hasTime({ elements }: LineHeader): boolean {
  return elements.some((element) => "field" in element && element.field === TIMESTAMP_FIELD);
}

/** Notes for each shape which lines its lines come after. */
class Neighbours {
  /** The shape of the last line with a header in this stretch. */
  private leader: Shape | undefined;
  /** The line before, if it has no header: its shape, and whether it begins with a blank. */
  private before: { readonly shape: Shape; readonly isIndented: boolean } | undefined;

  begin(): void {
    this.leader = undefined;
    this.before = undefined;
  }

  add(shape: Shape, beginsBlank: boolean): void {
    const { before, leader } = this;
    const isIndented = beginsBlank && shape.header === -1;
    this.before = shape.header === -1 ? { shape, isIndented } : undefined;
    if (shape.header !== -1) {
      this.leader = shape;
      return;
    }
    if (before !== undefined) {
      if (isIndented) before.shape.besideIndented++;
      if (before.isIndented) shape.besideIndented++;
    }
    if (leader === undefined || shape.leaders.size === MAX_KEPT_LEADERS) shape.standsAlone = true;
    else shape.leaders.add(leader);
  }
}

/** What tells a shape: the same for the same lines in any sample with the same headers. */
export function shapeKey({ header, kept, skeleton }: Pick<Shape, "header" | "kept" | "skeleton">): string {
  return `${header}\n${keptKey(kept)}\n${skeleton}`;
}

/** The same for equal values of one header only: no line has a line break. */
export function keptKey(kept: readonly KeptField[]): string {
  return kept.map(({ value }) => value).join("\n");
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09;
}
