import { printable } from "../diagnostics/printable.ts";
import type { Issue } from "./issue.ts";

/** The issues as they are shown to the user: each with its place, frame and remedy; more than one are counted. */
export function report(path: string, issues: readonly Issue[], omitted: number): string {
  const file = printable(path);
  const blocks = issues.map(({ place, message, code, frame, help }) =>
    [`${place}: ${message} [${code}]`, ...frame, `  help: ${help}`].join("\n"),
  );
  const total = issues.length + omitted;
  if (omitted > 0) blocks.push(`and ${omitted} more ${omitted === 1 ? "problem" : "problems"}`);
  if (total > 1) blocks.push(`${total} problems in ${file}`);
  return blocks.join("\n\n");
}
