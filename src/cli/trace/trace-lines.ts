import { OutputBuffer } from "../../streams/output-buffer.ts";
import type { Sink } from "../../streams/sink.ts";
import type { TextOutput } from "../../text/text-output.ts";
import type { Timeline } from "../../trace/timeline.ts";
import type { TracedGroup } from "../../trace/trace-logs.ts";
import type { TraceWriter } from "./trace-writer.ts";

/** The normalized lines and nothing else. */
export class TraceLines implements TraceWriter {
  readonly output: TraceWriter["output"];
  private readonly line: (event: number) => void;

  private constructor(output: TraceWriter["output"], line: TraceLines["line"]) {
    this.output = output;
    this.line = line;
  }

  /** Bytes as they are. */
  static raw(sink: Sink, timeline: Timeline): TraceLines {
    const lines = new OutputBuffer();
    const output = {
      get full() {
        return lines.full;
      },
      flush: () => lines.flush(sink.write),
    };
    const { events } = timeline;
    return new TraceLines(output, (event) => {
      lines.append(events.blockOf(event), events.startOf(event), events.endOf(event));
      lines.appendNewline();
    });
  }

  /** Escaped, so that a terminal obeys nothing of them. */
  static printable(text: TextOutput, timeline: Timeline): TraceLines {
    return new TraceLines(text, (event) => {
      text.bytes(timeline.events.outputOf(event));
      text.text("\n");
    });
  }

  *groups(groups: Iterable<TracedGroup>): Generator<void> {
    for (const { events } of groups) yield* this.merged(events);
  }

  *merged(events: Uint32Array): Generator<void> {
    for (const event of events) {
      this.line(event);
      if (this.output.full) yield;
    }
  }
}
