// Finds the events of an id without rules, and the ids that belong to it. The logs are read several times, so that only
// what belongs to the id is held in memory.

import type { LineReader } from "../../io/line-reader.ts";
import type { Log } from "../../run/log.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { isDigit } from "../../text/bytes/ascii.ts";
import { Interner } from "../../text/collections/interner.ts";
import { idEnd, idKind, isIdBegun, isWholeId, LineIds } from "../../text/shapes/line-ids.ts";
import { collectEvents, inOrder } from "./collect-events.ts";
import { chosenId, NearId } from "./id-groups.ts";
import { LinkSearch, placesOf, SearchedLogs, type TakeId, wholeLine } from "./link-search.ts";
import { type GroupOptions, isContained, type TracedEvents } from "./trace.ts";

/** Finds the events of an id, or of the only one that begins so, and of those that belong to it. */
export async function traceId(
  rulebook: Rulebook,
  logs: readonly Log[],
  wanted: string | Uint8Array,
  { containing: text, takesPrefix = false, ...options }: GroupOptions,
): Promise<TracedEvents> {
  const searched = new SearchedLogs(inOrder(logs), options);
  try {
    const bytes = Buffer.from(wanted);
    const { id, ...choice } = await chosenIn(searched, bytes, takesPrefix);
    const near = id === undefined && choice.candidates.length === 0 ? await nearId(searched, bytes) : undefined;
    const found = id && (await new LinkSearch(searched, id).search());
    const { links = [], unfollowed = [], ranges = searched.logs.map(() => []) } = found ?? {};
    const haveSeveral = ranges.filter(({ length }) => length > 0).length > 1;
    const idsIn = found && haveSeveral ? idsOfKinds(found.kinds) : undefined;
    const collected = await collectEvents(rulebook, searched.logs, undefined, { ...options, ranges, idsIn });
    const { events, order } = collected;
    const containing = text === undefined ? undefined : Buffer.from(text);
    const isShown = id !== undefined && order.length > 0 && isContained(containing, events, order);
    const groups = isShown ? [{ ids: [id, ...links.map((link) => link.id)] as const, order, links }] : [];
    const withoutFields = { withoutId: 0, unknownFields: [], leftOutLinks: [], linkLimit: 0 };
    return { ...collected, ...choice, ...withoutFields, groups, near, unfollowed };
  } finally {
    searched.close();
  }
}

function idsOfKinds(kinds: ReadonlySet<number>): (reader: LineReader, take: TakeId) => void {
  const ids = new LineIds();
  return (reader, take) => {
    const { bytes, start, end } = wholeLine(reader);
    ids.begin(bytes, start, end);
    while (ids.next()) if (kinds.has(idKind(ids.bytes, ids.from, ids.to))) take(ids.bytes, ids.from, ids.to);
  };
}

/** The id that is, or begins with, the wanted text. If no id does, it may also be the end of one. */
async function chosenIn(logs: SearchedLogs, wanted: Buffer, takesPrefix: boolean) {
  const whole = new Interner();
  const ends = new Interner();
  await logs.read(({ bytes, start, end }) => {
    for (const at of placesOf(wanted, bytes, start, end)) {
      if (!isIdBegun(bytes, at, start)) continue;
      const to = idEnd(bytes, at, wanted.length, end);
      // A word without digits is an id only if it was asked for.
      if (to > at + wanted.length && !bytes.subarray(at, to).some(isDigit)) continue;
      (isWholeId(bytes, at, start) ? whole : ends).intern(bytes, at, to);
    }
  });
  const ids = whole.size > 0 ? whole : ends;
  const { number, ...choice } = chosenId(ids, wanted, takesPrefix);
  return { id: number === undefined ? undefined : ids.bytes(number), ...choice };
}

async function nearId(logs: SearchedLogs, wanted: Buffer): Promise<Buffer | undefined> {
  const near = new NearId(wanted);
  const ids = new LineIds();
  await logs.read(({ bytes, start, end }) => {
    ids.begin(bytes, start, end);
    while (ids.next()) near.note(bytes, ids.placeFrom, ids.placeTo);
  });
  return near.found;
}
