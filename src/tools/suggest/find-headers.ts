// Finds the headers of a log: those that rules share, and those that lines share.

import { type Element, elementsOf, fieldElements, joinedTexts, type Pattern } from "../../matcher/pattern.ts";
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

function linesWithout(headers: readonly LineHeader[], lines: readonly Buffer[]): Buffer[] {
  const splitter = new HeaderSplitter(headers);
  return lines.filter((line) => splitter.split(line, 0, line.length) === -1);
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
  const ordered = [...groups].filter(([, { length }]) => length >= least);
  // The largest group first.
  for (const [, group] of ordered.sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))) {
    const header = headerOf(group);
    if (header !== undefined && (shared === undefined || fieldElements(header.elements).length > 1)) return header;
  }
  return shared;
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
