import type { TextOutput } from "../../io/text-output.ts";
import { countDigits } from "../../text/bytes/ascii.ts";
import { displayWidth } from "../../text/messages/columns.ts";
import { Elapsed } from "./elapsed.ts";
import type { EventRange } from "./event-range.ts";
import type { EventTable } from "./event-table.ts";
import { addSince, Instants, sinceWidth } from "./trace-times.ts";

/** Shown for an event without a time. */
const NO_TIME = "-";

/** The indent of lines in groups. */
const INDENT = "  ";
/** The space between columns. */
const GAP = "  ";

/** Frequent texts, so that they are not made for each event. */
const BLANKS = Array.from({ length: 32 }, (_, count) => " ".repeat(count));
const SIGNS = BLANKS.map((blanks) => `${INDENT}${blanks}+`);

/** A column beside the outputs of events. `begin` sets its width for all events of a span. */
export interface TraceColumn {
  add(event: number): void;
}

/** The times since the first event, indented and right-aligned. */
export class SinceColumn implements TraceColumn {
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

  begin({ first, last, decimals }: EventRange): void {
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

/** The times of the events, left-aligned. */
export class InstantColumn implements TraceColumn {
  private readonly output: TextOutput;
  private readonly events: EventTable;
  private readonly instants: Instants;
  private width = 0;

  constructor(output: TextOutput, events: EventTable) {
    this.output = output;
    this.events = events;
    this.instants = new Instants(output, events);
  }

  begin({ first, last, decimals }: EventRange): void {
    this.width = NO_TIME.length;
    // No year between the first and the last has more digits.
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

/** The files and line numbers of the events, left-aligned, with gaps on both sides. */
export class LocationColumn implements TraceColumn {
  private readonly output: TextOutput;
  private readonly events: EventTable;
  /** The names, by the numbers of the files. */
  private readonly names: readonly Buffer[];
  private readonly widths: readonly number[];
  private width = 0;

  /** `names` are the shown names of the files. For an empty name only the line number is shown. */
  constructor(output: TextOutput, events: EventTable, names: readonly string[]) {
    this.output = output;
    this.events = events;
    const texts = names.map((name) => (name === "" ? "" : `${name}:`));
    this.names = texts.map((text) => Buffer.from(GAP + text));
    this.widths = texts.map(displayWidth);
  }

  begin({ files, lastLines }: EventRange): void {
    this.width = 0;
    for (const file of files) this.width = Math.max(this.width, this.widths[file]! + countDigits(lastLines[file]!));
  }

  add(event: number): void {
    const { output, events } = this;
    const file = events.fileOf(event);
    const line = events.lineOf(event);
    output.ready(this.names[file]!);
    output.number(line);
    addBlanks(output, this.width - this.widths[file]! - countDigits(line) + GAP.length);
  }
}

function addBlanks(output: TextOutput, count: number): void {
  output.text(BLANKS[count] ?? " ".repeat(count));
}
