import type { Issue } from "./issue.ts";
import { locationsOf } from "./locations.ts";
import type { Problem } from "./problem.ts";

/** Words problems, given in order of place, and finds their lines and columns. */
export function issuesOf(problems: readonly Problem[], text: string): Issue[] {
  const worded = problems.map(({ code, span, account }) => ({ code, span, ...account() }));
  const locations = locationsOf(
    worded.map(({ span }) => span),
    text,
  );
  return worded.map(({ code, message, help }, i) => ({ code, message, help, ...locations[i]! }));
}
