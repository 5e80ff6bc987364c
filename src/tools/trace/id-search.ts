// Finds the lines of an id without rules, and the ids that belong to it. The logs are read several times, so that only
// what belongs to the id is held in memory.

import type { LineReader } from "../../io/line-reader.ts";
import { isDigit } from "../../text/bytes/ascii.ts";
import { Interner } from "../../text/collections/interner.ts";
import { idEnd, idKind, isIdBegun, isWholeId, LineIds } from "../../text/shapes/line-ids.ts";
import { type LinkedIds, LinkSearch } from "./link-search.ts";
import { placesOf, type SearchedLogs, type TakeId, wholeLine } from "./searched-logs.ts";
import { chosenId, type IdChoice, NearId } from "./wanted-id.ts";

/** Finds the ids of some kinds in lines. */
export function idsOfKinds(kinds: ReadonlySet<number>): (reader: LineReader, take: TakeId) => void {
  const ids = new LineIds();
  return (reader, take) => {
    const { bytes, start, end } = wholeLine(reader);
    ids.begin(bytes, start, end);
    while (ids.next()) if (kinds.has(idKind(ids.bytes, ids.from, ids.to))) take(ids.bytes, ids.from, ids.to);
  };
}

/** What was found of an id. */
interface FoundId extends Pick<IdChoice, "isPrefix" | "candidates"> {
  /** Undefined if there is none, or if several begin with the wanted text. */
  readonly id: Buffer | undefined;
  /** If there is none, one that was perhaps meant. */
  readonly near: Buffer | undefined;
  readonly linked: LinkedIds | undefined;
}

/**
 * Looks for an id or, with `takesPrefix`, for the only one that begins with the wanted text, and for those that belong
 * to it. Rejects with a log's read error.
 */
export async function searchId(logs: SearchedLogs, wanted: Buffer, takesPrefix: boolean): Promise<FoundId> {
  const { choice, ids } = await chosenIn(logs, wanted, takesPrefix);
  const { isPrefix, candidates, number } = choice;
  if (number === undefined) {
    const near = candidates.length === 0 ? await nearId(logs, wanted) : undefined;
    return { id: undefined, isPrefix, candidates, near, linked: undefined };
  }
  const id = ids.bytes(number);
  return { id, isPrefix, candidates, near: undefined, linked: await new LinkSearch(logs, id).search() };
}

/** The id that is, or begins with, the wanted text. If no id does, it may also be the end of one. */
async function chosenIn(
  logs: SearchedLogs,
  wanted: Buffer,
  takesPrefix: boolean,
): Promise<{ choice: IdChoice; ids: Interner }> {
  const whole = new Interner();
  const ends = new Interner();
  await logs.read(({ bytes, start, end }) => {
    for (const at of placesOf(wanted, bytes, start, end)) {
      if (!isIdBegun(bytes, at, start)) continue;
      const to = idEnd(bytes, at, wanted.length, end);
      // A word without digits is an id only if it was asked for.
      if (to > at + wanted.length && !hasDigit(bytes, at, to)) continue;
      const ids = isWholeId(bytes, at, start) ? whole : ends;
      ids.intern(bytes, at, to);
    }
  });
  const ids = whole.size > 0 ? whole : ends;
  return { choice: chosenId(ids, wanted, takesPrefix), ids };
}

function hasDigit(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (isDigit(bytes[i]!)) return true;
  return false;
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
