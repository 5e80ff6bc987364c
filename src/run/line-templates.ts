import { hasLineBreak } from "../text/bytes/ascii.ts";
import { CleanLine } from "../text/shapes/clean-line.ts";
import { type KnownLine, MAX_KNOWN_BYTES } from "./known-lines.ts";
import type { KnownShapes } from "./known-shapes.ts";

/**
 * How many templates that are not known are counted separately. Bounds the memory; real logs have far fewer.
 */
export const MAX_TEMPLATES = 10_000;

/** What lines that differ only in their varying parts have in common, and how many such lines there are. */
export interface LineTemplate {
  /** The shape of the beginning of these lines. */
  readonly template: Buffer;
  readonly count: number;
  /** The beginning of the first such line. */
  readonly sample: Buffer;
  /** The log of that line. */
  readonly log: string;
  /** The number of that line. */
  readonly line: number;
  /** Whether it is not known. */
  readonly isNew: boolean;
  /** What knows it. */
  readonly known: KnownLine | undefined;
  /** Why no rule is tried on these lines, in words that follow "the line"; undefined if one is tried on any of them. */
  readonly flaw: string | undefined;
  /** Whether these are messages with a line break, all of them. */
  readonly haveLineBreak: boolean;
}

/** Whether a rule may be suggested for some of these lines: no text has a line break, no pattern is for empty lines. */
export function mayGetRule({ sample, flaw, haveLineBreak }: LineTemplate): boolean {
  return flaw === undefined && !haveLineBreak && sample.length > 0;
}

/**
 * Returns how many bytes of the sample the first `length` bytes of its template stand for. They must end with a blank.
 * Returns 0 if that cannot be told.
 */
export function sampleStart({ template, sample }: Pick<LineTemplate, "template" | "sample">, length: number): number {
  if (length === 0) return 0;
  // Blanks at the end are not part of a shape.
  const start = template.toString("latin1", 0, length - 1);
  // From the right, because a date has the same shape as a date with its time.
  for (let end = sample.length; end > 0; end--)
    if (sample[end - 1] === BLANK && shapeOf(sample, 0, end) === start) return end;
  return 0;
}

interface CountedTemplate extends LineTemplate {
  count: number;
  isNew: boolean;
  known: KnownLine | undefined;
  flaw: string | undefined;
  haveLineBreak: boolean;
}

const BLANK = 0x20;

const clean = new CleanLine();

/** As Latin-1 text, a character for each byte. */
function shapeOf(bytes: Uint8Array, start: number, end: number): string {
  clean.read(bytes, start, end);
  return clean.shape.bytes.toString("latin1", 0, clean.shape.length);
}

/** Counts lines by their templates. */
export class LineTemplates {
  /** How many lines have templates that are not counted separately. None of these is known. */
  linesOfOtherTemplates = 0;
  private readonly templates = new Map<string, CountedTemplate>();
  private readonly known: KnownShapes | undefined;
  private newTemplates = 0;

  /** Lines of known shapes are always counted separately. */
  constructor(known?: KnownShapes) {
    this.known = known;
  }

  /** Counts a line, and returns its template as Latin-1. `flaw` says why no rule is tried on it, if none is. */
  add(bytes: Buffer, start: number, end: number, log: string, line: number, flaw?: string): string {
    const to = Math.min(end, start + MAX_KNOWN_BYTES);
    const template = shapeOf(bytes, start, to);
    const counted = this.templates.get(template);
    if (counted !== undefined) {
      counted.count++;
      if (counted.isNew) this.setKnown(counted, this.known?.find(template, bytes, start, to));
      if (flaw === undefined) counted.flaw = undefined;
      if (counted.haveLineBreak) counted.haveLineBreak = hasLineBreak(bytes, start, end);
      return template;
    }
    const known = this.known?.find(template, bytes, start, to);
    const isNew = known === undefined;
    if (isNew && this.newTemplates === MAX_TEMPLATES) {
      this.linesOfOtherTemplates++;
    } else {
      if (isNew) this.newTemplates++;
      this.templates.set(template, {
        ...{ template: Buffer.from(template, "latin1"), count: 1, log, line, isNew, known },
        sample: Buffer.from(bytes.subarray(start, to)),
        ...{ flaw, haveLineBreak: hasLineBreak(bytes, start, end) },
      });
    }
    return template;
  }

  /** A file of the first version may know some lines of a shape and not others. Then it knows the shape. */
  private setKnown(counted: CountedTemplate, known: KnownLine | undefined): void {
    if (known === undefined) return;
    counted.known = known;
    counted.isNew = false;
    this.newTemplates--;
  }

  /** The templates, new ones first, then the most frequent. Equal ones are in the order of their first lines. */
  byCount(): LineTemplate[] {
    return [...this.templates.values()].sort((a, b) => Number(b.isNew) - Number(a.isNew) || b.count - a.count);
  }
}
