import type { Writable } from "node:stream";
import type { BaseContext } from "clipanion";

/** What a command gets of the process it runs in. */
export interface Context extends BaseContext {
  readonly stdout: Writable & { readonly fd: number; readonly columns?: number };
  readonly stderr: Writable & { readonly fd: number; readonly columns?: number };
  /** What stands on the command line beside options and their values. */
  readonly operands: readonly string[];
  /** How wide the terminal is that standard output leads to; undefined if it leads elsewhere. */
  readonly columns: number | undefined;
  /** Whether standard output is to be coloured. */
  hasColors(): boolean;
  /**
   * Begins to handle the system's signals to end; until then they end the process at once. The first one aborts, with its
   * name as the reason.
   */
  takeSignals(): AbortSignal;
}

/** The exit codes, as grep and diff have them. */
export const EXIT = { done: 0, no: 1, trouble: 2 } as const;

/** The exit codes that a shell gives to what one of these signals ended. */
export const SIGNAL_EXIT: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
