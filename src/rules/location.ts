import { type Excerpt, frame } from "../text/messages/frame.ts";
import { printable } from "../text/messages/printable.ts";

/** A part of the source text: from the code unit `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function movedSpan({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

/** Where something is in a rules file, as messages show it. */
export interface Location {
  /** The path of the file, if the rules are those of several. */
  readonly file?: string;
  /** `rules.yaml:7:38`, or `rules[3].pattern` in rules given as an object. Printable. */
  readonly place: string;
  /** From 1, in code points. Those of an object are those of `JSON.stringify(object, null, 2)`. */
  readonly line: number;
  readonly column: number;
  /** In code points, at least 1, and at most up to the end of the line. */
  readonly length: number;
  /** The line of the file, and the carets to be shown below it. Both fit 80 columns. */
  readonly frame: readonly [string, string];
  /** For frames of other widths. It may hold any characters. */
  readonly excerpt: Excerpt;
}

/** A text in which messages show places: that of a file, perhaps one of several. */
export interface LocatedText {
  readonly text: string;
  readonly path: string;
  /** Where it begins in the texts of all files, one after the other, to which spans refer. */
  readonly start: number;
  /** Whether there are several files. Locations then name theirs. */
  readonly isOneOfSeveral: boolean;
  /** For rules that are an object: the path of the value at an offset, shown in place of line and column. */
  readonly pathAt?: (offset: number) => string;
}

/** What messages call the files together. */
export function pathList(files: readonly Pick<LocatedText, "path">[]): string {
  return files.map(({ path }) => path).join(", ");
}

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** How many code units a frame reads to either side of an offset. A line may be as long as the whole file. */
const FRAME_CONTEXT = 400;

/** The locations of spans in files, which are in order. Takes time linear in their texts if the spans are, too. */
export function locationsOf(spans: readonly Span[], files: readonly LocatedText[]): Location[] {
  const locators = files.map(locatorOf);
  return spans.map((span) => locators[files.findLastIndex((file) => file.start <= span.start)]!(span));
}

function locatorOf({ text, path, start: fileStart, isOneOfSeveral, pathAt }: LocatedText): (span: Span) => Location {
  let line = 1;
  let lineStart = 0;
  let lineEnd = endOfLine(text, 0);
  // The previous offset in the same line, from which columns are counted on.
  let offset = 0;
  let column = 1;
  return (span) => {
    const [start, end] = [span.start - fileStart, span.end - fileStart];
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
    const place = printable(pathAt === undefined ? `${path}:${line}:${column}` : pathAt(start));
    const shown = frame(excerpt.text, line, excerpt.column, length);
    return { ...(isOneOfSeveral && { file: path }), place, line, column, length, excerpt, frame: shown };
  };
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
