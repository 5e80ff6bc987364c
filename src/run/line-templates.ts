import { hasLineBreak, SPACE } from "../text/bytes/ascii.ts";
import { EventReader } from "../text/events/event-reader.ts";
import { type KnownLine, type KnownShapes, MAX_KNOWN_BYTES, shapeOf } from "./known-lines.ts";

/** So many templates that are not known are counted separately. Real logs have far fewer. */
export const MAX_TEMPLATES = 10_000;

/** Lines that differ only in their varying parts. Of a stack trace, only the line that tells it counts. */
export interface LineTemplate {
  /** The shape of the beginning of these lines. */
  readonly template: Buffer;
  readonly count: number;
  /** How many further lines belong to them: the frames and other lines of stack traces. */
  readonly followed: number;
  /** The beginning of the first such line. */
  readonly sample: Buffer;
  /** Where that line is. */
  readonly log: string;
  readonly line: number;
  readonly isNew: boolean;
  readonly known: readonly KnownLine[];
  /** Why no rule is tried on these lines, in words that follow "the line"; undefined if one is tried on any of them. */
  readonly flaw: string | undefined;
  /** Whether these are messages with a line break, all of them. */
  readonly haveLineBreak: boolean;
}

/** Whether a rule may be suggested for some of these lines: no text has a line break, no pattern is for empty lines. */
export function mayGetRule({ sample, flaw, haveLineBreak }: LineTemplate): boolean {
  return flaw === undefined && !haveLineBreak && sample.length > 0;
}

/** How many bytes of the sample are the first `length` ones of the template, up to a blank; 0 if unclear. */
export function sampleStart({ template, sample }: Pick<LineTemplate, "template" | "sample">, length: number): number {
  if (length === 0) return 0;
  // Blanks at the end are not part of a shape.
  const start = template.toString("latin1", 0, length - 1);
  // From the right, because a date has the same shape as a date with its time.
  for (let end = sample.length; end > 0; end--)
    if (sample[end - 1] === SPACE && shapeOf(sample, 0, end) === start) return end;
  return 0;
}

type CountedTemplate = { -readonly [Key in keyof LineTemplate]: LineTemplate[Key] } & { known: KnownLine[] };

/** Counts lines by their templates. */
export class LineTemplates {
  /** How many lines have templates that are not counted separately. None of these is known. */
  linesOfOtherTemplates = 0;
  private readonly templates = new Map<string, CountedTemplate>();
  private readonly known: KnownShapes | undefined;
  private newTemplates = 0;
  private readonly events = new EventReader();
  /** The template of the telling line, as far as it is known, of the event that the last line belongs to. */
  private telling: CountedTemplate | undefined;
  private followed = 0;
  /** The templates of lines that belong to it if a later line does. */
  private readonly pending: CountedTemplate[] = [];
  /** Stands for all templates that are not counted separately. */
  private readonly other: CountedTemplate = templateOf("", { log: "", line: 0, isNew: true, sample: Buffer.alloc(0) });

  /** Lines of known shapes are always counted separately. */
  constructor(known?: KnownShapes) {
    this.known = known;
  }

  /**
   * Counts a line, and returns its template as Latin-1. `flaw` says why no rule is tried on it, if none is. Lines that
   * follow each other in a log may be one stack trace, so `end` must be called wherever others are between them.
   */
  add(bytes: Buffer, start: number, end: number, log: string, line: number, flaw?: string): string {
    const to = Math.min(end, start + MAX_KNOWN_BYTES);
    const key = shapeOf(bytes, start, to);
    const { events, telling, pending } = this;
    const belonging = events.read(bytes, start, end);
    const isFollower = belonging === "yes" && telling !== undefined;
    if (isFollower) {
      this.followed += pending.length + 1;
      while (pending.length > 0) this.forget(pending.pop()!);
      if (events.role !== "telling") return key;
    }
    let own = this.templates.get(key);
    const known = own === undefined || this.known?.areTemplates ? this.known?.find(key, bytes, start, to) : undefined;
    if (own === undefined) {
      const isNew = known === undefined;
      if (isNew && this.newTemplates === MAX_TEMPLATES) own = this.other;
      else {
        if (isNew) this.newTemplates++;
        own = templateOf(key, { log, line, isNew, sample: Buffer.from(bytes.subarray(start, to)) });
        own.flaw = flaw;
        own.haveLineBreak = hasLineBreak(bytes, start, end);
        this.templates.set(key, own);
      }
    } else {
      if (flaw === undefined) own.flaw = undefined;
      if (own.haveLineBreak) own.haveLineBreak = hasLineBreak(bytes, start, end);
    }
    if (known !== undefined) this.addKnown(own, known);
    if (belonging === "perhaps") {
      pending.push(own);
      return key;
    }
    if (!isFollower) this.count();
    this.telling = own;
    if (isFollower) this.forget(telling);
    return key;
  }

  /** Ends a stack trace, if the last line is in one. */
  end(): void {
    if (this.telling === undefined) return;
    this.count();
    this.events.begin();
  }

  /** Counts the event of the last line, and the lines that did not belong to it after all. */
  private count(): void {
    const { telling, pending } = this;
    if (telling === undefined) return;
    this.countLine(telling, this.followed);
    while (pending.length > 0) this.countLine(pending.pop()!, 0);
    this.telling = undefined;
    this.followed = 0;
  }

  private countLine(template: CountedTemplate, followed: number): void {
    if (template === this.other) this.linesOfOtherTemplates += 1 + followed;
    template.count++;
    template.followed += followed;
  }

  /** Forgets a template if no line counts for it. */
  private forget(template: CountedTemplate): void {
    if (template.count > 0 || template === this.telling || template === this.other) return;
    if (this.templates.delete(template.template.toString("latin1")) && template.isNew) this.newTemplates--;
  }

  /** A file of the first version may know some lines of a shape and not others. Then it knows the shape. */
  private addKnown(template: CountedTemplate, known: KnownLine): void {
    if (template.known.includes(known)) return;
    template.known.push(known);
    if (template.isNew) this.newTemplates--;
    template.isNew = false;
  }

  /** The templates, new ones first, then the most frequent. Equal ones are in the order of their first lines. */
  byCount(): LineTemplate[] {
    this.end();
    return [...this.templates.values()].sort((a, b) => Number(b.isNew) - Number(a.isNew) || b.count - a.count);
  }
}

function templateOf(key: string, first: Pick<LineTemplate, "log" | "line" | "isNew" | "sample">): CountedTemplate {
  return {
    template: Buffer.from(key, "latin1"),
    count: 0,
    followed: 0,
    ...first,
    known: [],
    flaw: undefined,
    haveLineBreak: false,
  };
}
