import type { Issue } from "./issue.ts";
import { report } from "./report.ts";

/** A rules file that is not one. The message is the whole report: it holds the places and needs nothing before it. */
export class RulesError extends Error {
  override readonly name = "RulesError";
  readonly path: string;
  /** In order of place; the first twenty of them. */
  readonly issues: readonly Issue[];
  /** How many more there are. */
  readonly omitted: number;

  constructor(path: string, issues: readonly Issue[], omitted: number) {
    super(report(path, issues, omitted));
    this.path = path;
    this.issues = issues;
    this.omitted = omitted;
  }
}
