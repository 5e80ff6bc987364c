import { Masker } from "../masks/masker.ts";

/** How many bytes of a line make its template and its sample. */
const MAX_BYTES = 1024;

/** How many templates are counted separately. Bounds the memory; real logs have far fewer. */
const MAX_TEMPLATES = 10_000;

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
}

interface CountedTemplate extends LineTemplate {
  count: number;
}

const masker = new Masker();
const scratch = Buffer.allocUnsafeSlow(masker.room(new Uint8Array(), 0, MAX_BYTES));

/** Counts lines by their templates. */
export class LineTemplates {
  /** How many lines have templates that are not counted separately. */
  linesOfOtherTemplates = 0;
  private readonly templates = new Map<string, CountedTemplate>();

  add(bytes: Buffer, start: number, end: number, log: string, line: number): void {
    const to = Math.min(end, start + MAX_BYTES);
    const template = scratch.toString("latin1", 0, masker.write(bytes, start, to, scratch, 0));
    const known = this.templates.get(template);
    if (known !== undefined) {
      known.count++;
    } else if (this.templates.size === MAX_TEMPLATES) {
      this.linesOfOtherTemplates++;
    } else {
      this.templates.set(template, {
        ...{ template: Buffer.from(template, "latin1"), count: 1, log, line },
        sample: Buffer.from(bytes.subarray(start, to)),
      });
    }
  }

  /** The templates, the most frequent first. Equally frequent ones are in the order of their first lines. */
  byCount(): LineTemplate[] {
    return [...this.templates.values()].sort((a, b) => b.count - a.count);
  }
}
