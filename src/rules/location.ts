import { type Excerpt, frame } from "../text/messages/frame.ts";
import { printable } from "../text/messages/printable.ts";
import type { RulesIssue } from "./rules-error.ts";
import type { PathAt } from "./rules-text.ts";

/** A stretch of the source text: from the code unit `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span of a node alone. It outlives the node. */
export function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/** Where something is in a rules file, as messages show it. */
type Location = Pick<RulesIssue, "line" | "column" | "length" | "frame" | "excerpt">;

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** How many code units a frame reads to either side of an offset. A line may be as long as the whole file. */
const FRAME_CONTEXT = 400;

/** The locations of spans. Takes time linear in the text if the spans are in order. */
export function locationsOf(spans: readonly Span[], text: string): Location[] {
  let line = 1;
  let lineStart = 0;
  let lineEnd = endOfLine(text, 0);
  // The previous offset in the same line, from which columns are counted on.
  let offset = 0;
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
    if (offset < lineStart || offset > start) {
      offset = lineStart;
      column = 1;
    }
    column += codePoints(text.slice(offset, start));
    offset = start;
    const length = Math.max(1, codePoints(text.slice(start, Math.min(end, lineEnd)).trimEnd()));
    const excerpt = excerptOf(text, { start: lineStart, end: lineEnd }, start);
    return { line, column, length, excerpt, frame: frame(excerpt.text, line, excerpt.column, length) };
  });
}

function excerptOf(text: string, whole: Span, start: number): Excerpt {
  const lineEnd = text[whole.end - 1] === "\r" ? whole.end - 1 : whole.end;
  const nearby = Math.max(whole.start, start - FRAME_CONTEXT);
  const from = nearby > whole.start && isSecondOfPair(text, nearby) ? nearby - 1 : nearby;
  const shown = text.slice(from, Math.min(lineEnd, start + FRAME_CONTEXT));
  return { text: shown, column: codePoints(text.slice(from, start)) + 1 };
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

/** A location as text: `rules.yaml:7:38`, or the path of a value in an object. Printable. */
export function locationText(
  { line, column }: Location,
  path: string,
  { start }: Span,
  pathAt: PathAt | undefined,
): string {
  return printable(pathAt === undefined ? `${path}:${line}:${column}` : pathAt(start));
}
