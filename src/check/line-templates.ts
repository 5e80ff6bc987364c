/** How many bytes of a line make its template and its sample. */
const MAX_BYTES = 1024;

/** How many templates are counted separately. Bounds the memory; real logs have far fewer. */
const MAX_TEMPLATES = 10_000;

/** What lines that differ only in numbers and ids have in common, and how many such lines there are. */
export interface LineTemplate {
  /** The beginning of these lines, with `N`, `HEX` and `UUID` in place of what varies. */
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

/**
 * A UUID; hexadecimal digits after `0x`; six or more hexadecimal digits that include a letter and a decimal digit; or
 * decimal digits anywhere.
 */
const VARIABLE_PARTS =
  /(?<![0-9A-Za-z])(?:([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})|(0x[0-9a-f]+|(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{6,}))(?![0-9A-Za-z])|[0-9]+/gi;

/** Counts lines by their templates. */
export class LineTemplates {
  /** How many lines have templates that are not counted separately. */
  linesOfOtherTemplates = 0;
  private readonly templates = new Map<string, CountedTemplate>();

  add(bytes: Buffer, start: number, end: number, log: string, line: number): void {
    const text = bytes.toString("latin1", start, Math.min(end, start + MAX_BYTES));
    const template = text.replace(VARIABLE_PARTS, (_: string, uuid?: string, hex?: string) =>
      uuid !== undefined ? "UUID" : hex !== undefined ? "HEX" : "N",
    );
    const known = this.templates.get(template);
    if (known !== undefined) {
      known.count++;
    } else if (this.templates.size === MAX_TEMPLATES) {
      this.linesOfOtherTemplates++;
    } else {
      this.templates.set(template, {
        ...{ template: Buffer.from(template, "latin1"), count: 1, log, line },
        sample: Buffer.from(text, "latin1"),
      });
    }
  }

  /** The templates, the most frequent first. Equally frequent ones are in the order of their first lines. */
  byCount(): LineTemplate[] {
    return [...this.templates.values()].sort((a, b) => b.count - a.count);
  }
}
