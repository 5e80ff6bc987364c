import type { ErrorCode, YAMLParseError } from "yaml";
import { printable } from "../diagnostics/printable.ts";
import type { Problem } from "./problem.ts";

const LONGEST_MESSAGE = 120;

const QUOTE = "put a value that holds ': ' or ' #', or begins with a special character, in single quotes";
const LOOK_BACK =
  "look at the indentation, and for a quote or bracket that is not closed, here and on the lines before";
const REMEDY: ReadonlyMap<ErrorCode, string> = new Map([
  [
    "ALIAS_PROPS",
    "an alias stands for a value that has its anchor elsewhere; put a text that begins with '*' in quotes",
  ],
  ["BAD_ALIAS", "put a text that begins with '*' or '&' in quotes"],
  ["BAD_DIRECTIVE", "put a text that begins with '%' in quotes"],
  ["BAD_DQ_ESCAPE", "write a backslash in double quotes as two, or use single quotes, which know no escapes"],
  ["BAD_INDENT", LOOK_BACK],
  ["BLOCK_AS_IMPLICIT_KEY", "put a value that holds ': ' in single quotes"],
  ["KEY_OVER_1024_CHARS", "look for a ': ' in a long value, and put the value in single quotes"],
  ["MISSING_CHAR", LOOK_BACK],
  ["MULTILINE_IMPLICIT_KEY", "look for a missing ':' or a quote that is not closed, here or on the line before"],
  ["MULTIPLE_ANCHORS", "put a text that begins with '&' in quotes"],
  ["MULTIPLE_TAGS", "put a text that begins with '!' in quotes"],
  ["TAB_AS_INDENT", "indent with spaces"],
  ["TAG_RESOLVE_FAILED", "put a text that begins with '!' in quotes"],
]);

/** What the YAML parser found, in order of place, one a line: what follows on the same line is mostly its echo. */
export function syntaxProblems(errors: readonly YAMLParseError[], text: string): Problem[] {
  const problems: Problem[] = [];
  let lineEnd = -1;
  for (const { pos, code, message } of [...errors].sort((a, b) => a.pos[0] - b.pos[0])) {
    const start = Math.min(pos[0], text.length);
    if (start <= lineEnd) continue;
    const next = text.indexOf("\n", start);
    lineEnd = next < 0 ? text.length : next;
    const wording = () => ({ message: `not YAML: ${oneLine(message)}`, help: REMEDY.get(code) ?? QUOTE });
    problems.push({ code: "NOT_YAML", span: { start, end: pos[1] }, until: start, wording });
  }
  return problems;
}

function oneLine(message: string): string {
  const cut = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
  return printable(cut.charAt(0).toLowerCase() + cut.slice(1)).replace(/["']quote$/, "quote");
}
