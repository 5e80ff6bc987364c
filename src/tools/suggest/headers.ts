// The headers of a log: those that rules share, and those that lines share. A header is the beginning of a pattern.

import { Matcher } from "../../matcher/matcher.ts";
import {
  DATE_TIME,
  type Element,
  elementsOf,
  fieldElements,
  joinedTexts,
  type Pattern,
  pattern,
  TIMESTAMP_FIELD,
} from "../../matcher/pattern.ts";
import { placeholderOf } from "../../rules/write-rule.ts";
import { groupBy } from "../../text/collections/polyfills.ts";
import { type Header, headerOf } from "./header.ts";
import { columnsOf } from "./header-columns.ts";

/** A header for people: in notation, with alternatives in parentheses. */
export function headerText(header: Header): string {
  const texts = header.map((element) => {
    if ("text" in element) return element.text;
    return "field" in element ? placeholderOf(element) : `(${element.alternatives.map(headerText).join("|")})`;
  });
  return texts.join("");
}

/** Without a type, a `timestamp` would match any text, and lines of another log would seem to have the header. */
function withDateTime(element: Element): Element {
  if ("alternatives" in element) return { alternatives: element.alternatives.map((one) => one.map(withDateTime)) };
  return "field" in element && element.field === TIMESTAMP_FIELD ? { type: DATE_TIME, ...element } : element;
}

/** Splits lines into a header and the rest. */
export class HeaderSplitter {
  /** Where the rest of the last line begins. */
  content = 0;
  private readonly matcher: Matcher;
  private readonly fields: readonly (readonly string[])[];

  constructor(headers: readonly Header[]) {
    const patterns = headers.map((header) => pattern([...header.map(withDateTime), { field: "content" }]));
    this.matcher = new Matcher(patterns);
    this.fields = patterns.map(({ fields }) => fields);
  }

  /** The index of the line's header, or -1 if it has none. */
  split(bytes: Buffer, start: number, end: number): number {
    const header = this.matcher.match(bytes, start, end);
    this.content = header === -1 ? start : this.matcher.bounds[2 * (this.fields[header]!.length - 1)]!;
    return header;
  }

  /** What the last line, which had this header, has in its fields of these names, in Latin-1. Nothing for -1. */
  valuesOf(names: ReadonlySet<string>, bytes: Buffer, header: number): Map<string, string> {
    const { bounds } = this.matcher;
    const values = new Map<string, string>();
    for (const [i, field] of (this.fields[header] ?? []).slice(0, -1).entries())
      if (names.has(field) && !values.get(field))
        values.set(field, bytes.toString("latin1", bounds[2 * i], bounds[2 * i + 1]));
    return values;
  }
}

/** In a log with more formats, no header is worth having. */
const MAX_FORMATS = 8;
/** The fewest lines, and the smallest share of all lines, that make a format. */
const MIN_LINES = 3;
const MIN_FORMAT_SHARE = 0.005;

/**
 * The headers of a log, by some of its lines: first those that are known, then others, the most frequent first.
 */
export function findHeaders(lines: readonly Buffer[], known: readonly Header[] = []): Header[] {
  const headers = [...known];
  let left = linesWithout(known, lines).filter((line) => line.length > 0);
  const least = Math.max(MIN_LINES, MIN_FORMAT_SHARE * left.length);
  while (headers.length < MAX_FORMATS && left.length >= least) {
    const next = bestHeader(left, least);
    if (next === undefined) break;
    const rest = linesWithout([next], left);
    if (left.length - rest.length < least) break;
    headers.push(next);
    left = rest;
  }
  return headers;
}

function linesWithout(headers: readonly Header[], lines: readonly Buffer[]): Buffer[] {
  const splitter = new HeaderSplitter(headers);
  return lines.filter((line) => splitter.split(line, 0, line.length) === -1);
}

/**
 * The header of most of the lines. If all of them share only a time, lines that begin alike may share more, because the
 * log has several formats.
 */
function bestHeader(lines: readonly Buffer[], least: number): Header | undefined {
  const shared = headerOf(lines);
  const isMore = (header: Header | undefined): boolean => header !== undefined && fieldElements(header).length > 1;
  if (isMore(shared)) return shared;
  const groups = groupBy(lines, (line) => {
    const columns = columnsOf(line).slice(0, 2);
    return columns.map(({ columnClass, before }) => `${before}${columnClass}`).join(" ");
  });
  const ordered = [...groups].filter(([, { length }]) => length >= least);
  // The largest group first.
  for (const [, group] of ordered.sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))) {
    const header = headerOf(group);
    if (shared === undefined ? header !== undefined : isMore(header)) return header;
  }
  return shared;
}

/** The headers with which several of the rules begin. Each has a field, and ends with a text. */
export function headersOf(rules: readonly { readonly pattern: Pattern }[]): Header[] {
  const patterns = rules.map(({ pattern }) => elementsOf(pattern).flatMap(words));
  // Headers are looked for among rules that have the same first field, and the same text before it.
  const groups = groupBy(patterns, (elements) =>
    JSON.stringify(elements.slice(0, elements.findIndex((element) => !("text" in element)) + 1)),
  );
  return [...groups.values()].flatMap((group) => {
    const elements = group.length < 2 ? [] : group.reduce(commonBeginning);
    return elements.some((element) => !("text" in element)) ? [joinedTexts(elements)] : [];
  });
}

/** The words and signs of a text, each by itself. */
function words(element: Element): Element[] {
  return "text" in element ? Array.from(element.text.matchAll(/\w+|\W/gu), ([text]) => ({ text })) : [element];
}

/** What both begin with, up to the end of a text. */
function commonBeginning(a: readonly Element[], b: readonly Element[]): Element[] {
  const end = a.findIndex((element, i) => JSON.stringify(element) !== JSON.stringify(b[i]));
  const common = end === -1 ? a : a.slice(0, end);
  return common.slice(0, common.findLastIndex((element) => "text" in element) + 1);
}
