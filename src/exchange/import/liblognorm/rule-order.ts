// The order in which liblognorm tries rules that begin alike: by what comes next in them.

import { groupBy } from "../../../text/collections/polyfills.ts";

/** A text or a field of a rule. */
export interface Step {
  /** As it is written. Rules are alike up to the first step that differs. */
  readonly source: string;
  /** Of several steps that may follow, that with the smallest one is tried first. */
  readonly priority: number;
}

/** The priorities of types. */
const TYPES: readonly (readonly [priority: number, types: string])[] = [
  [4, "literal repeat whitespace ipv4 ipv6 cisco-interface-spec json cee-syslog cef v2-iptables checkpoint-lea"],
  [8, "date-rfc3164 date-rfc5424 date-iso time-24hr time-12hr name-value-list"],
  [32, "word alpha string string-to char-to char-sep"],
  [64, "quoted-string op-quoted-string"],
  [255, "rest"],
];
const PRIORITY_OF_TYPE = new Map(
  TYPES.flatMap(([priority, types]) => types.split(" ").map((type) => [type, priority] as const)),
);
/** That of numbers and of types that a rulebase defines. */
const USUAL_TYPE = 16;
/** That of a field by itself. Its type decides only if this is the same. */
const USUAL_FIELD = 30_000;

export function priorityOf(type: string, given: unknown = USUAL_FIELD): number {
  const own = Number(given);
  return (Number.isFinite(own) ? own : USUAL_FIELD) * 256 + (PRIORITY_OF_TYPE.get(type) ?? USUAL_TYPE);
}

/**
 * The numbers of rules in the order in which they are tried. A rule without steps keeps its place. Takes
 * time linear in the steps, but for sorting.
 */
export function orderTried(rules: readonly (readonly Step[])[]): number[] {
  const order = rules.map((_, i) => i);
  const waiting = [{ places: [...order], depth: 0 }];
  for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
    const { depth } = group;
    const stepAt = (place: number): Step | undefined => rules[order[place]!]![depth];
    const places = group.places.filter((place) => stepAt(place) !== undefined);
    const sorted = places
      .map((place) => ({ rule: order[place]!, priority: stepAt(place)!.priority }))
      .sort((a, b) => a.priority - b.priority);
    for (const [i, { rule }] of sorted.entries()) order[places[i]!] = rule;
    const alike = groupBy(places, (place) => stepAt(place)!.source);
    for (const same of alike.values()) if (same.length > 1) waiting.push({ places: same, depth: depth + 1 });
  }
  return order;
}
