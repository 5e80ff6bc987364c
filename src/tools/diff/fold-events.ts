// Stack traces among differences: an event is shown once, by the line that tells it. Its other lines are only counted.

import { EventReader, groupLines } from "../../text/events/event-reader.ts";
import { ROLES, type Role } from "../../text/events/trace-steps.ts";
import { counted } from "../../text/messages/phrases.ts";
import type { ComparisonItem, ComparisonLine } from "./difference.ts";
import { SideLine } from "./side.ts";

/** Lines of an event that are not shown. They come after those that are. */
export interface FoldedLines {
  readonly kind: "folded";
  readonly frames: number;
  /** Lines that are no frames, such as the messages of causes. */
  readonly others: number;
}

/** An event of so few lines is shown as a whole if it has no frames. */
const MAX_WITHOUT_FRAMES = 32;
/** Fewer lines take no more rows than what is said of them. */
const MIN_FOLDED = 2;

/** So many lines in a row are looked at together, to find the events in them. */
const MAX_STRETCH = 10_000;

/** So many added lines wait for the removed ones of their trace. */
const MAX_ADDED = 1000;

interface Differing {
  readonly line: ComparisonLine<Buffer>;
  /** How many lines of a log it stands for. */
  readonly count: number;
  /** Equal for lines that may be shown together. */
  readonly how: unknown;
}

/** Folds the events among differences. Only lines that follow each other in a log are one event. */
export function foldEvents(items: Iterable<ComparisonItem<Buffer>>): Generator<ComparisonItem<Buffer> | FoldedLines> {
  return folded(separated(items), differing);
}

export function foldLines(lines: Iterable<ComparisonLine<Buffer>>): Generator<ComparisonLine<Buffer> | FoldedLines> {
  return folded(lines, (line) => ({ line, count: 1, how: undefined }));
}

export function foldedInWords({ frames, others }: FoldedLines): string {
  const words = [frames === 0 ? [] : [counted(frames, "frame")], others === 0 ? [] : [counted(others, "more line")]];
  return `… ${words.flat().join(", ")}`;
}

/**
 * Has removed lines of stack traces come before the added ones, so that each trace is shown as a whole. That line 3 of
 * one has become line 3 of the other says nothing.
 */
function* separated(items: Iterable<ComparisonItem<Buffer>>): Generator<ComparisonItem<Buffer>> {
  let added: ComparisonItem<Buffer>[] = [];
  for (const item of items) {
    const isPair = item.kind === "changed" && isTrace(item.old) && isTrace(item.new);
    const isNext = isPair || (added.length > 0 && (item.kind === "removed" || item.kind === "added"));
    if (!isNext || added.length === MAX_ADDED) {
      yield* added;
      added = [];
    }
    if (!isNext) yield item;
    else if (isPair) {
      const { group } = item;
      yield { kind: "removed", group, old: item.old };
      added.push({ kind: "added", group, new: item.new });
    } else if (item.kind === "removed") yield item;
    else added.push(item);
  }
  yield* added;
}

function isTrace(line: ComparisonLine<Buffer>): boolean {
  return line instanceof SideLine && line.isTrace;
}

function differing(item: ComparisonItem<Buffer>): Differing | undefined {
  switch (item.kind) {
    case "removed":
      return { line: item.old, count: 1, how: item.kind };
    case "added":
      return { line: item.new, count: 1, how: item.kind };
    case "count": {
      const more = item.new.count - item.old.count;
      return { line: (more > 0 ? item.new : item.old).first!, count: Math.abs(more), how: more > 0 };
    }
    default:
      return undefined;
  }
}

function* folded<Item>(
  items: Iterable<Item>,
  differingOf: (item: Item) => Differing | undefined,
): Generator<Item | FoldedLines> {
  const reader = new EventReader();
  let stretch: Entry<Item>[] = [];
  for (const item of items) {
    const next = differingOf(item);
    const last = stretch.at(-1);
    const follows =
      next?.how === last?.how && next?.line.file === last?.line.file && next?.line.line === (last?.line.line ?? 0) + 1;
    if (!follows || stretch.length === MAX_STRETCH) {
      const events = eventsIn(stretch, reader);
      // The last event may go on.
      stretch = follows && events.length > 1 ? events.pop()! : [];
      for (const event of events) yield* foldedEvent(event);
    }
    if (next === undefined) yield item;
    else stretch.push({ ...next, item, role: "none" });
  }
  for (const event of eventsIn(stretch, reader)) yield* foldedEvent(event);
}

interface Entry<Item> extends Differing {
  readonly item: Item;
  /** What the line is in its event. */
  role: Role;
}

function eventsIn<Item>(stretch: readonly Entry<Item>[], reader: EventReader): Entry<Item>[][] {
  if (stretch.length < 2) return stretch.map((entry) => [entry]);
  const { first, roles } = groupLines(stretch.length, reader, (i) => {
    const { line } = stretch[i]!;
    const text = line instanceof SideLine ? line.matched : line.original;
    return reader.read(text, 0, text.length);
  });
  const events: Entry<Item>[][] = [];
  for (const [i, entry] of stretch.entries()) {
    entry.role = ROLES[roles[i]!]!;
    if (first[i] === i) events.push([entry]);
    else events.at(-1)!.push(entry);
  }
  return events;
}

/** An event or, if it is folded, its first line unless it is part of a trace's head, and the last line that tells. */
function* foldedEvent<Item>(event: readonly Entry<Item>[]): Generator<Item | FoldedLines> {
  const [first] = event as [Entry<Item>];
  const telling = event.findLast(({ role }) => role === "telling");
  const isLead = telling === undefined || (first.role !== "telling" && first.role !== "message");
  const shown = new Set(isLead ? [first] : []);
  if (telling !== undefined) shown.add(telling);
  const [frames, others] = [true, false].map((areFrames) =>
    event.reduce((sum, one) => sum + (shown.has(one) || (one.role === "frame") !== areFrames ? 0 : one.count), 0),
  ) as [number, number];
  const isWhole = frames === 0 && event.length <= MAX_WITHOUT_FRAMES;
  const isFolded = !isWhole && frames + others >= MIN_FOLDED;
  for (const one of event) if (!isFolded || shown.has(one)) yield one.item;
  if (isFolded) yield { kind: "folded", frames, others };
}
