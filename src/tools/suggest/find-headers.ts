// Finds the headers of a log: those that rules share, and those that lines share.

import {
  type Element,
  elementsOf,
  fieldElements,
  joinedTexts,
  type Pattern,
  TIMESTAMP_FIELD,
} from "../../matcher/pattern.ts";
import { groupBy } from "../../text/collections/polyfills.ts";
import { headerOf } from "./header.ts";
import { columnsOf } from "./header-columns.ts";
import { HeaderSplitter, type LineHeader } from "./line-header.ts";

/** In a log with more formats, no header is worth having. */
const MAX_FORMATS = 8;
/** The fewest lines, and the smallest share of all lines, that make a format. */
const MIN_LINES = 3;
const MIN_FORMAT_SHARE = 0.005;

/**
 * The headers of a log, by some of its lines: first those that are known, then others, the most frequent first.
 */
export function findHeaders(lines: readonly Buffer[], known: readonly LineHeader[] = []): LineHeader[] {
  const headers = [...known];
  const splitter = new HeaderSplitter(known);
  let left = lines.filter((line) => line.length > 0 && splitter.split(line, 0, line.length) === -1);
  const least = Math.max(MIN_LINES, MIN_FORMAT_SHARE * left.length);
  while (headers.length < MAX_FORMATS && left.length >= least) {
    const next = bestHeader(left, least);
    if (next === undefined) break;
    const splitter = new HeaderSplitter([next]);
    const rest = left.filter((line) => splitter.split(line, 0, line.length) === -1);
    if (left.length - rest.length < least) break;
    headers.push(next);
    left = rest;
  }
  return headers;
}

/**
 * The header of most of the lines. If all of them share only a time, lines that begin alike may share more, because the
 * log has several formats.
 */
function bestHeader(lines: readonly Buffer[], least: number): LineHeader | undefined {
  const shared = headerOf(lines);
  if (shared !== undefined && fieldElements(shared.elements).length > 1) return shared;
  const groups = groupBy(lines, (line) => {
    const columns = columnsOf(line).slice(0, 2);
    return columns.map(({ columnClass, before }) => `${before}${columnClass}`).join(" ");
  });
  // The largest group first.
  for (const [, group] of [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))) {
    const header = group.length < least ? undefined : headerOf(group);
    if (header !== undefined && (shared === undefined || fieldElements(header.elements).length > 1)) return header;
  }
  return shared;
}

/** So many of the lines with a header of rules must lose at least as much to it as to a header of their own. */
const MIN_FITTING_SHARE = 0.9;

/**
 * Which headers of rules are headers of a log. A rule wins lines that have them; or they say what stands in them, and
 * `own`, the headers that the other lines have without them, are no longer.
 */
export function fittingHeaders(
  known: readonly LineHeader[],
  given: readonly Buffer[],
  others: readonly Buffer[],
  own: () => readonly LineHeader[],
): readonly LineHeader[] {
  const all = new HeaderSplitter(known);
  const proven = new Set(given.map((line) => all.split(line, 0, line.length)));
  if (known.every((_, i) => proven.has(i))) return known;
  const ownSplitter = new HeaderSplitter(own());
  return known.filter((header, i) => {
    if (proven.has(i)) return true;
    if (!saysSomething(header.elements)) return false;
    const splitter = new HeaderSplitter([header]);
    const split = others.filter((line) => splitter.split(line, 0, line.length) !== -1);
    const fitting = split.filter((line) => {
      splitter.split(line, 0, line.length);
      return ownSplitter.split(line, 0, line.length) === -1 || ownSplitter.content <= splitter.content;
    });
    return fitting.length > 0 && fitting.length >= MIN_FITTING_SHARE * split.length;
  });
}

/** Whether not any line with some blanks and signs has the header. */
function saysSomething(elements: readonly Element[]): boolean {
  return elements.some((element) => {
    if ("text" in element) return /[\p{L}\p{N}]/u.test(element.text);
    if ("alternatives" in element) return element.alternatives.every(saysSomething);
    return element.field === TIMESTAMP_FIELD || element.type !== undefined;
  });
}

/** The headers with which several of the rules begin. Each has a field, and ends with a text. */
export function headersOf(rules: readonly { readonly pattern: Pattern }[]): LineHeader[] {
  const patterns = rules.map(({ pattern }) => elementsOf(pattern).flatMap(words));
  // Headers are looked for among rules that have the same first field, and the same text before it.
  const groups = groupBy(patterns, (elements) =>
    JSON.stringify(elements.slice(0, elements.findIndex((element) => !("text" in element)) + 1)),
  );
  return [...groups.values()].flatMap((group) => {
    const elements = group.length < 2 ? [] : group.reduce(commonBeginning);
    return elements.some((element) => !("text" in element)) ? [{ elements: joinedTexts(elements) }] : [];
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
