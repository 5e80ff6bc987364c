import type { Issue } from "./issue.ts";
import { locationsOf } from "./locations.ts";
import type { Problem } from "./problem.ts";

/** Problems, given in order of place, as issues: with their wording, and with lines and columns. */
export function issuesOf(problems: readonly Problem[], text: string): Issue[] {
  const worded = problems.map(({ code, span, wording }) => ({ code, span, ...wording() }));
  const locations = locationsOf(
    worded.map(({ span }) => span),
    text,
  );
  return worded.map(({ code, message, help }, i) => ({ code, message, help, ...locations[i]! }));
}
