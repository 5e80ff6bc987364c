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
