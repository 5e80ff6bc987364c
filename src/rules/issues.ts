import type { Issue } from "./issue.ts";
import { locationsOf, placeOf } from "./locations.ts";
import type { Problem } from "./problem.ts";
import type { PathAt } from "./rules-text.ts";

/** Problems, given in order of place, as issues: with their wording, and with lines and columns. */
export function issuesOf(problems: readonly Problem[], text: string, path: string, pathAt?: PathAt): Issue[] {
  const worded = problems.map(({ code, span, wording }) => ({ code, span, ...wording() }));
  const locations = locationsOf(
    worded.map(({ span }) => span),
    text,
  );
  return worded.map(({ code, span, message, help }, i) => {
    const location = locations[i]!;
    return { code, place: placeOf(location, path, span, pathAt), message, help, ...location };
  });
}
