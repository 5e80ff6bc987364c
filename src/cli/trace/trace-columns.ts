import { displayWidth } from "../../diagnostics/display-width.ts";
import { digitsOf } from "../../streams/digits.ts";
import { Elapsed } from "../../trace/elapsed.ts";
import type { EventTable } from "../../trace/event-table.ts";
import type { Span } from "../../trace/span.ts";
import type { TextOutput } from "../outputs/text-output.ts";
import { addSince, Instants, sinceWidth } from "./trace-times.ts";

/** Stands where an event has no time. */
const NO_TIME = "-";

/** What lines of groups begin with, and what stands between columns. */
const INDENT = "  ";
const GAP = "  ";

/** The texts that are needed most, made once. */
const BLANKS = Array.from({ length: 32 }, (_, count) => " ".repeat(count));
const SIGNS = BLANKS.map((blanks) => `${INDENT}${blanks}+`);

/** Something shown beside the outputs of events, equally wide for all events of the span that it was begun with. */
export interface Column {
  add(event: number): void;
}

/** The times since the first event, aligned to the right and indented. */
export class SinceColumn implements Column {
  private readonly output: TextOutput;
  private readonly events: EventTable;
  private readonly elapsed: Elapsed;
  private first = 0;
  private decimals = 0;
  private width = 0;

  constructor(output: TextOutput, events: EventTable) {
    this.output = output;
    this.events = events;
    this.elapsed = new Elapsed(events);
  }

  begin({ first, last, decimals }: Span): void {
    this.first = first;
    this.decimals = decimals;
    this.width = NO_TIME.length;
    if (last !== -1) this.width = sinceWidth(this.elapsed.between(first, last).seconds, decimals);
  }

  add(event: number): void {
    const { output, elapsed, decimals } = this;
    if (!this.events.hasTime(event)) {
      output.text(INDENT + NO_TIME.padStart(this.width));
      return;
    }
    elapsed.between(this.first, event);
    const blanks = this.width - sinceWidth(elapsed.seconds, decimals);
    output.text(SIGNS[blanks] ?? `${INDENT}${" ".repeat(blanks)}+`);
    addSince(output, elapsed, decimals);
  }
}

/** The times themselves, aligned to the left. */
export class InstantColumn implements Column {
  private readonly output: TextOutput;
  private readonly events: EventTable;
  private readonly instants: Instants;
  private width = 0;

  constructor(output: TextOutput, events: EventTable) {
    this.output = output;
    this.events = events;
    this.instants = new Instants(output, events);
  }

  begin({ first, last, decimals }: Span): void {
    this.width = NO_TIME.length;
    // No year between these two has more digits.
    for (const event of first === -1 ? [] : [first, last]) {
      this.width = Math.max(this.width, this.instants.width(event, decimals));
    }
  }

  add(event: number): void {
    const { events, instants, output } = this;
    if (events.hasTime(event)) {
      instants.add(event);
      addBlanks(output, this.width - instants.width(event, events.decimalsOf(event)));
    } else {
      output.text(NO_TIME);
      addBlanks(output, this.width - NO_TIME.length);
    }
  }
}

/** Where the lines stand, aligned to the left, with gaps on both sides. */
export class PlaceColumn implements Column {
  private readonly output: TextOutput;
  private readonly events: EventTable;
  /** The files, by their numbers. */
  private readonly names: readonly Buffer[];
  private readonly widths: readonly number[];
  private width = 0;

  /** `names` are those of the files as they are shown; an empty one is not. */
  constructor(output: TextOutput, events: EventTable, names: readonly string[]) {
    this.output = output;
    this.events = events;
    const texts = names.map((name) => (name === "" ? "" : `${name}:`));
    this.names = texts.map((text) => Buffer.from(GAP + text));
    this.widths = texts.map(displayWidth);
  }

  begin({ files, lastLines }: Span): void {
    this.width = 0;
    for (const file of files) this.width = Math.max(this.width, this.widths[file]! + digitsOf(lastLines[file]!));
  }

  add(event: number): void {
    const { output, events } = this;
    const file = events.fileOf(event);
    const line = events.lineOf(event);
    output.ready(this.names[file]!);
    output.number(line);
    addBlanks(output, this.width - this.widths[file]! - digitsOf(line) + GAP.length);
  }
}

function addBlanks(output: TextOutput, count: number): void {
  output.text(BLANKS[count] ?? " ".repeat(count));
}
