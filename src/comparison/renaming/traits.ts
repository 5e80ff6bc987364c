import { PairNumbers } from "../../collections/pair-numbers.ts";
import type { AliasedLines, AliasedLogs, KeyedLines } from "./aliased-lines.ts";
import { keysByPlaces } from "./aliased-lines.ts";

// Traits of values that do not change if all values are renamed. They tell lines with equal bare keys apart.

/** Values that were seen longer ago than so many others count as new. */
const MAX_RECENCY = 64;

/** Lines with equal keys have values with equal histories: all the lines with that value, in order. */
export function keysByHistory(logs: AliasedLogs): KeyedLines {
  const pairs = new PairNumbers();
  return keysByPlaces(logs, histories(logs.old, pairs), histories(logs.next, pairs));
}

/** Lines with equal keys have values that were seen equally recently, counted in other values, or come so again. */
export function keysByRecency(logs: AliasedLogs, direction: "forward" | "backward"): KeyedLines {
  return keysByPlaces(logs, recency(logs.old, direction), recency(logs.next, direction));
}

function histories({ bareKeys, starts, values, count }: AliasedLines, pairs: PairNumbers): Uint32Array {
  const history = new Uint32Array(count);
  for (let i = 0; i < bareKeys.length; i++) {
    for (let at = starts[i]!; at < starts[i + 1]!; at++) {
      const place = pairs.of(bareKeys[i]!, at - starts[i]!);
      const value = values[at]!;
      history[value] = pairs.of(history[value]!, place + 1) + 1;
    }
  }
  return values.map((value) => history[value]!);
}

/** For each place of a value, how many others were seen since its last place: a list with the latest value in front. */
function recency({ values }: AliasedLines, direction: "forward" | "backward"): Uint32Array {
  const result = new Uint32Array(values.length);
  const latest: number[] = [];
  for (let n = 0; n < values.length; n++) {
    const at = direction === "forward" ? n : values.length - 1 - n;
    const value = values[at]!;
    const place = latest.indexOf(value);
    result[at] = place === -1 ? MAX_RECENCY : place;
    if (place !== -1) latest.splice(place, 1);
    else if (latest.length === MAX_RECENCY) latest.pop();
    latest.unshift(value);
  }
  return result;
}
