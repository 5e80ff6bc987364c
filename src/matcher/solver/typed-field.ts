import type { Line } from "../line.ts";
import { failure, type Parser, parser, type Reply, run } from "../parser.ts";
import type { FieldType } from "../types/field-type.ts";
import { LineTable } from "../types/line-table.ts";
import { FAILED_BEFORE, further } from "./failures.ts";
import { PlaceSet } from "./place-set.ts";

/**
 * The ends of a run are asked for in stretches of so many bytes: most often the very first end will do, and a run may be as
 * long as a line is.
 */
const SPAN = 256;

/** A start of the same run is looked for in so many bytes: between its digits a number has no more than `e+`. */
const SEARCHED = 4;

/**
 * Field `index`, a text of the type that begins right here, the longest with which the rest fits. Of the starts of one run
 * only those ends are tried that no other start has tried, and of a type without runs each start is tried once on a line.
 */
export function typedField<T>(line: Line, index: number, type: FieldType, next: Parser<T>): Parser<T> {
  const expected = `text of the type ${type.name}`;
  const ends: number[] = [];
  const tried = new PlaceSet(line);
  /** For each run, both counted from the line's end: the first place that has been tried in vain. */
  const runs = new LineTable();
  let serial = -1;

  /** The field from `at` to each of the ends that a text from `from` has up to `most`. */
  const tryEnds = (bytes: Uint8Array, at: number, from: number, most: number): Reply<T> => {
    const count = type.ends(bytes, from, line.end, ends, most);
    let failed: Reply<never> | undefined;
    for (let i = 0; i < count; i++) {
      line.capture(index, at, ends[i]!);
      const reply = run(next, bytes, ends[i]!);
      if (reply.status) return reply;
      failed = further(failed, reply);
    }
    return failed ?? failure(at, expected);
  };

  /** A later start of the run has the same ends beyond itself: one near below `most`, or `at` itself. */
  const startBelow = (bytes: Uint8Array, at: number, runEnd: number, most: number): number => {
    for (let from = most - SPAN; from > at && from > most - SPAN - SEARCHED; from--) {
      if (type.runEnd(bytes, from, line.end) === runEnd) return from;
    }
    return at;
  };

  const tryRun = (bytes: Uint8Array, at: number, runEnd: number): Reply<T> => {
    if (serial !== line.serial) {
      serial = line.serial;
      runs.reset();
    }
    const known = runs.get(line.end - runEnd);
    let failed: Reply<never> | undefined;
    for (let most = known === 0 ? runEnd : line.end - known; most > at; ) {
      const from = startBelow(bytes, at, runEnd, most);
      const reply = tryEnds(bytes, at, from, most);
      if (reply.status) return reply;
      failed = further(failed, reply);
      most = from;
    }
    if (failed === undefined) return FAILED_BEFORE;
    runs.set(line.end - runEnd, line.end - at);
    return failed;
  };

  return parser((bytes, at) => {
    const runEnd = type.runEnd(bytes, at, line.end);
    if (runEnd !== -1) return tryRun(bytes, at, runEnd);
    if (tried.has(at)) return FAILED_BEFORE;
    const reply = tryEnds(bytes, at, at, line.end);
    if (!reply.status) tried.add(at);
    return reply;
  });
}
