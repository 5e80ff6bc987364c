// Which line the lines of a stack trace belong to.

import { SPACE, TAB } from "../bytes/ascii.ts";
import { EventReader } from "./event-reader.ts";

/** Finds the lines of stack traces, which belong to the last line before them that is in none: their leader. */
export class Traces<Leader> {
  private readonly reader = new EventReader();
  private leader: Leader | undefined;

  begin(): void {
    this.reader.begin();
    this.leader = undefined;
  }

  /** What is known of the leader of the line, if it is one of a stack trace. */
  leaderOf(line: Buffer): Leader | undefined {
    return this.reader.read(line, 0, line.length) === "yes" ? this.leader : undefined;
  }

  /**
   * A line to which a stack trace may belong, unless it is indented: then it may itself follow others. An empty line
   * may be in the trace of the line before it.
   */
  lead(line: Buffer, hasHeader: boolean, leader: Leader | undefined): void {
    if (line.length === 0) return;
    this.begin();
    if (!hasHeader && (line[0] === SPACE || line[0] === TAB)) return;
    this.leader = leader;
    this.reader.read(line, 0, line.length);
    this.reader.open();
  }
}
