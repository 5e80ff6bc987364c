// The expected result of a comparison, computed again with plain strings, Maps and arrays. Texts are Latin-1. Slow, and
// written from the documented behaviour.

import type { Processor } from "../../src/index.ts";
import { editScript } from "../../src/tools/diff/edit-script/edit-script.ts";
import type { WrittenRule } from "./rules-file.ts";

/** A line as the comparison sees it. */
export interface ReferenceLine {
  readonly number: number;
  readonly original: string;
  readonly rule: string | undefined;
  readonly output: string;
  /** The key: the output with a line end in place of the id. Nothing else in it can be a line end. */
  readonly key: string;
  /** The template with uniform placeholders, or undefined for an unmatched line. */
  readonly template: string | undefined;
  readonly id: string | undefined;
  /** The values of the placeholders, with the id marked. */
  readonly shown: readonly { readonly name: string; readonly value: string; readonly isId: boolean }[];
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

const PLACEHOLDER = /\{(\w+)\}/g;

/** The lines of a log, by a processor with these rules. The first field in `by` that is not empty holds the id. */
export function referenceLog(
  processor: Processor,
  rules: readonly WrittenRule[],
  lines: readonly string[],
  by: readonly string[] = [],
): ReferenceLine[] {
  return lines.map((original, i) => {
    const answer = processor.normalize(Buffer.from(original, "latin1"));
    const number = i + 1;
    if (answer === undefined) {
      const unmatched = { rule: undefined, template: undefined, id: undefined, shown: [] };
      return { number, original, output: original, key: original, ...unmatched };
    }
    const captures = new Map(answer.captures.map(({ name, value }) => [name, latin1(value)]));
    const template = rules.find(({ name }) => name === answer.rule)!.output;
    const id = by.map((name) => captures.get(name)).find((value) => value !== undefined && value !== "");
    const isId = (name: string): boolean => id !== undefined && by.includes(name) && captures.get(name) === id;
    const shown = Array.from(template.matchAll(PLACEHOLDER), ([, name]) => ({
      name: name!,
      value: captures.get(name!)!,
      isId: isId(name!),
    }));
    return {
      number,
      original,
      rule: answer.rule,
      output: latin1(answer.output),
      key: template.replace(PLACEHOLDER, (_, name) => (isId(name) ? "\n" : captures.get(name)!)),
      template: template.replace(PLACEHOLDER, "\n"),
      id,
      shown,
    };
  });
}

/** The length of a longest common subsequence. */
export function commonLength(xs: readonly string[], ys: readonly string[]): number {
  let row = ys.map(() => 0);
  for (const x of xs) {
    const next: number[] = [];
    ys.forEach((y, i) => {
      next.push(x === y ? (row[i - 1] ?? 0) + 1 : Math.max(row[i]!, next[i - 1] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** How often each text occurs. */
export function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** The lines of one id, or all lines without an id. */
export interface ReferenceGroup {
  readonly id: string | undefined;
  readonly lines: readonly ReferenceLine[];
}

/** The groups of a log, in the order of their first lines. */
export function groupsOf(log: readonly ReferenceLine[]): ReferenceGroup[] {
  const groups = new Map<string | undefined, ReferenceLine[]>();
  for (const line of log) groups.set(line.id, [...(groups.get(line.id) ?? []), line]);
  return [...groups].map(([id, lines]) => ({ id, lines }));
}

export interface Pairing {
  readonly pairs: readonly (readonly [ReferenceGroup, ReferenceGroup])[];
  readonly onlyOld: readonly ReferenceGroup[];
  readonly onlyNew: readonly ReferenceGroup[];
}

/**
 * Pairs groups by their id, then by their lines without it, then the most similar ones, and finally by their templates
 * alone if no other group has the same. `isOrdered` tells whether the order of lines counts.
 */
export function pairingOf(old: readonly ReferenceLine[], next: readonly ReferenceLine[], isOrdered: boolean): Pairing {
  const pairs: [ReferenceGroup, ReferenceGroup][] = [];
  const without: ReferenceGroup = { id: undefined, lines: [] };
  const olds = groupsOf(old);
  const news = groupsOf(next);
  for (const groups of [olds, news]) if (groups.every(({ id }) => id !== undefined)) groups.push(without);
  const pair = (group: ReferenceGroup, other: ReferenceGroup): void => {
    pairs.push([group, other]);
    olds.splice(olds.indexOf(group), 1);
    news.splice(news.indexOf(other), 1);
  };
  const inTurn = (texts: string[]): string => JSON.stringify(isOrdered ? texts : texts.sort());
  const keysOf = ({ lines }: ReferenceGroup): string[] => lines.map(({ key }) => key);
  const templatesOf = ({ lines }: ReferenceGroup): string[] => lines.map(({ template }) => template ?? "none");
  const pairEqual = (keyOf: (group: ReferenceGroup) => string, onlyUnique = false): void => {
    const alike = (groups: readonly ReferenceGroup[], key: string): ReferenceGroup[] =>
      groups.filter((group) => keyOf(group) === key);
    const isUnique = (key: string): boolean => alike(olds, key).length === 1 && alike(news, key).length === 1;
    for (const group of olds.filter((group) => !onlyUnique || isUnique(keyOf(group)))) {
      const [other] = alike(news, keyOf(group));
      if (other !== undefined) pair(group, other);
    }
  };
  pairEqual(({ id }) => JSON.stringify([id]));
  if (isOrdered) {
    const [oldTexts, newTexts] = [olds, news].map((groups) => groups.map((group) => inTurn(keysOf(group)))) as [
      string[],
      string[],
    ];
    const inOrder = alignedPlaces(oldTexts, newTexts, (i) => {
      const [xs, ys] = [keysOf(olds[i]!), keysOf(news[i]!)];
      const at = xs.findIndex((key, k) => key !== ys[k]);
      return at === -1 || at >= ys.length ? xs.length - ys.length : xs[at]! < ys[at]! ? -1 : 1;
    }).map(([i, j]) => [olds[i]!, news[j]!] as const);
    for (const [group, other] of inOrder) pair(group, other);
  }
  pairEqual((group) => inTurn(keysOf(group)));
  const common = (xs: string[], ys: string[]): number => (isOrdered ? commonLength(xs, ys) : commonCount(xs, ys));
  const similar = olds.flatMap((group, i) =>
    news.flatMap((other, j) => {
      const alike = common(keysOf(group), keysOf(other));
      const templates = common(templatesOf(group), templatesOf(other));
      const sizes = [group.lines.length, other.lines.length];
      const isPair = alike > 0 && (2 * alike >= Math.min(...sizes) || templates === Math.max(...sizes));
      const rank = [-alike, -templates, sizes[0]! + sizes[1]!, Math.abs(i - j), i + j];
      return isPair ? [{ group, other, rank }] : [];
    }),
  );
  similar.sort((a, b) => a.rank.map((x, k) => x - b.rank[k]!).find((difference) => difference !== 0) ?? 0);
  for (const { group, other } of similar) if (olds.includes(group) && news.includes(other)) pair(group, other);
  pairEqual((group) => inTurn(templatesOf(group)), true);
  return { pairs, onlyOld: olds, onlyNew: news };
}

/** How many texts two lists have in common, in any order. */
export function commonCount(xs: readonly string[], ys: readonly string[]): number {
  const counts = countsOf(ys);
  return [...countsOf(xs)].reduce((sum, [text, count]) => sum + Math.min(count, counts.get(text) ?? 0), 0);
}

/** The places of texts that a short edit script leaves. The script itself has tests of its own. */
function alignedPlaces(
  xs: readonly string[],
  ys: readonly string[],
  compareAt: (i: number) => number,
): [number, number][] {
  const texts = [...new Set([...xs, ...ys])];
  const [olds, news] = [xs, ys].map((all) => Uint32Array.from(all, (text) => texts.indexOf(text))) as [
    Uint32Array,
    Uint32Array,
  ];
  const order = (): number => compareAt(xs.findIndex((text, i) => text !== ys[i]));
  const { removed, added } = editScript(olds, news, texts.length, order);
  const left = (marks: Uint8Array): number[] => [...marks.keys()].filter((i) => marks[i] === 0);
  const places = left(added);
  return left(removed).map((i, k) => [i, places[k]!]);
}
