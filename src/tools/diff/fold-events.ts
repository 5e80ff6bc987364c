// Stack traces among differences: an event is shown once, by the line that tells it. Its other lines are only counted.

import { EventReader } from "../../text/events/event-reader.ts";
import type { Role } from "../../text/events/trace-steps.ts";
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

/** An event of so few lines is shown as a whole if it has no frames. No more lines are held. */
const MAX_HELD = 32;
/** Fewer lines take no more rows than what is said of them. */
const MIN_FOLDED = 2;

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
  const events = new Events<Item>();
  let last: Differing | undefined;
  for (const item of items) {
    const next = differingOf(item);
    if (last !== undefined && !(next !== undefined && follows(last, next))) yield* events.end();
    last = next;
    if (next === undefined) yield item;
    else yield* events.add({ ...next, item });
  }
  yield* events.end();
}

function follows({ line: last, how }: Differing, next: Differing): boolean {
  return next.how === how && next.line.file === last.file && next.line.line === last.line + 1;
}

type Entry<Item> = Differing & { readonly item: Item };

/** Collects the lines of an event, and gives them back when it ends. */
class Events<Item> {
  private readonly reader = new EventReader();
  /** Lines that belong to the event if a later line does. */
  private pending: { readonly entry: Entry<Item>; readonly role: Role }[] = [];
  /** The first lines of the event. */
  private held: Entry<Item>[] = [];
  /** What is shown of it if it is folded: a first line that is not part of a trace's head, and the last that tells. */
  private lead: Entry<Item> | undefined;
  private telling: Entry<Item> | undefined;
  private frames = 0;
  private others = 0;

  /** Adds the next line. Yields what is shown of events that have ended. */
  *add(entry: Entry<Item>): Generator<Item | FoldedLines> {
    const { reader, pending } = this;
    const text = entry.line instanceof SideLine ? entry.line.matched : entry.line.original;
    const belonging = reader.read(text, 0, text.length);
    const { role } = reader;
    if (belonging === "perhaps") {
      pending.push({ entry, role });
    } else if (belonging === "no" && pending.length > 0) {
      yield* this.restart();
      yield* this.add(entry);
    } else {
      if (belonging === "no") yield* this.given();
      for (const one of pending.splice(0)) this.take(one.entry, one.role);
      this.take(entry, role);
    }
  }

  /** Ends all events. */
  *end(): Generator<Item | FoldedLines> {
    do yield* this.restart();
    while (this.held.length > 0);
  }

  /** Ends the event. Lines that did not belong to it after all are read again, as they may be an event themselves. */
  private *restart(): Generator<Item | FoldedLines> {
    yield* this.given();
    this.reader.begin();
    for (const { entry } of this.pending.splice(0)) yield* this.add(entry);
  }

  private take(entry: Entry<Item>, role: Role): void {
    const isFirst = this.held.length === 0;
    if (this.held.length <= MAX_HELD) this.held.push(entry);
    if (role === "telling") {
      this.others += this.telling?.count ?? 0;
      this.telling = entry;
    } else if (isFirst && role !== "message") this.lead = entry;
    else if (role === "frame") this.frames += entry.count;
    else this.others += entry.count;
  }

  /** What is shown of the event, which then has ended. */
  private *given(): Generator<Item | FoldedLines> {
    const { held, lead, telling, frames, others } = this;
    this.held = [];
    this.lead = this.telling = undefined;
    this.frames = this.others = 0;
    if ((frames === 0 && held.length <= MAX_HELD) || frames + others < MIN_FOLDED) {
      for (const { item } of held) yield item;
      return;
    }
    const first = lead ?? (telling === undefined ? held[0]! : undefined);
    if (first !== undefined) yield first.item;
    if (telling !== undefined) yield telling.item;
    yield { kind: "folded", frames, others: first === lead ? others : others - first!.count };
  }
}
