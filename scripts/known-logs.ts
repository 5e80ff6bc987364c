// Logs with what their own rules know of each line, and their random halves. Bytes are characters (latin1).
import type { Random } from "../bench/workloads/random.ts";
import { linesOf, type Rules, rulesFor, type Win, winnerBy } from "./winning-rules.ts";

export interface Field {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

export interface Line {
  readonly text: string;
  readonly rule: string | undefined;
  /** By name. Of a name that occurs twice, the last one. */
  readonly fields: ReadonlyMap<string, Field>;
  /** What is between the fields. */
  readonly literals: readonly string[];
}

export interface KnownLog {
  readonly name: string;
  readonly rules: Rules;
  readonly lines: readonly Line[];
  /** The fields that hold ids of requests, joined by commas as for `--by`. */
  readonly by: string | undefined;
  readonly know: (text: string) => Line;
}

/** A log with the rules that `suggest` writes for it. */
export async function knownLog(name: string, bytes: Buffer, by?: string): Promise<KnownLog> {
  const rules = await rulesFor(bytes);
  const winner = winnerBy(rules);
  const know = (text: string): Line => lineOf(text, winner(Buffer.from(text, "latin1")));
  return { name, rules, lines: linesOf(bytes).map((line) => know(line.toString("latin1"))), by, know };
}

function lineOf(text: string, win: Win | undefined): Line {
  const captures = (win?.captures ?? []).map(([from, to], i) => ({ name: win!.rule.pattern.fields[i]!, from, to }));
  const taken = captures.filter(({ from }) => from >= 0).sort((a, b) => a.from - b.from);
  const ends = [0, ...taken.map(({ to }) => to)];
  return {
    text,
    rule: win?.rule.name,
    fields: new Map(taken.map(({ name, from, to }) => [name, { value: text.slice(from, to), from, to }])),
    literals: ends.map((end, i) => text.slice(end, taken[i]?.from)),
  };
}

/** The id of a line's request, if it has one. */
export function idOf({ fields }: Line, by: string | undefined): string | undefined {
  for (const name of by?.split(",") ?? []) if (fields.get(name)?.value) return fields.get(name)!.value;
  return undefined;
}

export function groupBy<Item, Key>(items: Iterable<Item>, key: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

export interface Halves {
  readonly log: KnownLog;
  readonly old: readonly Line[];
  readonly new: readonly Line[];
  /** Whether whole requests are on one side. */
  readonly by: string | undefined;
}

/** A request has at most so many lines. What has more, such as the value `-`, is the id of none. */
export const MOST_LINES = 50;

/** Puts each line, or with ids all lines of a request, on one side by a coin, in order. */
export function randomHalves(log: KnownLog, random: Random, by?: string): Halves {
  const sides = new Map<string, number>();
  const sizes = groupBy(log.lines, (line) => idOf(line, by));
  const sideOf = (line: Line): number => {
    const id = idOf(line, by);
    if (id === undefined || sizes.get(id)!.length > MOST_LINES) return random.below(2);
    if (!sides.has(id)) sides.set(id, random.below(2));
    return sides.get(id)!;
  };
  const side = log.lines.map(sideOf);
  return { log, by, old: log.lines.filter((_, i) => side[i] === 0), new: log.lines.filter((_, i) => side[i] === 1) };
}

/** Blocks of so many lines, in turn. */
export function blockHalves(log: KnownLog, size: number): Halves {
  const isOld = (i: number): boolean => Math.floor(i / size) % 2 === 0;
  return { log, by: undefined, old: log.lines.filter((_, i) => isOld(i)), new: log.lines.filter((_, i) => !isOld(i)) };
}
