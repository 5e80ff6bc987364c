import { inRotationOrder, rotatedLogOf } from "../../run/rotated-logs.ts";
import { timeShiftText } from "../../text/date-times/time-shift.ts";
import { shellWord, shownPath } from "../../text/messages/paths.ts";
import { counted, firstOf, listed, quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { CollectedEvents } from "./collect-events.ts";
import type { TracedEvents } from "./trace.ts";

const MAX_TIMELESS = 5;
/** How many ids are listed: with the other messages they fit a screen. */
const MAX_CANDIDATES = 15;
const MAX_LEFT_OUT = 5;

interface WantedEvents {
  readonly id: string | undefined;
  readonly containing: string | undefined;
}

/** What the events do not show: which lines are missing, and why; and whether nothing was found of what was wanted. */
export function traceNotes(traced: CollectedEvents | TracedEvents, wanted: WantedEvents, noLines: string | undefined) {
  const isGrouped = "groups" in traced;
  const notFound = isGrouped ? notFoundNote(traced, wanted) : undefined;
  const notes = isGrouped
    ? [
        takenNote(traced, wanted),
        notFound,
        noLines,
        leftOutNote(traced),
        // Without rules none is tried.
        traced.unfollowed === undefined ? untriedNote(traced) : undefined,
        timelessNote(traced, traced.groups),
        leftOutLinksNote(traced),
        unfollowedNote(traced),
        ...traced.clocks.map((clock) => clockNote(traced, clock)),
      ]
    : [noLines, untriedNote(traced), timelessNote(traced, [traced])];
  return { texts: notes.filter((note) => note !== undefined), isNotFound: notFound !== undefined };
}

function takenNote({ taken }: TracedEvents, { id }: WantedEvents): string | undefined {
  if (taken === undefined || id === undefined) return undefined;
  return `no line has the id ${quoted(id)}; this is '${printable(taken.toString())}', the only id that begins with it`;
}

function notFoundNote(
  { groups, candidates, near }: TracedEvents,
  { id, containing }: WantedEvents,
): string | undefined {
  if (groups[Symbol.iterator]().next().done !== true || (id ?? containing) === undefined) return undefined;
  const whose = id === undefined ? "an id" : `the id ${quoted(id)}`;
  if (id === undefined || (candidates.length === 0 && near === undefined && containing !== undefined))
    return `no normalized line with ${whose} contains ${quoted(containing!)}`;
  if (near !== undefined) return `no line has ${whose}; did you mean ${quoted(near.toString())}?`;
  if (candidates.length === 0) return `no line has ${whose}`;
  const shown = candidates.slice(0, MAX_CANDIDATES).map((one) => `\n  ${printable(one.toString())}`);
  const more = candidates.length - shown.length;
  if (more > 0) shown.push(`\n  and ${more} more; --summary without --id has all ids`);
  return `no line has ${whose}, but ${candidates.length} ids begin with it:${shown.join("")}`;
}

function leftOutNote({ unmatched, withoutId }: TracedEvents): string | undefined {
  const parts: string[] = [];
  if (unmatched > 0) parts.push(`${counted(unmatched, "line")} that no rule matched`);
  if (withoutId > 0) parts.push(`${parts.length > 0 ? withoutId : counted(withoutId, "line")} without an id`);
  return parts.length === 0 ? undefined : `left out ${parts.join(" and ")}`;
}

function untriedNote({ untried, firstUntried }: CollectedEvents): string | undefined {
  if (firstUntried === undefined) return undefined;
  const { log, line, flaw } = firstUntried;
  return `no rule was tried on ${counted(untried, "line")}: line ${line} of ${shownPath(log)} ${printable(flaw)}`;
}

/** The message that no line of some logs has a time, where other logs have times. */
function timelessNote(
  { events, timeless }: CollectedEvents,
  groups: Iterable<{ readonly order: Uint32Array }>,
): string | undefined {
  if (timeless.size === 0) return undefined;
  const found = new Set<string>();
  let count = 0;
  for (const { order } of groups) {
    for (const event of order) {
      const file = events.fileOf(event);
      if (!timeless.has(file)) continue;
      count++;
      found.add(events.files[file]!);
    }
  }
  if (count === 0) return undefined;
  const named = [...found].slice(0, MAX_TIMELESS).map(shownPath);
  if (found.size > named.length) named.push(counted(found.size - named.length, "more log"));
  const [have, they] = count === 1 ? ["has", "it comes"] : ["have", "they come"];
  const where =
    events.linePatterns.length === 0
      ? "the one with which it begins"
      : "what the field 'timestamp' of its rule captures";
  return `${counted(count, "event")} of ${listed(named, "and")} ${have} no time, so ${they} last; the time of a line is ${where}`;
}

function clockNote({ events: { files } }: CollectedEvents, finding: CollectedEvents["clocks"][number]): string {
  const { log, other, milliseconds, total, agreeing, shared } = finding;
  const [name, otherName] = [logOf(files[log]!, files), logOf(files[other]!, files)];
  const by = timeShiftText(Math.abs(milliseconds)).slice(1);
  const off = `${by} ${milliseconds < 0 ? "ahead of" : "behind"} that of ${shownPath(otherName)}`;
  const option = total === 0 ? "leaving out --clock for it" : `--clock ${shellWord(`${name}=${timeShiftText(total)}`)}`;
  return `the clock of ${shownPath(name)} seems to be about ${off}, as the events of ${agreeing} of ${counted(shared, "id")} in both say; ${option} would mend it`;
}

/** The log of a file, which is another name if it was rotated and other files of it are there. */
function logOf(file: string, files: readonly string[]): string {
  const ordered = inRotationOrder(files, (one) => one);
  const at = ordered.findIndex((one) => one.file === file);
  return ordered[at]!.continues || ordered[at + 1]?.continues ? rotatedLogOf(file) : file;
}

function unfollowedNote({ unfollowed = [] }: TracedEvents): string | undefined {
  if (unfollowed.length === 0) return undefined;
  const named = unfollowed.map(({ id, other, file }) => {
    const reason =
      file === undefined ? `also with ${quoted(other!.toString())}` : `on nearly every line of ${shownPath(file)}`;
    return `${quoted(id.toString())} (${other?.equals(id) ? "another one like it" : reason})`;
  });
  const are = unfollowed.length === 1 ? "is" : "are";
  return `${counted(unfollowed.length, "id")} beside it ${are} not followed: ${firstOf(named, MAX_LEFT_OUT)}`;
}

function leftOutLinksNote({ leftOutLinks, linkLimit }: TracedEvents): string | undefined {
  if (leftOutLinks.length === 0) return undefined;
  const named = leftOutLinks.map(({ id, others }) => `${quoted(id.toString())} (with ${others})`);
  const [link, shares] = named.length === 1 ? ["links", "it shares"] : ["link", "each shares"];
  return `${counted(named.length, "id")} ${link} nothing, because ${shares} lines with more than ${counted(linkLimit, "other")}: ${firstOf(named, MAX_LEFT_OUT)}`;
}
