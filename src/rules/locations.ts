import { type Excerpt, frame } from "../diagnostics/frame.ts";
import type { Issue } from "./issue.ts";
import type { Span } from "./problem.ts";

/** A place in a rules file as it is told. */
type Location = Pick<Issue, "line" | "column" | "length" | "frame" | "excerpt">;

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** In code units; no frame looks farther to either side of where a place begins. A line may be as long as the file. */
const AROUND = 400;

/** Where stretches of a text stand, in time linear in the text if they are given in its order. */
export function locationsOf(spans: readonly Span[], text: string): Location[] {
  let line = 1;
  let lineStart = 0;
  let lineEnd = endOfLine(text, 0);
  // The place before, in the same line, from where on columns are counted.
  let place = 0;
  let column = 1;
  return spans.map(({ start, end }) => {
    if (start < lineStart) {
      line = 1;
      lineStart = 0;
      lineEnd = endOfLine(text, 0);
    }
    while (lineEnd < start) {
      line++;
      lineStart = lineEnd + 1;
      lineEnd = endOfLine(text, lineStart);
    }
    if (place < lineStart || place > start) {
      place = lineStart;
      column = 1;
    }
    column += codePoints(text.slice(place, start));
    place = start;
    const length = Math.max(1, codePoints(text.slice(start, Math.min(end, lineEnd)).trimEnd()));
    const excerpt = excerptOf(text, { start: lineStart, end: lineEnd }, start);
    return { line, column, length, excerpt, frame: frame(excerpt.text, line, excerpt.column, length) };
  });
}

function excerptOf(text: string, whole: Span, start: number): Excerpt {
  const lineEnd = text[whole.end - 1] === "\r" ? whole.end - 1 : whole.end;
  const nearby = Math.max(whole.start, start - AROUND);
  const from = nearby > whole.start && isSecondOfPair(text, nearby) ? nearby - 1 : nearby;
  return { text: text.slice(from, Math.min(lineEnd, start + AROUND)), column: codePoints(text.slice(from, start)) + 1 };
}

function isSecondOfPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function codePoints(text: string): number {
  return text.replace(PAIR, " ").length;
}
