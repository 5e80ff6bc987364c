// What differs between lines in order: hunks, and in them the lines that changed and the fields in which they did.

import type { LinePattern } from "../../run/rulebook.ts";
import { heaviestPairs, type IndexPair } from "../../text/collections/numbers.ts";
import type {
  BySide,
  ComparisonDifference,
  ComparisonItem,
  ComparisonSame,
  FieldChange,
  GroupIds,
  Occurrences,
} from "./difference.ts";
import { type EditScript, editScript, type Hunk } from "./edit-script/edit-script.ts";
import { type KeyTable, type LineKeys, NO_TEMPLATE } from "./line-keys.ts";
import type { Lines, SideLine } from "./side.ts";

/** What every way of comparing needs: in order, in groups, or by counting. */
export interface DiffTools {
  readonly keys: LineKeys;
  /** How many equal lines to yield at most before and after a difference. */
  readonly context: number;
  /** How many lines of either log have an equal line in the other so far. */
  readonly tally: { same: number };
  /** How many lines may still be read again to find out which are additional. */
  readonly rereading: { left: number };
  /** Whether empty lines that one log has more often are one difference, wherever they are. */
  readonly joinsEmptyLines: boolean;
}

/**
 * Yields the differences between lines of two logs, in order, with context, and adds the equal lines to the tally.
 * Empty lines that are joined are the last difference.
 */
export function* diffInOrder(
  { old, new: next }: BySide<Lines>,
  hunks: Iterable<Hunk>,
  group: GroupIds<Buffer> | undefined,
  tools: DiffTools,
): Generator<ComparisonItem<Buffer>> {
  const { context, tally } = tools;
  const empty = tools.joinsEmptyLines ? tools.keys.table.emptyLineKey : undefined;
  const emptyLines = { old: occurrencesOf(old, empty), new: occurrencesOf(next, empty) };
  const hasMoreEmpty = emptyLines.old.count !== emptyLines.new.count;
  const shownOf = (lines: Lines): Lines => (hasMoreEmpty ? lines.without(empty!) : lines);
  const same = (i: number, j: number): ComparisonSame<Buffer> => ({
    kind: "same",
    group,
    old: old.line(i),
    new: next.line(j),
  });
  let [oldAt, newAt] = [0, 0];
  let isFirst = true;
  // Whether lines that only differ in empty ones came since the last difference.
  let isApart = false;
  for (const hunk of hunks) {
    const removed = shownOf(old.slice(hunk.oldFrom, hunk.oldTo));
    const added = shownOf(next.slice(hunk.newFrom, hunk.newTo));
    const isShown = removed.length + added.length > 0;
    const shared = hunk.oldFrom - oldAt;
    const after = isFirst || isApart ? 0 : Math.min(context, shared);
    const before = isShown ? Math.min(context, shared - after) : 0;
    for (let i = 0; i < after; i++) yield same(oldAt + i, newAt + i);
    if (isShown && !isFirst && (isApart || shared > after + before)) yield { kind: "gap", group };
    for (let i = before; i > 0; i--) yield same(hunk.oldFrom - i, hunk.newFrom - i);
    tally.same += shared;
    yield* differencesInHunk(removed, added, group, tools.keys);
    [oldAt, newAt, isFirst, isApart] = [hunk.oldTo, hunk.newTo, isFirst && !isShown, !isShown];
  }
  const rest = old.keys.length - oldAt;
  tally.same += rest;
  const after = isFirst || isApart ? 0 : Math.min(context, rest);
  for (let i = 0; i < after; i++) yield same(oldAt + i, newAt + i);
  if (hasMoreEmpty) yield { kind: "count", group, ...emptyLines };
}

function occurrencesOf(lines: Lines, key: number | undefined): Occurrences<Buffer> {
  const first = key === undefined ? -1 : lines.keys.indexOf(key);
  if (first === -1) return { count: 0, first: undefined };
  const count = lines.keys.reduce((sum, own) => sum + Number(own === key), 0);
  return { count, first: lines.line(first) };
}

/** The lines of a hunk in order: pairs of lines that changed, and between them those that only one log has. */
function* differencesInHunk(
  removed: Lines,
  added: Lines,
  group: GroupIds<Buffer> | undefined,
  keys: LineKeys,
): Generator<ComparisonDifference<Buffer>> {
  let [oldAt, newAt] = [0, 0];
  for (const pairs = pairsOf(removed, added, keys)[Symbol.iterator](); ; ) {
    const { done = false, value: pair } = pairs.next();
    const { i, j } = done ? { i: removed.length, j: added.length } : pair;
    while (oldAt < i) yield { kind: "removed", group, old: removed.line(oldAt++) };
    while (newAt < j) yield { kind: "added", group, new: added.line(newAt++) };
    if (done) return;
    const [old, next] = [removed.line(i), added.line(j)];
    const fields = fieldChanges(old, next, keys);
    if (fields.length > 0) yield { kind: "changed", group, fields, old, new: next };
    else {
      yield { kind: "removed", group, old };
      yield { kind: "added", group, new: next };
    }
    [oldAt, newAt] = [i + 1, j + 1];
  }
}

/** The hunks between lines of two logs. Swapping the logs swaps removed and added lines, and changes nothing else. */
export function hunksOf({ old: { keys: old }, new: { keys: next } }: BySide<Lines>, keys: KeyTable): Iterable<Hunk> {
  if (old.length === next.length && old.every((key, i) => key === next[i])) return [];
  const dense = denseKeys(old, next, keys.size);
  // Keys are numbered as they are seen, the old log's first. Swapping the logs changes the numbers, but not this order.
  const byBytes = (a: number, b: number): number => keys.bytes(dense.keyOf(a)).compare(keys.bytes(dense.keyOf(b)));
  const script = editScript(dense.old, dense.new, dense.classes, byBytes);
  return { [Symbol.iterator]: () => script.hunks() };
}

/** How many lines of either log are in no hunk. Marks all others, if there are marks. */
export function countSameInOrder(pair: BySide<Lines>, hunks: Iterable<Hunk>, unequal?: BySide<Uint8Array>): number {
  let same = pair.old.length;
  for (const { oldFrom, oldTo, newFrom, newTo } of hunks) {
    same -= oldTo - oldFrom;
    if (unequal === undefined) continue;
    for (let i = oldFrom; i < oldTo; i++) pair.old.mark(i, unequal.old);
    for (let j = newFrom; j < newTo; j++) pair.new.mark(j, unequal.new);
  }
  return same;
}

/** If there are more keys than this for each line, tables of all keys do not pay. */
const MAX_KEYS_PER_LINE = 4;

/**
 * Numbers the keys of two sequences of lines, which are below `count`, such that tables of them are small. `keyOf` has
 * the key with a number.
 */
export function denseKeys(
  old: Uint32Array,
  next: Uint32Array,
  count: number,
): BySide<Uint32Array> & { readonly classes: number; readonly keyOf: (number: number) => number } {
  if ((old.length + next.length) * MAX_KEYS_PER_LINE > count) {
    return { old, new: next, classes: count, keyOf: (number) => number };
  }
  const seen: number[] = [];
  const numbers = new Map<number, number>();
  const numbered = (key: number): number => {
    const number = numbers.get(key) ?? seen.push(key) - 1;
    numbers.set(key, number);
    return number;
  };
  const [olds, news] = [old.map(numbered), next.map(numbered)];
  return { old: olds, new: news, classes: seen.length, keyOf: (number) => seen[number]! };
}

/** If it takes at most this many comparisons, each removed line is compared with each added line. */
const MAX_COMPARISONS = 400;

/** More lines are paired only if this share of their lines has the same templates in the same order. */
const MIN_SHARE_IN_ORDER = 3 / 4;

/** How many lines at each end are examined first, to see whether that is likely. */
const SAMPLE_LINES = 512;

/**
 * How many fields that two outputs show are equal, and those that are not; none if the literal text of their templates
 * differs. Fields that hold the id of both lines do not count: runs that share no ids always differ there.
 */
function compareFields(old: SideLine, next: SideLine, keys: LineKeys) {
  const template = keys.templateOfPattern(old.linePattern);
  const changes: FieldChange<Buffer>[] = [];
  let equal = 0;
  // Lines with equal keys may be won by rules with different templates, or by none.
  if (template === NO_TEMPLATE || template !== keys.templateOfPattern(next.linePattern)) return { equal, changes };
  const { linePatterns } = keys.ignored;
  const [oldPattern, newPattern] = [linePatterns[old.linePattern]!, linePatterns[next.linePattern]!];
  const [oldSlots, newSlots] = [oldPattern.template.slots, newPattern.template.slots];
  const [olds, news] = [old.slots, next.slots];
  for (const [i, slot] of oldSlots.entries()) {
    const other = newSlots[i]!;
    // A pair of fields may be in several slots.
    if (oldSlots.some((one, k) => k < i && one === slot && newSlots[k] === other)) continue;
    if (olds[i]!.isId && news[i]!.isId) continue;
    if (olds[i]!.value.equals(news[i]!.value)) equal++;
    else {
      const [name, newName] = [nameOf(oldPattern, slot), nameOf(newPattern, other)];
      changes.push({
        name: name === newName ? name : `${name}/${newName}`,
        old: olds[i]!.value,
        new: news[i]!.value,
      });
    }
  }
  return { equal, changes };
}

function nameOf({ pattern }: LinePattern, slot: number): string {
  // The slot after the last field is the whole line.
  return pattern.fields[slot] ?? "line";
}

/**
 * The fields that changed if two lines count as one line that changed: if some of their fields are equal, or if there
 * is only one. Otherwise none.
 */
export function fieldChanges(old: SideLine, next: SideLine, keys: LineKeys): readonly FieldChange<Buffer>[] {
  const { equal, changes } = compareFields(old, next, keys);
  return equal > 0 || changes.length === 1 ? changes : [];
}

/**
 * Pairs removed lines (i) with the added lines (j) that they have become, in order. The lines of a pair have the same
 * template number, and pairs as many equal fields as possible; of many lines the order of the template numbers alone
 * decides.
 */
function pairsOf(removed: Lines, added: Lines, keys: LineKeys): Iterable<IndexPair> {
  if (removed.length === 0 || added.length === 0) return [];
  return removed.length * added.length <= MAX_COMPARISONS
    ? pairsByFields(removed, added, keys)
    : pairsByTemplate(removed, added, keys);
}

function pairsByFields(removed: Lines, added: Lines, keys: LineKeys): IndexPair[] {
  const olds = Array.from({ length: removed.length }, (_, i) => removed.line(i));
  const news = Array.from({ length: added.length }, (_, j) => added.line(j));
  const weight = (old: SideLine, next: SideLine): number => {
    const { equal, changes } = compareFields(old, next, keys);
    return changes.length > 0 && (equal > 0 || changes.length === 1) ? 1 + 2 * equal : 0;
  };
  // Among equally good choices the search prefers one side. To treat both logs alike, the lines decide which side that
  // is.
  if (compareKeys(removed, added, keys) <= 0)
    return heaviestPairs(olds.map((old) => news.map((next) => weight(old, next))));
  return heaviestPairs(news.map((next) => olds.map((old) => weight(old, next)))).map(({ i, j }) => ({ i: j, j: i }));
}

/** Orders the sides by their lengths, or else by the first key in which they differ. */
function compareKeys(olds: Lines, news: Lines, { table }: LineKeys): number {
  if (olds.length !== news.length) return olds.length - news.length;
  const at = olds.keys.findIndex((key, i) => key !== news.keys[i]);
  return at === -1 ? 0 : table.bytes(olds.keys[at]!).compare(table.bytes(news.keys[at]!));
}

/** Pairs by template number, if such pairs make up most of both sides. Otherwise equal numbers meet by chance. */
function* pairsByTemplate(removed: Lines, added: Lines, { table }: LineKeys): Generator<IndexPair> {
  const [olds, news] = [templatesOf(removed, table), templatesOf(added, table)];
  // Looks at the ends before the whole, because the search takes longest if it fails.
  const isPromising =
    templateScript(olds.templates.subarray(0, SAMPLE_LINES), news.templates.subarray(0, SAMPLE_LINES)) ||
    templateScript(olds.templates.subarray(-SAMPLE_LINES), news.templates.subarray(-SAMPLE_LINES));
  const script = isPromising ? templateScript(olds.templates, news.templates) : undefined;
  if (script === undefined) return;
  for (const [i, j] of script.pairs()) yield { i: olds.indexes[i]!, j: news.indexes[j]! };
}

/** The indexes of the lines that have a template, and its numbers. */
function templatesOf({ keys }: Lines, table: KeyTable): { indexes: Uint32Array; templates: Uint32Array } {
  const [indexes, templates] = [new Uint32Array(keys.length), new Uint32Array(keys.length)];
  let count = 0;
  for (let i = 0; i < keys.length; i++) {
    const template = table.template(keys[i]!);
    if (template === NO_TEMPLATE) continue;
    indexes[count] = i;
    templates[count++] = template;
  }
  return { indexes: indexes.subarray(0, count), templates: templates.subarray(0, count) };
}

/** The edit script between two sequences of template numbers; undefined if it pairs too few. */
function templateScript(old: Uint32Array, next: Uint32Array): EditScript | undefined {
  const script = editScript(old, next, 1 + Math.max(maximum(old), maximum(next)));
  const paired = (old.length + next.length - script.differences) / 2;
  return paired >= MIN_SHARE_IN_ORDER * Math.max(old.length, next.length) ? script : undefined;
}

function maximum(numbers: Uint32Array): number {
  return numbers.reduce((max, number) => Math.max(max, number), 0);
}
