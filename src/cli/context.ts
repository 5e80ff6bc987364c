import type { Writable } from "node:stream";
import type { CommandClass as AnyCommandClass, BaseContext } from "clipanion";

/** What a command gets of the process it runs in. */
export interface Context extends BaseContext {
  readonly stdout: Writable & { readonly fd: number };
  readonly stderr: Writable & { readonly fd: number };
  /** Whether standard output is to be coloured. */
  hasColors(): boolean;
  /**
   * Begins to take the system's signals to end: until then they end the process at once. The first is passed on, its name
   * as the reason.
   */
  takeSignals(): AbortSignal;
}

/** A command as clipanion makes it, and what else its manual says: how it is called, and the values of options, or of what is named without one, where they are few. */
export type CommandClass = AnyCommandClass<Context> & {
  readonly synopsis: string;
  readonly choices?: Readonly<Record<string, readonly string[]>>;
};

/** As of grep and diff. */
export const EXIT = { done: 0, no: 1, trouble: 2 } as const;

/** What the shell makes of the signals that a run can be ended by. */
export const SIGNAL_EXIT: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
