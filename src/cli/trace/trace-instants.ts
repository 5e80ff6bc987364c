import { formatInstant, fractionOf } from "../../instants/format-instant.ts";
import type { EventTable } from "../../trace/event-table.ts";
import type { TextOutput } from "../outputs/text-output.ts";

/** Writes the times of events in ISO 8601, in UTC. The text of a second is kept, as the next event is mostly of the same. */
export class Instants {
  private readonly output: TextOutput;
  private readonly events: EventTable;
  private second = Number.NaN;
  /** The text of that second without the `Z`. */
  private text = "";

  constructor(output: TextOutput, events: EventTable) {
    this.output = output;
    this.events = events;
  }

  /** Adds the time of an event that has one, with as many decimals as were written. */
  add(event: number): void {
    const { output, events } = this;
    output.text(this.secondText(event));
    const decimals = events.decimalsOf(event);
    if (decimals > 0) {
      output.text(".");
      output.number(fractionOf(events.nanosecondsOf(event), decimals), decimals);
    }
    output.text("Z");
  }

  /** How many characters the time of an event has, with so many decimals. */
  width(event: number, decimals: number): number {
    return this.secondText(event).length + (decimals > 0 ? ".".length + decimals : 0) + "Z".length;
  }

  private secondText(event: number): string {
    const second = this.events.secondsOf(event);
    if (second !== this.second) {
      this.second = second;
      this.text = formatInstant(second, 0, 0).slice(0, -"Z".length);
    }
    return this.text;
  }
}
