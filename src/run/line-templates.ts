import { hasLineBreak } from "../text/bytes/ascii.ts";
import { Masker } from "../text/masks/masker.ts";

/** How many bytes of a line make its template and its sample. */
const MAX_BYTES = 1024;

/**
 * How many templates that are not known are counted separately. Bounds the memory; real logs have far fewer.
 */
export const MAX_TEMPLATES = 10_000;

/** What lines that differ only in their varying parts have in common, and how many such lines there are. */
export interface LineTemplate {
  /** The beginning of these lines, masked. */
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
  /** Why no rule is tried on these lines, in words that follow "the line"; undefined if one is tried on any of them. */
  readonly flaw: string | undefined;
  /** Whether these are messages with a line break, all of them. */
  readonly haveLineBreak: boolean;
}

/** Whether a rule may be suggested for some of these lines: no text has a line break, no pattern is for empty lines. */
export function mayGetRule({ template, flaw, haveLineBreak }: LineTemplate): boolean {
  return flaw === undefined && !haveLineBreak && template.length > 0;
}

/**
 * Returns how many bytes of the sample the first `length` bytes of its template stand for. They must end with a blank.
 * Returns 0 if that cannot be told.
 */
export function sampleStart({ template, sample }: Pick<LineTemplate, "template" | "sample">, length: number): number {
  if (length === 0) return 0;
  const start = template.subarray(0, length);
  // From the right, because a date is masked like a date with its time.
  for (let end = sample.length; end > 0; end--) {
    if (sample[end - 1] !== BLANK) continue;
    if (scratch.subarray(0, masker.write(sample, 0, end, scratch, 0)).equals(start)) return end;
  }
  return 0;
}

interface CountedTemplate extends LineTemplate {
  count: number;
  flaw: string | undefined;
  haveLineBreak: boolean;
}

const BLANK = 0x20;

const masker = new Masker();
const scratch = Buffer.allocUnsafeSlow(masker.room(new Uint8Array(), 0, MAX_BYTES));

/** Counts lines by their templates. */
export class LineTemplates {
  /** How many lines have templates that are not counted separately. None of these is known. */
  linesOfOtherTemplates = 0;
  private readonly templates = new Map<string, CountedTemplate>();
  private readonly known: ReadonlySet<string>;
  private newTemplates = 0;

  /** `known` are templates as Latin-1 text, a character for each byte, and are always counted separately. */
  constructor(known: ReadonlySet<string> = new Set()) {
    this.known = known;
  }

  /** Counts a line, and returns its template as Latin-1. `flaw` says why no rule is tried on it, if none is. */
  add(bytes: Buffer, start: number, end: number, log: string, line: number, flaw?: string): string {
    const to = Math.min(end, start + MAX_BYTES);
    const template = scratch.toString("latin1", 0, masker.write(bytes, start, to, scratch, 0));
    const counted = this.templates.get(template);
    if (counted !== undefined) {
      counted.count++;
      if (flaw === undefined) counted.flaw = undefined;
      if (counted.haveLineBreak) counted.haveLineBreak = hasLineBreak(bytes, start, end);
      return template;
    }
    const isNew = !this.known.has(template);
    if (isNew && this.newTemplates === MAX_TEMPLATES) {
      this.linesOfOtherTemplates++;
    } else {
      if (isNew) this.newTemplates++;
      this.templates.set(template, {
        ...{ template: Buffer.from(template, "latin1"), count: 1, log, line, isNew },
        sample: Buffer.from(bytes.subarray(start, to)),
        ...{ flaw, haveLineBreak: hasLineBreak(bytes, start, end) },
      });
    }
    return template;
  }

  /** The templates, new ones first, then the most frequent. Equal ones are in the order of their first lines. */
  byCount(): LineTemplate[] {
    return [...this.templates.values()].sort((a, b) => Number(b.isNew) - Number(a.isNew) || b.count - a.count);
  }
}
