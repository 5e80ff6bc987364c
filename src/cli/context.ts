import type { Writable } from "node:stream";
import type { BaseContext } from "clipanion";
import type { CommandDefinition } from "./options/command-definition.ts";

/** What a command sees of the process that it runs in. */
export interface Context extends BaseContext {
  readonly stdout: Writable & { readonly fd: number; readonly columns?: number };
  readonly stderr: Writable & { readonly fd: number; readonly columns?: number };
  /** The arguments that are neither options nor their values. */
  readonly operands: readonly string[];
  /** The definitions of all commands, the plain one first; none if the plain one runs. */
  readonly commands: readonly CommandDefinition[];
  /** The width of the terminal that standard output leads to, or undefined if it leads elsewhere. */
  readonly columns: number | undefined;
  /** The key of pseudonyms in the environment, the value of NORMALIZER_KEY. */
  readonly environmentKey: string | undefined;
  /** Whether to colour standard output. */
  hasColors(): boolean;
  /**
   * Starts to handle SIGHUP, SIGINT and SIGTERM. Until then they end the process at once. The first one aborts the
   * returned signal, with its name as the reason.
   */
  handleSignals(): AbortSignal;
}

/** The exit codes, which are those of grep and diff. */
export const EXIT = { success: 0, negative: 1, trouble: 2 } as const;

/** The exit codes that a shell reports for a program that one of these signals ended. */
export const SIGNAL_EXIT: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
