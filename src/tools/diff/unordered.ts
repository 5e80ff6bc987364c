// Lines that one log has more often than the other, and which of them: outputs hide values, and these, or the lines
// around, may tell.

import { NumberLists } from "../../text/collections/numbers.ts";
import { counted, listed, shortened } from "../../text/messages/phrases.ts";
import type {
  Additional,
  BySide,
  ChangedCount,
  Count,
  Counts,
  Evidence,
  FieldChange,
  GroupIds,
  Occurrences,
  SideName,
} from "./difference.ts";
import { type DiffTools, denseKeys, fieldChanges } from "./in-order.ts";
import { type KeyTable, NO_TEMPLATE } from "./line-keys.ts";
import type { Lines } from "./side.ts";

const NONE = -1;
const SEVERAL = -2;

/** Among the keys of one template, the only key that each log has more often; or NONE, or SEVERAL. */
type SoleKeys = Record<SideName, number>;

/** The lines of both logs by dense keys. */
function linesByKey({ old, new: next }: BySide<Lines>, keys: KeyTable) {
  const dense = denseKeys(old.keys, next.keys, keys.size);
  const { classes } = dense;
  const byKey = (keys: Uint32Array): NumberLists =>
    new NumberLists(classes, (take) => {
      for (let i = 0; i < keys.length; i++) take(keys[i]!, i);
    });
  return { dense, olds: byKey(dense.old), news: byKey(dense.new) };
}

/** How many lines of either log have an equal line in the other. Marks all others, if there are marks. */
export function countSameUnordered(pair: BySide<Lines>, keys: KeyTable, unequal?: BySide<Uint8Array>): number {
  const { dense, olds, news } = linesByKey(pair, keys);
  let same = 0;
  for (let key = 0; key < dense.classes; key++) {
    const both = Math.min(olds.length(key), news.length(key));
    same += both;
    if (unequal === undefined) continue;
    for (let i = both; i < olds.length(key); i++) pair.old.mark(olds.at(key, i), unequal.old);
    for (let j = both; j < news.length(key); j++) pair.new.mark(news.at(key, j), unequal.new);
  }
  return same;
}

/** The lines that one log has more often than the other, in the order in which they first occur, the old ones first. */
export function* diffCounts(
  pair: BySide<Lines>,
  group: GroupIds<Buffer> | undefined,
  { keys, tally, rereading }: DiffTools,
): Generator<Count<Buffer> | ChangedCount<Buffer>> {
  const { table } = keys;
  const { dense, olds, news } = linesByKey(pair, table);
  const templateOf = (key: number): number => table.template(dense.keyOf(key));
  const isEmpty = (key: number): boolean => table.bytes(dense.keyOf(key)).length === 0;
  const surplus = (key: number): number => news.length(key) - olds.length(key);
  const soleKeys = new Map<number, SoleKeys>();
  for (let key = 0; key < dense.classes; key++) {
    tally.same += Math.min(olds.length(key), news.length(key));
    if (surplus(key) !== 0) addKey(soleKeys, templateOf(key), key, surplus(key) < 0 ? "old" : "new");
  }

  const occurrences = (lines: Lines, lists: NumberLists, key: number): Occurrences<Buffer> => {
    const count = lists.length(key);
    return { count, first: count === 0 ? undefined : lines.line(lists.at(key, 0)) };
  };
  const counts = (key: number): Counts<Buffer> => {
    const found = { old: occurrences(pair.old, olds, key), new: occurrences(pair.new, news, key) };
    if (found.old.count === 0 || found.new.count === 0) return found;
    if (found.old.count + found.new.count > rereading.left) {
      const among = Math.max(found.old.count, found.new.count);
      return { ...found, additional: { lines: [], count: Math.abs(surplus(key)), among, evidence: undefined } };
    }
    rereading.left -= found.old.count + found.new.count;
    const old: OneLog = { lines: pair.old, keys: dense.old, byKey: olds, indexes: [...olds.of(key)] };
    const next: OneLog = { lines: pair.new, keys: dense.new, byKey: news, indexes: [...news.of(key)] };
    const logs = surplus(key) < 0 ? { more: old, fewer: next } : { more: next, fewer: old };
    return { ...found, additional: additionalLines(logs, isEmpty) };
  };
  const changes = ({ old, new: next }: SoleKeys): readonly FieldChange<Buffer>[] => {
    if (old < 0 || next < 0) return [];
    // Where one log has a hundred lines more and the other one only one, most have become nothing.
    if (-surplus(old) !== surplus(next)) return [];
    return fieldChanges(pair.old.line(olds.at(old, 0)), pair.new.line(news.at(next, 0)), keys);
  };
  const isDone = new Uint8Array(dense.classes);
  for (const inTurn of [dense.old, dense.new]) {
    for (let i = 0; i < inTurn.length; i++) {
      const key = inTurn[i]!;
      if (isDone[key] === 1) continue;
      isDone[key] = 1;
      if (surplus(key) === 0) continue;
      const only = soleKeys.get(templateOf(key));
      const changed = only === undefined ? [] : changes(only);
      if (changed.length === 0) {
        yield { kind: "count", group, ...counts(key) };
      } else {
        yield { kind: "changed_count", group, fields: changed, was: counts(only!.old), became: counts(only!.new) };
        isDone[only!.old] = isDone[only!.new] = 1;
      }
    }
  }
}

function addKey(soleKeys: Map<number, SoleKeys>, template: number, key: number, log: SideName): void {
  if (template === NO_TEMPLATE) return;
  const only = soleKeys.get(template) ?? { old: NONE, new: NONE };
  only[log] = only[log] === NONE ? key : SEVERAL;
  soleKeys.set(template, only);
}

/** So many of the lines that are additional are shown. */
const MAX_SHOWN = 3;

const MAX_VALUES = 32;
const MAX_VALUE_BYTES = 200;

/** No more lines are compared than this share of both logs, or than these few. */
const MAX_SHARE = 1 / 1024;
const FEW_LINES = 512;

/** How many lines of logs with so many may be read again to find out which are additional. */
export function rereadable(lines: number): number {
  return Math.max(FEW_LINES, lines * MAX_SHARE);
}

/** A neighbour is fewer lines away than these. */
const NEAR = 16;

/** For the log that has more lines with an output, and for the other. */
type Both<T> = Readonly<Record<"more" | "fewer", T>>;

/** One of the two logs: its lines with their keys, those with each key, and the indexes of those with the output. */
interface OneLog {
  readonly lines: Lines;
  readonly keys: Uint32Array;
  readonly byKey: NumberLists;
  readonly indexes: readonly number[];
}

/** Something that lines have in common or not: the value of each line that has one. */
interface Column {
  /** Undefined for a neighbour. */
  readonly field?: string;
  readonly values: Both<Map<number, string>>;
  readonly places?: ReadonlyMap<number, number>;
}

/** Which candidates a column leaves. */
interface Finding {
  readonly column: Column;
  readonly rest: Both<readonly number[]>;
  /** How many values the column has. A status tells people more than an id. */
  readonly distinct: number;
}

/**
 * The lines that one log has more often than the other, as far as anything tells. A value that the other log lacks
 * tells, or such a neighbour, if no more lines have one than are additional: times that always differ tell nothing. So
 * does a value that is more frequent, if all others are equally frequent.
 */
function additionalLines(logs: Both<OneLog>, isEmpty: (key: number) => boolean): Additional<Buffer> {
  const { lines } = logs.more;
  const columns = [...valueColumns(logs), ...neighbourColumns(logs, isEmpty)];
  const evidence: Evidence[] = [];
  let rest: Both<readonly number[]> = { more: logs.more.indexes, fewer: logs.fewer.indexes };
  for (;;) {
    const found = rest.fewer.length === 0 ? undefined : findingOf(columns, rest);
    if (found === undefined) break;
    rest = found.rest;
    evidence.push(evidenceOf(found, lines));
  }
  const shown = evidence.length === 0 ? 0 : rest.fewer.length > 0 ? 1 : MAX_SHOWN;
  return {
    lines: rest.more.slice(0, shown).map((i) => lines.line(i)),
    count: rest.more.length - rest.fewer.length,
    among: rest.more.length,
    evidence,
  };
}

function valueColumns(logs: Both<OneLog>): Iterable<Column> {
  const columns = new Map<string, Column>();
  for (const side of ["more", "fewer"] as const) {
    const { lines, indexes } = logs[side];
    for (const i of indexes) {
      const occurrences = new Map<string, number>();
      for (const { name, value } of lines.hidden(i).slice(0, MAX_VALUES)) {
        const occurrence = occurrences.get(name) ?? 0;
        occurrences.set(name, occurrence + 1);
        const id = `${occurrence} ${name}`;
        if (!columns.has(id)) columns.set(id, { field: name, values: { more: new Map(), fewer: new Map() } });
        const cut = value.length > MAX_VALUE_BYTES ? ` ${value.length}` : "";
        columns.get(id)!.values[side].set(i, value.toString("latin1", 0, MAX_VALUE_BYTES) + cut);
      }
    }
  }
  // Of two that tell the same, a time tells people less.
  return [...columns.values()].sort((a, b) => Number(isTime(a)) - Number(isTime(b)));
}

function isTime({ field }: Column): boolean {
  return field === "timestamp" || field === "<time>";
}

/** The nearest lines before and after with another output, and the nearest ones that the other log lacks. */
function neighbourColumns({ more, fewer }: Both<OneLog>, isEmpty: (key: number) => boolean): Column[] {
  return [-1, 1].flatMap((step) => {
    const own = more.keys[more.indexes[0]!];
    const isOther = (key: number): boolean => key !== own && !isEmpty(key);
    const places = placesOf(more, step, isOther);
    const others = placesOf(fewer, step, isOther);
    const near = placesOf(more, step, (key) => fewer.byKey.length(key) === 0 && !isEmpty(key));
    return [
      { places, values: { more: keysAt(more, places), fewer: keysAt(fewer, others) } },
      { places: near, values: { more: keysAt(more, near), fewer: new Map() } },
    ];
  });
}

function placesOf({ keys, indexes }: OneLog, step: number, isWanted: (key: number) => boolean): Map<number, number> {
  const places = new Map<number, number>();
  for (const i of indexes) {
    for (let distance = 1; distance < NEAR && !places.has(i); distance++) {
      const key = keys[i + step * distance];
      if (key !== undefined && isWanted(key)) places.set(i, i + step * distance);
    }
  }
  return places;
}

function keysAt({ keys }: OneLog, places: ReadonlyMap<number, number>): Map<number, string> {
  return new Map(Array.from(places, ([i, at]) => [i, String(keys[at])]));
}

/** What tells most: a column by which most lines are additional or, if none is, by which the fewest lines may be. */
function findingOf(columns: readonly Column[], all: Both<readonly number[]>): Finding | undefined {
  const additional = all.more.length - all.fewer.length;
  let best: Finding | undefined;
  for (const column of columns) {
    const { values } = column;
    const more = all.more.map((i) => values.more.get(i));
    const fewer = all.fewer.map((i) => values.fewer.get(i));
    const counts = new Map<string | undefined, number>();
    for (const value of more) counts.set(value, (counts.get(value) ?? 0) + 1);
    const distinct = counts.size;
    const others = new Set(fewer);
    for (const value of fewer) counts.set(value, (counts.get(value) ?? 0) - 1);
    const only = all.more.filter((_, at) => !others.has(more[at]));
    const isTelling = only.length > 0 && only.length <= additional;
    const surplus = [...counts.values()].reduce((sum, count) => sum + Math.max(0, count), 0);
    if (!isTelling && (column.places !== undefined || surplus !== additional)) continue;
    const isMore = (value: string | undefined): boolean => counts.get(value)! > 0;
    const rest = isTelling
      ? { more: only, fewer: [] }
      : { more: all.more.filter((_, at) => isMore(more[at])), fewer: all.fewer.filter((_, at) => isMore(fewer[at])) };
    // That a line has no such value is no example of one.
    if (rest.more.some((i) => !values.more.has(i))) continue;
    if (rest.more.length === all.more.length) continue;
    const found = { column, rest, distinct };
    if (best === undefined || isBetter(found, best)) best = found;
  }
  return best;
}

function isBetter(a: Finding, b: Finding): boolean {
  const [isSure, isOtherSure] = [a.rest.fewer.length === 0, b.rest.fewer.length === 0];
  if (isSure !== isOtherSure) return isSure;
  if (a.rest.more.length !== b.rest.more.length) return isSure === a.rest.more.length > b.rest.more.length;
  return a.distinct < b.distinct && (a.column.places === undefined) === (b.column.places === undefined);
}

function evidenceOf({ column: { field, places, values }, rest }: Finding, lines: Lines): Evidence {
  const [first] = rest.more;
  if (places === undefined) {
    const distinct = [...new Set(rest.more.map((i) => values.more.get(i)!))];
    const texts = distinct.slice(0, MAX_SHOWN).map((value) => Buffer.from(value, "latin1").toString());
    return { kind: "value", field: field!, values: texts };
  }
  const place = places.get(first!)!;
  return { kind: "neighbour", distance: place - first!, output: lines.line(place).output.toString() };
}

const MAX_WIDTH = 40;

/** What tells which lines one log has more often, or that nothing does: `none in OLD has status 500`. */
export function additionalInWords({ old, new: next, additional }: Counts<Buffer>): string {
  const { lines, count, among, evidence } = additional!;
  const [other, state] = old.count > next.count ? ["NEW", "gone"] : ["OLD", "new"];
  if (evidence === undefined) return `too many to tell which are ${state}`;
  if (evidence.length === 0) return `nothing tells which ${count === 1 ? "is" : "are"} ${state}`;
  const values = evidence.filter((one) => one.kind === "value").map(valuesInWords);
  if (count < among) return `${count} of ${among} with ${listed(values, "and")}`;
  const places = evidence.filter((one) => one.kind === "neighbour").map(placeInWords);
  const verbs = [...(values.length > 0 ? [`has ${listed(values, "and")}`] : []), ...places];
  const shownOf = count > lines.length ? `${lines.length} of ${counted(count, "line")}; ` : "";
  const unknown = Math.abs(old.count - next.count) - count;
  const others = unknown === 0 ? "" : `; nothing tells which the other ${unknown === 1 ? "one is" : `${unknown} are`}`;
  return `${shownOf}none in ${other} ${listed(verbs, "and")}${others}`;
}

function valuesInWords({ field, values }: Extract<Evidence, { kind: "value" }>): string {
  const texts = values.map((value) => (value === "" ? "(nothing)" : shown(value)));
  return `${shown(field)} ${listed(texts, "or")}`;
}

function placeInWords({ distance, output }: Extract<Evidence, { kind: "neighbour" }>): string {
  const far = Math.abs(distance) === 1 ? "" : `${Math.abs(distance)} lines `;
  return `comes ${far}${distance < 0 ? "after" : "before"} '${shown(output)}'`;
}

function shown(text: string): string {
  return shortened(text, MAX_WIDTH);
}
