import { lineKind } from "./line-kinds.ts";
import { belongingOf, NONE, nextOf, START, STATE_COUNT, stepOf, stepTable } from "./trace-steps.ts";

/**
 * Tells which lines may belong to a stack trace if it is not known what an `EventReader` read before the first of them.
 * Holds all states that it may be in.
 */
export class UnknownPast {
  private readonly table = stepTable({});
  /** By state, whether the reader may be in it. */
  private states = new Uint8Array(STATE_COUNT).fill(1);
  private nextStates = new Uint8Array(STATE_COUNT);

  /** Whether the next line may belong to a trace, now or if a later line does. */
  mayBelong(bytes: Uint8Array, start: number, end: number): boolean {
    const { table, states, nextStates } = this;
    const kind = lineKind(bytes, start, end);
    let mayBelong = false;
    nextStates.fill(0);
    // The line may also begin an event, or none.
    nextStates[NONE] = nextStates[START] = 1;
    for (let state = 0; state < STATE_COUNT; state++) {
      if (states[state] === 0) continue;
      const step = stepOf(table, state, kind);
      nextStates[nextOf(step)] = 1;
      if (belongingOf(step) > 0) mayBelong = true;
    }
    this.states = nextStates;
    this.nextStates = states;
    return mayBelong;
  }
}
