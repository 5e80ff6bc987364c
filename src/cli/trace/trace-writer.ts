import { OutputBuffer } from "../../streams/output-buffer.ts";
import type { Sink } from "../../streams/sink.ts";
import type { Timeline } from "../../trace/timeline.ts";
import type { TracedGroup } from "../../trace/trace-logs.ts";

/** A form in which traces are written. It yields whenever its output is full, which is then to be flushed. */
export interface TraceWriter {
  readonly output: {
    /** Whether what is held should be flushed before more is added. */
    readonly full: boolean;
    flush(): Promise<void>;
  };
  /** Adds groups. */
  groups(groups: Iterable<TracedGroup>): Iterable<void>;
  /** Adds events of any ids, or none. */
  merged(events: Uint32Array): Iterable<void>;
}

/** The normalized lines and nothing else. */
export class TraceLines implements TraceWriter {
  readonly output: TraceWriter["output"];
  private readonly lines = new OutputBuffer();
  private readonly events: Timeline["events"];

  constructor(sink: Sink, { events }: Timeline) {
    const { lines } = this;
    this.events = events;
    this.output = {
      get full() {
        return lines.full;
      },
      flush: () => lines.flush(sink.write),
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
      if (lines.full) yield;
    }
  }
}
