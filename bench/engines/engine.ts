/** What an engine may need of a workload, as paths. */
export interface EngineFiles {
  readonly rules: string;
  readonly log: string;
  /** The rules as a JavaScript module of regular expressions over text, and over latin1 strings of UTF-8 bytes. */
  readonly textExpressions: string;
  readonly latin1Expressions: string;
}

/** One way to do the job, as a command that writes to standard output. */
export interface Engine {
  readonly name: string;
  /** How many of so many lines it is given, where all would take too long under so many rules. */
  lines(of: number, rules: number): number;
  command(files: EngineFiles): readonly string[];
  /** Whether it measures its work itself, apart from its start, and reports the CPU time on standard error. */
  readonly measuresItself: boolean;
  /** Whether its output should be ours. */
  readonly normalizes: boolean;
}
