// What a comparison must say, once more in plain strings, Maps and arrays; a character of its texts is a byte. Slow, and
// written from what the command promises.
import type { Processor } from "../../src/index.ts";
import type { WrittenRule } from "./rules-file.ts";

/** A line as the comparison sees it. */
export interface ReferenceLine {
  readonly number: number;
  readonly original: string;
  readonly rule: string | undefined;
  readonly output: string;
  /** What it is compared by: the output, but where an id stands in it a line end, which nothing else in it can be. */
  readonly form: string;
  /** The text of the template, its placeholders made the same; of a line that no rule matched undefined. */
  readonly shape: string | undefined;
  readonly id: string | undefined;
  /** What stands in the place of each placeholder, the id left out. */
  readonly shown: readonly { readonly name: string; readonly value: string; readonly isId: boolean }[];
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

const PLACEHOLDER = /\{(\w+)\}/g;

/** Lines by a processor of these rules; `by` names the fields of which the first that is not empty holds the id. */
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
      const unmatched = { rule: undefined, shape: undefined, id: undefined, shown: [] };
      return { number, original, output: original, form: original, ...unmatched };
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
      form: template.replace(PLACEHOLDER, (_, name) => (isId(name) ? "\n" : captures.get(name)!)),
      shape: template.replace(PLACEHOLDER, "\n"),
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

/** Lines of one id, or all without one. */
export interface ReferenceGroup {
  readonly id: string | undefined;
  readonly lines: readonly ReferenceLine[];
}

/** The groups of a log in the order of their first lines. */
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

/** Which groups belong together: by their id, else by their lines without it, else by the first of these and the shapes of the others, else by being the only ones of their shapes. */
export function pairingOf(old: readonly ReferenceLine[], now: readonly ReferenceLine[]): Pairing {
  const pairs: [ReferenceGroup, ReferenceGroup][] = [];
  const without: ReferenceGroup = { id: undefined, lines: [] };
  const olds = groupsOf(old);
  const news = groupsOf(now);
  for (const groups of [olds, news]) if (groups.every(({ id }) => id !== undefined)) groups.push(without);
  const keys: ((group: ReferenceGroup) => string)[] = [
    ({ id }) => JSON.stringify([id]),
    ({ lines }) => JSON.stringify(lines.map(({ form }) => form)),
    ({ lines }) => JSON.stringify(lines.map(({ form, shape }, i) => (i === 0 ? [form] : (shape ?? null)))),
    ({ lines }) => JSON.stringify(lines.map(({ shape }) => shape ?? null)),
  ];
  for (const key of keys) {
    const alike = (groups: readonly ReferenceGroup[], group: ReferenceGroup): number =>
      groups.filter((other) => key(other) === key(group)).length;
    const candidates =
      key === keys.at(-1) ? olds.filter((group) => alike(olds, group) === 1 && alike(news, group) === 1) : [...olds];
    for (const group of candidates) {
      const partner = news.findIndex((other) => key(other) === key(group));
      if (partner === -1) continue;
      pairs.push([group, news[partner]!]);
      olds.splice(olds.indexOf(group), 1);
      news.splice(partner, 1);
    }
  }
  return { pairs, onlyOld: olds, onlyNew: news };
}
