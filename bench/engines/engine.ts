import type { LineTemplate } from "../workloads/line-template.ts";

/** What an engine may need of a workload: two paths, and what the rules were made of, for those that take other rules. */
export interface EngineFiles {
  readonly rules: string;
  readonly log: string;
  readonly templates: readonly LineTemplate[];
}

/** One way to do the job, as a command that writes to standard output. */
export interface Engine {
  readonly name: string;
  /** Whether it can be told such rules; undefined if it can be told all. */
  takes?(templates: readonly LineTemplate[]): boolean;
  /** How many of so many lines it is given, where all would take too long under so many rules. */
  lines(of: number, rules: number): number;
  /** May write what the command is to read, see `beside`: nobody measures that. */
  command(files: EngineFiles): readonly string[];
  /** Whether it measures its work itself, apart from its start, and reports the CPU time on standard error. */
  readonly measuresItself: boolean;
  /** Whether its output should be ours. */
  readonly normalizes: boolean;
  /** Turns an output that says the same in a format of its own into ours, for the comparison alone. */
  asOurs?(output: string, templates: readonly LineTemplate[]): string;
}
