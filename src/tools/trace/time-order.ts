import type { EventTable } from "./event-table.ts";

/**
 * Returns the events in order of time. Events with equal times stay in the order of their numbers. This is a natural
 * merge sort, which starts with the runs that are already in order. Logs are nearly in order, so it takes few passes.
 * The runtime's own sort was refused: it calls a function for each comparison, which costs more than the comparison
 * itself.
 */
export function timeOrder(events: EventTable): Uint32Array {
  const count = events.length;
  // Compact copies, so that only what is compared is read.
  const seconds = new Float64Array(count);
  const nanoseconds = new Uint32Array(count);
  for (let event = 0; event < count; event++) {
    seconds[event] = events.secondsOf(event);
    nanoseconds[event] = events.nanosecondsOf(event);
  }
  const isAfter = (a: number, b: number): boolean =>
    seconds[a]! > seconds[b]! || (seconds[a] === seconds[b] && nanoseconds[a]! > nanoseconds[b]!);

  let order = new Uint32Array(count);
  let merged = new Uint32Array(count);
  let ends: number[] = [];
  for (let event = 0; event < count; event++) {
    order[event] = event;
    if (event > 0 && isAfter(event - 1, event)) ends.push(event);
  }
  ends.push(count);
  while (ends.length > 1) {
    ends = mergePass(order, ends, isAfter, merged);
    [order, merged] = [merged, order];
  }
  return order;
}

/** Merges each pair of neighbouring runs. Returns the ends of the merged runs. */
function mergePass(
  order: Uint32Array,
  ends: readonly number[],
  isAfter: (a: number, b: number) => boolean,
  merged: Uint32Array,
): number[] {
  const mergedEnds: number[] = [];
  let from = 0;
  for (let run = 0; run < ends.length; run += 2) {
    const middle = ends[run]!;
    const to = ends[run + 1] ?? middle;
    let left = from;
    let right = middle;
    for (let at = from; at < to; at++) {
      const takesLeft = right === to || (left < middle && !isAfter(order[left]!, order[right]!));
      merged[at] = takesLeft ? order[left++]! : order[right++]!;
    }
    mergedEnds.push(to);
    from = to;
  }
  return mergedEnds;
}
