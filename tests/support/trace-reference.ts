import type { TraceEvent, TraceGroup } from "../../src/index.ts";
import type { TracedLine, TracedLog } from "./trace-logs.ts";

interface Placed extends TracedLine {
  readonly file: string;
  readonly number: number;
  /** The time to sort by: its own or that of a neighbour, or undefined to come after all times. */
  readonly place: bigint | undefined;
}

/** All lines in order of time, by the simplest method. */
export function mergedReference(logs: readonly TracedLog[]): TraceEvent[] {
  return placed(logs).map(expected);
}

/** The groups, by the simplest method: by the first id of each line or, if `link` is true, by all of them. */
export function tracedReference(logs: readonly TracedLog[], link = false): TraceGroup[] {
  const lines = placed(logs).filter(({ rule, ids }) => rule !== undefined && ids.length > 0);
  const counted = (ids: readonly string[]): readonly string[] => (link ? ids : ids.slice(0, 1));
  const groups: Placed[][] = [];
  for (const line of lines) {
    const isLinked = (other: Placed): boolean => counted(other.ids).some((id) => counted(line.ids).includes(id));
    const linked = groups.filter((group) => group.some(isLinked));
    for (const group of linked) groups.splice(groups.indexOf(group), 1);
    groups.push([...linked.flat(), line]);
  }
  // Lines of merged groups are put back into their order, and so are the groups.
  const placeOf = (line: Placed): number => lines.indexOf(line);
  for (const group of groups) group.sort((a, b) => placeOf(a) - placeOf(b));
  groups.sort((a, b) => placeOf(a[0]!) - placeOf(b[0]!));
  return groups.map((group): TraceGroup => {
    const ids = [...new Set(group.flatMap((line) => counted(line.ids)))];
    const timed = group.filter(({ time }) => time !== undefined);
    const [start, end] = [timed[0], timed.at(-1)];
    return {
      ...{ id: ids[0]!, ids },
      start: start && isoText(start.time!, start.decimals),
      end: end && isoText(end.time!, end.decimals),
      durationSeconds: end && Number(end.time! - start!.time!) / 1e9,
      files: [...new Set(group.map(({ file }) => file))],
      events: group.map(expected),
    };
  });
}

function placed(logs: readonly TracedLog[]): Placed[] {
  const lines = logs.flatMap(({ name, lines }) =>
    lines.map((line, i) => {
      const before = lines.slice(0, i + 1).findLast(({ time }) => time !== undefined);
      const after = lines.find(({ time }) => time !== undefined);
      return { ...line, file: name, number: i + 1, place: (before ?? after)?.time };
    }),
  );
  return lines.sort(
    (a, b) =>
      compare(a.place === undefined ? 1 : 0, b.place === undefined ? 1 : 0) ||
      compare(a.place ?? 0n, b.place ?? 0n) ||
      Buffer.compare(Buffer.from(a.file), Buffer.from(b.file)) ||
      a.number - b.number,
  );
}

function expected({ file, number, time, decimals, rule, fields, output, text }: Placed): TraceEvent {
  return {
    ...{ file, line: number, rule, fields, output, original: text },
    // Their rules have each field once, in this order.
    captures: Object.entries(fields).map(([name, value]) => ({ name, value })),
    time: time === undefined ? undefined : { utc: isoText(time, decimals), epochMs: Number(time / 1_000_000n) },
  };
}

function isoText(time: bigint, decimals: number): string {
  const whole = new Date(Number(time / 1_000_000n)).toISOString().slice(0, 19);
  const fraction = String(time % 1_000_000_000n).padStart(9, "0");
  return decimals === 0 ? `${whole}Z` : `${whole}.${fraction.slice(0, decimals)}Z`;
}

function compare<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
