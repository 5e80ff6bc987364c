// Parts of two logs that cover the same times, such as those of two servers. What happens at one time is then in one
// part of both, even if one log has more lines.

import { type Blocks, PARTS } from "./blocks.ts";

/** Logs cover the same times if they share so much of the time of both together. */
const MIN_SHARED = 0.9;

/** When the blocks of a log begin, and when the last one ends, in seconds; they must not descend. */
type Times = readonly number[];

/** Divides both logs at the same times, if these are known, and if the logs cover the same ones. */
export function divideByTime(old: Blocks, oldTimes: Times, next: Blocks, newTimes: Times): void {
  const begin = Math.min(oldTimes[0] ?? Number.NaN, newTimes[0] ?? Number.NaN);
  const end = Math.max(oldTimes.at(-1) ?? Number.NaN, newTimes.at(-1) ?? Number.NaN);
  const shared = Math.min(oldTimes.at(-1)!, newTimes.at(-1)!) - Math.max(oldTimes[0]!, newTimes[0]!);
  if (!(end > begin) || !(shared >= MIN_SHARED * (end - begin))) return;
  if (!ascends(oldTimes) || !ascends(newTimes)) return;
  // Parts have equally many lines of the old log.
  const edges = [...Array(PARTS + 1).keys()].map((part) => timeAt(oldTimes, ((oldTimes.length - 1) * part) / PARTS));
  for (const [blocks, times] of [[old, oldTimes] as const, [next, newTimes] as const])
    blocks.edges = edges.map((edge, i) => (i === 0 ? 0 : i === PARTS ? times.length - 1 : placeOf(times, edge)));
}

function ascends(times: Times): boolean {
  return times.every((time, i) => i === 0 || time >= times[i - 1]!);
}

/** The time at a place, in blocks. */
function timeAt(times: Times, place: number): number {
  const block = Math.min(Math.floor(place), times.length - 2);
  return times[block]! + (place - block) * (times[block + 1]! - times[block]!);
}

/** The place of a time, in blocks. */
function placeOf(times: Times, time: number): number {
  const after = times.findIndex((own) => own > time);
  if (after <= 0) return after === 0 ? 0 : times.length - 1;
  const [from, to] = [times[after - 1]!, times[after]!];
  return after - 1 + (time - from) / (to - from);
}
