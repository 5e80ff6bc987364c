/** What the check tells an engine about where to work. */
export interface Place {
  /** A folder for the engine alone, with the programs of its page in it. */
  readonly folder: string;
  /** The environment of all that it starts. `normalizer` and Node are in its `PATH`. */
  readonly env: NodeJS.ProcessEnv;
}

/** A job: parts of logs, as the engine's page of docs/ runs them. */
export interface Job {
  readonly parts: number;
  /** An existing folder. */
  readonly out: string;
  /** Options of `normalizer` and logs. */
  readonly args: readonly string[];
}

export interface JobResult {
  readonly isDone: boolean;
  /** All that a user sees of the job, as far as it may have messages. */
  readonly text: string;
}

export interface RunningEngine {
  run(job: Job): Promise<JobResult>;
  /** Of a part's process and its ancestors, given with their command lines: the one that the engine calls a worker. */
  isWorker(commandLine: string): boolean;
  /** The lines in which the engine's own logs tell of workers that died, as of now. */
  workerLog(): string[];
  /** What else the engine is to show, one check after the other. */
  furtherChecks?(): AsyncIterable<FurtherCheck>;
}

export interface FurtherCheck {
  readonly name: string;
  readonly isFine: boolean;
  readonly detail?: string;
}

export interface Engine {
  readonly name: string;
  /** The page of docs/how-to that has the programs. */
  readonly page: string;
  /** The version, or why the engine cannot be run here. */
  find(env: NodeJS.ProcessEnv): Promise<{ readonly version: string } | { readonly missing: string }>;
  /** Starts workers. Throws `NotPossible` if this machine does not let it. */
  start(place: Place): Promise<RunningEngine>;
}

/** A missing right or the like, for which an engine is skipped. */
export class NotPossible extends Error {}
