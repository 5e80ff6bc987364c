import type { Issue } from "./issue.ts";
import { report } from "./report.ts";

/** A rules file cannot be used. The message is the whole report, with the path and all places: no words need precede it. */
export class RulesError extends Error {
  override readonly name = "RulesError";
  readonly path: string;
  /** In order of place, at most twenty. */
  readonly issues: readonly Issue[];
  /** How many more problems there are. */
  readonly omitted: number;

  constructor(path: string, issues: readonly Issue[], omitted: number) {
    super(report({ path, issues, omitted }));
    this.path = path;
    this.issues = issues;
    this.omitted = omitted;
  }
}
