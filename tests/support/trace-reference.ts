import type { TraceEvent } from "../../src/index.ts";
import type { TracedLine, TracedLog } from "./trace-logs.ts";

/** An expected event, with its output as text. */
export type ExpectedEvent = Omit<TraceEvent, "output"> & { readonly output: string };

interface Placed extends TracedLine {
  readonly file: string;
  readonly number: number;
  /** The time to sort by: its own or that of a neighbour, or undefined to come after all times. */
  readonly place: bigint | undefined;
}

/** All lines in order of time, by the simplest method. */
export function mergedReference(logs: readonly TracedLog[]): ExpectedEvent[] {
  return placed(logs).map(expected);
}

/** The groups, by the simplest method. */
export function tracedReference(logs: readonly TracedLog[]): { id: string; events: ExpectedEvent[] }[] {
  const groups = new Map<string, ExpectedEvent[]>();
  for (const line of placed(logs)) {
    if (line.rule === undefined || line.id === undefined) continue;
    const events = groups.get(line.id) ?? [];
    groups.set(line.id, events);
    events.push(expected(line));
  }
  return [...groups].map(([id, events]) => ({ id, events }));
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

function expected({ file, number, time, decimals, rule, output }: Placed): ExpectedEvent {
  return { file, line: number, time: time === undefined ? undefined : isoText(time, decimals), rule, output };
}

function isoText(time: bigint, decimals: number): string {
  const whole = new Date(Number(time / 1_000_000n)).toISOString().slice(0, 19);
  const fraction = String(time % 1_000_000_000n).padStart(9, "0");
  return decimals === 0 ? `${whole}Z` : `${whole}.${fraction.slice(0, decimals)}Z`;
}

function compare<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
