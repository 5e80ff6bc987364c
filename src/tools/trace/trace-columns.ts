import type { TextOutput } from "../../io/text-output.ts";
import { countDigits } from "../../text/bytes/ascii.ts";
import { formatInstant } from "../../text/date-times/calendar.ts";
import { displayWidth, endOf } from "../../text/messages/columns.ts";
import type { EventTable } from "./event-table.ts";
import { type Duration, type Span, setDuration, sinceText } from "./span.ts";

/** Shown for an event without a time. */
const NO_TIME = "-";

/** The indent of lines in groups. */
const INDENT = "  ";
/** The space between columns. */
const GAP = "  ";

/** A column beside the outputs of events. */
export interface TraceColumn {
  /** Sets its width for all events of a span. */
  begin(span: Span): void;
  add(event: number): void;
}

/** The times since the first event, indented and right-aligned. */
export function sinceColumn(output: TextOutput, events: EventTable): TraceColumn {
  const elapsed: Duration = { seconds: 0, nanoseconds: 0 };
  let first = 0;
  let decimals = 0;
  let width = 0;
  return {
    begin: (span) => {
      ({ first, decimals } = span);
      width = first === -1 ? NO_TIME.length : sinceText(span, decimals).length + 1;
    },
    add: (event) => {
      let text = NO_TIME;
      if (events.hasTime(event)) {
        setDuration(elapsed, events, first, event);
        text = `+${sinceText(elapsed, decimals)}`;
      }
      output.text(INDENT + text.padStart(width));
    },
  };
}

/** The times of the events, left-aligned. */
export function instantColumn(output: TextOutput, events: EventTable): TraceColumn {
  let width = 0;
  return {
    begin: ({ first, last, decimals }) => {
      // No year between the first and the last has more digits.
      const ends =
        first === -1 ? [] : [first, last].map((event) => formatInstant(events.secondsOf(event), 0, decimals));
      width = Math.max(...[NO_TIME, ...ends].map(({ length }) => length));
    },
    add: (event) => output.text((events.timeOf(event) ?? NO_TIME).padEnd(width)),
  };
}

/**
 * The files and line numbers of the events, left-aligned, with gaps on both sides. `names` are the shown names of the
 * files. For an empty name only the line number is shown.
 */
export function locationColumn(output: TextOutput, events: EventTable, names: readonly string[]): TraceColumn {
  const texts = names.map((name) => (name === "" ? "" : `${name}:`));
  const before = texts.map((text) => Buffer.from(GAP + text));
  const widths = texts.map(displayWidth);
  let width = 0;
  return {
    begin: ({ files, lastLines }) => {
      width = 0;
      for (const file of files) width = Math.max(width, widths[file]! + countDigits(lastLines[file]!));
    },
    add: (event) => {
      const file = events.fileOf(event);
      const line = events.lineOf(event);
      output.ready(before[file]!);
      output.number(line);
      output.text(" ".repeat(width - widths[file]! - countDigits(line) + GAP.length));
    },
  };
}

/** Names are not shortened to less than this. */
const MIN_WIDTH = 12;

/**
 * Shortens names to a width, which may be Infinity. A longer one loses its beginning, because the folders are there.
 * Returns the whole names if that would make two of them the same.
 */
export function shortNames(names: readonly string[], maxWidth: number): readonly string[] {
  const width = Math.max(MIN_WIDTH, Math.floor(maxWidth));
  const short = names.map((name) => (displayWidth(name) <= width ? name : `…${endOf(name, width - 1)}`));
  return new Set(short).size === new Set(names).size ? short : names;
}
