// The shapes of lines: their headers and the skeletons of what follows these.

import { SPACE, TAB } from "../../text/bytes/ascii.ts";
import { Traces } from "../../text/events/event-reader.ts";
import { MAX_RECORD_BYTES, type RecordFormat, recordFormatOf } from "../../text/records/record-format.ts";
import { normalForm, shortened } from "../../text/shapes/normal-form.ts";
import { Skeletons } from "../../text/shapes/skeleton.ts";
import { findHeaders, type Header, HeaderSplitter } from "./headers.ts";
import type { LogSample, Sample, SampleLine } from "./log-sample.ts";

/** Headers are found from at most this many of the first lines of each log. */
const MAX_FIRST_LINES = 5000;
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
  readonly kept: ReadonlyMap<string, string>;
  readonly skeleton: string;
  readonly form: string;
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
  readonly headers: readonly Header[];
  /** By line of the sample; undefined if the line has none, because it is given or there are too many shapes. */
  readonly shapes: readonly (Shape | undefined)[];
  private readonly keep: ReadonlySet<string>;
  private readonly splitter: HeaderSplitter;
  private readonly skeletons = new Skeletons();
  private readonly format: RecordFormat | undefined;
  private readonly known = new Map<string, Shape>();
  private skeletonLength = 0;

  /** Lines differ in shape if fields of headers in `keep` do. With `hasTraces`, those of stack traces have none. */
  constructor({ lines }: LogSample, keep: readonly string[], hasTraces: boolean) {
    const own = lines.filter(({ isGiven }) => !isGiven).map(({ bytes }) => bytes);
    this.format = recordFormatOf(own.slice(0, MAX_FIRST_LINES));
    // The times and levels of records are values of their own keys or columns.
    this.headers = this.format === undefined ? headersIn(lines) : [];
    this.splitter = new HeaderSplitter(this.headers);
    this.keep = new Set(keep);
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
      if (shape !== undefined) neighbours.add(shape, bytes[0] === SPACE || bytes[0] === TAB);
      return shape;
    });
  }

  /** The shape of a line; undefined if no such line was in the sample. */
  shapeOf(line: Buffer): Shape | undefined {
    return this.known.get(this.keyOf(line).key);
  }

  /** All shapes, in an order that does not depend on that of the lines. */
  all(): Shape[] {
    return [...this.known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shape]) => shape);
  }

  get isFull(): boolean {
    return this.known.size === MAX_SHAPES || this.skeletonLength > MAX_SKELETON_LENGTH;
  }

  get columns(): readonly string[] {
    return this.format?.columns ?? [];
  }

  private add(line: Buffer): Shape | undefined {
    const { key, content, ...own } = this.keyOf(line);
    let shape = this.known.get(key);
    if (shape === undefined) {
      if (this.isFull) return undefined;
      const form = this.format === undefined ? shortened(normalForm(own.skeleton)) : own.skeleton;
      const unknown = { besideIndented: 0, standsAlone: false, hasTraces: false };
      shape = { ...own, form, lines: [], leaders: new Set(), ...unknown };
      this.known.set(key, shape);
      this.skeletonLength += own.skeleton.length;
    }
    shape.lines.push({ line, content });
    return shape;
  }

  /** What tells the shape of a line, and where what follows the header begins. */
  keyOf(line: Buffer) {
    const { splitter, skeletons, format } = this;
    const header = splitter.split(line, 0, line.length);
    const { content } = splitter;
    const kept = splitter.valuesOf(this.keep, line, header);
    const isRecord = format !== undefined && line.length - content <= MAX_RECORD_BYTES;
    const skeleton = isRecord
      ? format.skeletonOf(line.toString("latin1", content), skeletons.ofMessage)
      : skeletons.of(line, content, line.length);
    return { key: shapeKey({ header, kept, skeleton }), header, kept, skeleton, content };
  }
}

/** What tells a shape: the same for the same lines in any sample with the same headers. */
export function shapeKey({ header, kept, skeleton }: Pick<Shape, "header" | "kept" | "skeleton">): string {
  return `${header}\n${keptKey(kept)}\n${skeleton}`;
}

/** The same for equal values of one header only: no line has a line break. */
export function keptKey(kept: Shape["kept"]): string {
  return [...kept.values()].join("\n");
}

/** The headers of the first lines of each log: those of lines that rules match, and those of the others. */
function headersIn(lines: readonly SampleLine[]): Header[] {
  let headers: Header[] = [];
  let [given, others]: [Buffer[], Buffer[]] = [[], []];
  const traces = new Traces<true>();
  for (const [i, { bytes, beginsStretch, isGiven }] of lines.entries()) {
    if (beginsStretch) traces.begin();
    // Lines of stack traces have no header, and are much alike.
    if (traces.leaderOf(bytes) === undefined) {
      traces.lead(bytes, true, true);
      const first = isGiven ? given : others;
      if (first.length < MAX_FIRST_LINES) first.push(bytes);
    }
    if (i + 1 < lines.length && !lines[i + 1]!.beginsStretch) continue;
    headers = findHeaders(others, findHeaders(given, headers));
    [given, others] = [[], []];
  }
  return headers;
}

/** Notes for each shape which lines its lines come after. */
class Neighbours {
  /** The shape of the last line that may have followers in this stretch. */
  private leader: Shape | undefined;
  /** That of the line before, if it has no header, and whether that begins with a blank. */
  private before: Shape | undefined;
  private wasIndented = false;
  /** Whether the last line with a header has nothing else, such as a time above an event. */
  private isUnderHeading = false;

  begin(): void {
    this.leader = undefined;
    this.before = undefined;
    this.isUnderHeading = false;
  }

  add(shape: Shape, isIndented: boolean): void {
    const { before, leader, wasIndented } = this;
    const hasHeader = shape.header !== -1;
    this.before = hasHeader ? undefined : shape;
    this.wasIndented = isIndented;
    if (hasHeader) this.isUnderHeading = shape.form === "";
    const leads = this.isUnderHeading ? !hasHeader && !isIndented : hasHeader;
    if (hasHeader || leads) this.leader = leads ? shape : undefined;
    if (!hasHeader) {
      if (isIndented && before !== undefined) before.besideIndented++;
      if (wasIndented && before !== undefined) shape.besideIndented++;
      if (leads || leader === undefined || shape.leaders.size === MAX_KEPT_LEADERS) shape.standsAlone = true;
      else shape.leaders.add(leader);
    }
  }
}
