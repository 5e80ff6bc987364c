/** Only so many bytes of a line are looked at, and kept as a sample. */
const MAX_BYTES = 1024;

/** Bounds the memory: only so many templates are told apart. Real logs have far fewer. */
const MAX_TEMPLATES = 10_000;

/** What lines that differ only in numbers and ids have in common. */
export interface LineTemplate {
  /** The beginning of the line, with `N`, `HEX` and `UUID` for what varies. */
  readonly template: Buffer;
  readonly count: number;
  /** The beginning of the first of these lines, and its place. */
  readonly sample: Buffer;
  readonly log: string;
  readonly line: number;
}

interface Counted extends LineTemplate {
  count: number;
}

/** A UUID; hexadecimal digits, after 0x or six and more with a letter and a digit among them; or decimal digits anywhere. */
const VARYING =
  /(?<![0-9A-Za-z])(?:([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})|(0x[0-9a-f]+|(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{6,}))(?![0-9A-Za-z])|[0-9]+/gi;

/** Counts lines by their templates. */
export class LineTemplates {
  /** How many lines have templates that came when there were too many. */
  linesOfOtherTemplates = 0;
  private readonly templates = new Map<string, Counted>();

  add(bytes: Buffer, start: number, end: number, log: string, line: number): void {
    const text = bytes.toString("latin1", start, Math.min(end, start + MAX_BYTES));
    const template = text.replace(VARYING, (_: string, uuid?: string, hex?: string) =>
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

  /** The most frequent first; of equals the one that came first. */
  byCount(): LineTemplate[] {
    return [...this.templates.values()].sort((a, b) => b.count - a.count);
  }
}
