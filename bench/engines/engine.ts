import type { LineTemplate } from "../workloads/line-template.ts";

/**
 * What an engine may need from a workload: the paths of rules and log, and the templates of the rules for engines with
 * other rules.
 */
export interface EngineFiles {
  readonly rules: string;
  readonly log: string;
  readonly templates: readonly LineTemplate[];
}

/** One way to do the job, as a command that writes to standard output. */
export interface Engine {
  readonly name: string;
  /** Whether the engine can express these rules. Undefined if it can express all. */
  takes?(templates: readonly LineTemplate[]): boolean;
  /** How many of this many lines it gets, if all of them would take too long with this many rules. */
  lines(of: number, rules: number): number;
  /** The command. Files that it needs may be written here, see `beside`; this is not measured. */
  command(files: EngineFiles): readonly string[];
  /** Whether it measures its work itself, without its start, and reports the CPU time on standard error. */
  readonly measuresItself: boolean;
  /** Whether its output should be the same as ours. */
  readonly normalizes: boolean;
  /** Converts an equivalent output in another format to ours, only to compare them. */
  asOurs?(output: string, templates: readonly LineTemplate[]): string;
}
