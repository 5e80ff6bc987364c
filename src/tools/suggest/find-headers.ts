// Finds the headers of a log: those that rules share, and those that lines share.

import { type Element, elementsOf, type Pattern } from "../../matcher/pattern.ts";
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
  const shared = findHeader(lines);
  if (shared !== undefined && fieldCount(shared) > 1) return shared;
  for (const group of byBeginning(lines)) {
    const header = group.length < least ? undefined : findHeader(group);
    if (header !== undefined && (shared === undefined || fieldCount(header) > 1)) return header;
  }
  return shared;
}

function fieldCount({ elements }: LineHeader): number {
  return elements.filter((element) => !("text" in element)).length;
}

/** Lines in groups by the classes of their first columns, the largest group first. */
function byBeginning(lines: readonly Buffer[]): Buffer[][] {
  const groups = groupBy(lines, (line) => {
    const columns = columnsOf(line).slice(0, 2);
    return columns.map(({ columnClass, before }) => `${before}${columnClass}`).join(" ");
  });
  return [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1)).map(([, group]) => group);
}

/** The header that these lines share. It has a time or a level, or there is none. */
function findHeader(lines: readonly Buffer[]): LineHeader | undefined {
  return headerOf(
    lines,
    lines.map((line) => columnsOf(line)),
  );
}

/** A header is shared by at least this many rules. */
const MIN_RULES = 2;

/** The headers with which several of the rules begin. Each has a field, and ends with a text. */
export function headersOf(rules: readonly { readonly pattern: Pattern }[]): LineHeader[] {
  const patterns = rules.map(({ pattern }) => elementsOf(pattern));
  // Headers are looked for among rules that have the same first field, and the same text before it.
  const groups = groupBy(patterns, (elements) =>
    JSON.stringify(elements.slice(0, "text" in (elements[0] ?? {}) ? 2 : 1)),
  );
  return [...groups.values()].flatMap((group) => {
    const elements = group.length < MIN_RULES ? [] : group.reduce(commonBeginning);
    return elements.some((element) => "field" in element || "alternatives" in element) ? [{ elements }] : [];
  });
}

/** What both begin with, up to the end of a text. */
function commonBeginning(a: readonly Element[], b: readonly Element[]): Element[] {
  const common: Element[] = [];
  for (const [i, element] of a.entries()) {
    const other = b[i];
    if (other === undefined) break;
    if ("text" in element && "text" in other) {
      const text = commonText(element.text, other.text);
      if (text !== "") common.push({ text });
      if (text !== element.text || text !== other.text) break;
    } else if (JSON.stringify(element) === JSON.stringify(other)) {
      common.push(element);
    } else {
      break;
    }
  }
  while (common.length > 0 && !("text" in common.at(-1)!)) common.pop();
  return common;
}

/** The common beginning of two texts that ends between words. */
function commonText(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  if (length === a.length && length === b.length) return a;
  while (length > 0 && /[A-Za-z0-9_]/.test(a[length - 1]!)) length--;
  return a.slice(0, length);
}
