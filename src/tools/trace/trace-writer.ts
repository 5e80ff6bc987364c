import { OutputBuffer } from "../../io/output-buffer.ts";
import type { Sink } from "../../io/sink.ts";
import type { Timeline } from "./timeline.ts";
import type { TracedGroup } from "./trace-logs.ts";

/** Writes groups in one format. Yields whenever its output is full. The caller must then flush it. */
export interface GroupWriter {
  readonly output: {
    /** Whether to flush before adding more. */
    readonly isFull: boolean;
    flush(): Promise<void>;
  };
  /** Adds groups, which may be iterated repeatedly. */
  groups(groups: Iterable<TracedGroup>): Iterable<void>;
}

/** Writes groups or single events. */
export interface TraceWriter extends GroupWriter {
  /** Adds events that are not grouped. */
  merged(events: Uint32Array): Iterable<void>;
}

/** Writes only the normalized lines. */
export class TraceLines implements TraceWriter {
  readonly output: TraceWriter["output"];
  private readonly lines = new OutputBuffer();
  private readonly events: Timeline["events"];

  constructor(sink: Sink, { events }: Timeline) {
    const { lines } = this;
    this.events = events;
    this.output = {
      get isFull() {
        return lines.isFull;
      },
      flush: () => lines.flush(sink),
    };
  }

  *groups(groups: Iterable<TracedGroup>): Generator<void> {
    for (const { events } of groups) yield* this.merged(events);
  }

  *merged(order: Uint32Array): Generator<void> {
    const { lines, events } = this;
    for (const event of order) {
      lines.append(events.blockOf(event), events.startOf(event), events.endOf(event));
      lines.appendNewline();
      if (lines.isFull) yield;
    }
  }
}
