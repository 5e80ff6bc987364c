// How well rules group lines whose events are known. measure-suggest.ts says which lines and which rules.
import { isIP } from "node:net";

/** What won a line, by a key of its own for each rule; undefined if nothing matches. */
export type Winner = string | undefined;

/** How groups fit the events. A group is all lines that one rule wins; a line that none matches is one by itself. */
export interface GroupScore {
  /** Grouping accuracy: the share of lines whose group has exactly the lines of their event. */
  readonly accuracy: number;
  /** The F1 of groups: one is right if it has exactly the lines of an event. */
  readonly groups: number;
  /** The F1 of templates: the group is right, and so is its template. */
  readonly templates: number;
  readonly groupCount: number;
  readonly eventCount: number;
}

/** Lists by key, in the order of first use. */
export function indexesBy<Key>(keys: readonly Key[]): Map<Key, number[]> {
  const indexes = new Map<Key, number[]>();
  for (const [i, key] of keys.entries()) {
    const known = indexes.get(key);
    if (known === undefined) indexes.set(key, [i]);
    else known.push(i);
  }
  return indexes;
}

/** The group of each line. */
export function groupsOf(winners: readonly Winner[]): string[] {
  return winners.map((winner, i) => (winner === undefined ? `unmatched:${i}` : `rule:${winner}`));
}

/** The events whose lines are exactly those of a group. */
export function rightEvents(events: readonly string[], winners: readonly Winner[]): Set<string> {
  const groups = groupsOf(winners);
  const byGroup = indexesBy(groups);
  const right = new Set<string>();
  for (const [event, lines] of indexesBy(events)) {
    const group = groups[lines[0]!]!;
    if (byGroup.get(group)!.length === lines.length && lines.every((line) => groups[line] === group)) right.add(event);
  }
  return right;
}

/** `isTemplateRight` is asked for events with a right group. */
export function scoreGroups(
  events: readonly string[],
  winners: readonly Winner[],
  isTemplateRight: (event: string) => boolean,
): GroupScore {
  const right = rightEvents(events, winners);
  const groupCount = new Set(groupsOf(winners)).size;
  const eventCount = new Set(events).size;
  const f1 = (hits: number): number => (2 * hits) / (groupCount + eventCount);
  return {
    accuracy: events.filter((event) => right.has(event)).length / events.length,
    groups: f1(right.size),
    templates: f1([...right].filter(isTemplateRight).length),
    groupCount,
    eventCount,
  };
}

/** What rules of the first half of a log do with the second half's lines of events that the first half has. */
export interface HalfScore {
  /** The share that a rule wins which says something. */
  readonly matched: number;
  /**
   * The share that a right rule wins: one that says something, and that won more first lines of this event than of any
   * other. An event may have several right rules, and several events in one rule have at most one.
   */
  readonly right: number;
  /** The share that the very rule wins which won most of its event's first lines, if that one is right. */
  readonly same: number;
}

/** `winners` are those of all lines, undefined where no rule that says something wins. */
export function scoreHalves(events: readonly string[], winners: readonly Winner[], half: number): HalfScore {
  const [first, second] = [events.slice(0, half), events.slice(half)];
  const eventOf = new Map<Winner, string>();
  const ruleOf = new Map<string, Winner>();
  for (const [rule, lines] of indexesBy(winners.slice(0, half)))
    eventOf.set(rule, mostFrequent(lines.map((i) => first[i]!)));
  for (const [event, lines] of indexesBy(first)) ruleOf.set(event, mostFrequent(lines.map((i) => winners[i])));
  const known = [...second.entries()].filter(([, event]) => ruleOf.has(event));
  const share = (test: (winner: Winner, event: string) => boolean): number =>
    known.filter(([i, event]) => test(winners[half + i], event)).length / known.length;
  const isRight = (winner: Winner, event: string): boolean => winner !== undefined && eventOf.get(winner) === event;
  return {
    matched: share((winner) => winner !== undefined),
    right: share(isRight),
    same: share((winner, event) => isRight(winner, event) && ruleOf.get(event) === winner),
  };
}

/** Of equally frequent ones the first. */
export function mostFrequent<Item>(items: readonly Item[]): Item {
  const [[item] = [undefined as Item]] = [...indexesBy(items)].toSorted(([, a], [, b]) => b.length - a.length);
  return item;
}

const FIELD = "<*>";

/**
 * The template of a line: the text from `start` on, with `<*>` for each captured range. Fields that captured nothing
 * are left out, as they may be in a part of the pattern that the line lacks. Ranges may overlap the start.
 */
export function templateOf(line: Buffer, captures: readonly (readonly [from: number, to: number])[], start: number) {
  let template = "";
  let position = start;
  for (const [from, to] of captures.toSorted(([a], [b]) => a - b)) {
    if (to <= position || from === to) continue;
    template += line.toString("utf8", position, Math.max(position, from)) + FIELD;
    position = to;
  }
  return template + line.toString("utf8", position);
}

/**
 * A template as it is compared: blanks are one, and values with only one of `.,:/@_-` or a blank between them are one
 * value, because labels differ in whether an address with its port is one.
 */
export function comparable(template: string): string {
  return template
    .trim()
    .replace(/\s+/g, " ")
    .replace(/<\*>(?:[.,:/@_ -]?<\*>)+/g, FIELD);
}

/**
 * Where the message begins in a raw line. Labels may have other blanks than the line, so as many words are counted from
 * its end as the message has, unless the line ends with the message as it is.
 */
export function messageStart(line: string, message: string): number {
  if (line.endsWith(message)) return line.length - message.length;
  const words = message.split(/\s+/).filter((word) => word !== "").length;
  return [...line.matchAll(/\S+/g)].at(-words)?.index ?? 0;
}

export const isAddress = (value: string): boolean => isIP(value) !== 0;

export const isHash = (value: string): boolean => /^[\da-f]{32,}$/i.test(value);

/** Whether the value, which an untyped field captured, is most of the line, and neither a URL nor a path. */
export function isSwallowed(value: string, line: string): boolean {
  return value.length > 0.6 * line.length && !/^(?:[a-z][a-z\d+.-]*:\/\/|\/|~\/|[a-z]:\\)\S*$/i.test(value);
}
