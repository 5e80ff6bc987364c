import { frame } from "../diagnostics/frame.ts";
import type { Issue } from "./issue.ts";
import type { Problem } from "./problem.ts";

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Words problems, given in order of place, and finds their lines and columns. */
export function issuesOf(problems: readonly Problem[], text: string): Issue[] {
  let line = 1;
  let lineStart = 0;
  return problems.map(({ code, span, account }) => {
    const { message, help, span: { start, end } = span } = account();
    if (start < lineStart) {
      line = 1;
      lineStart = 0;
    }
    let lineEnd = endOfLine(text, lineStart);
    while (lineEnd < start) {
      line++;
      lineStart = lineEnd + 1;
      lineEnd = endOfLine(text, lineStart);
    }
    const column = codePoints(text.slice(lineStart, start)) + 1;
    const length = Math.max(1, codePoints(text.slice(start, Math.min(end, lineEnd)).trimEnd()));
    const shown = text.slice(lineStart, lineEnd).replace(/\r$/, "");
    return { code, line, column, length, message, help, frame: frame(shown, line, column, length) };
  });
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function codePoints(text: string): number {
  return text.replace(PAIR, " ").length;
}
