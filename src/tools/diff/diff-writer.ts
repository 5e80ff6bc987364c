import type { TextOutput } from "../../io/output-buffer.ts";
import { EventReader } from "../../text/events/event-reader.ts";
import type { Role } from "../../text/events/trace-steps.ts";
import type { MaskedValues } from "../../text/masks/masker.ts";
import { fewValuesPhrase, MAX_FEW_VALUES, type SideValues } from "../../text/messages/few-values.ts";
import { type JsonWriter, writeLine, writeShortLine } from "../../text/messages/json.ts";
import { counted, quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import {
  type BySide,
  type ComparisonItem,
  type ComparisonLine,
  type ComparisonRule,
  type ComparisonSummary,
  mapLines,
  type WholeGroup,
} from "./difference.ts";
import type { LogDiff } from "./log-diff.ts";
import { SideLine } from "./side.ts";

export interface DiffWriter {
  /** Whether an event is shown once, its lines folded, and empty lines are one row. */
  readonly isForPeople: boolean;
  write(item: Exclude<ComparisonItem<Buffer>, WholeGroup<Buffer>> | FoldedLines): void;
  /** Yields after each line, so that the caller can flush the output. */
  writeGroup(group: WholeGroup<Buffer>): Iterable<void>;
  /** If more lines than these differ, the counts of the rules are written before the differences. */
  readonly maxLinesWithoutCounts?: number | undefined;
  writeRules(counts: readonly ComparisonRule[]): void;
  /** Writes the summary, with how many values were masked if lines were. */
  end(summary: ComparisonSummary, masked: MaskedValues | undefined): void;
}

/**
 * Writes the differences, each with up to `context` lines around it, and the summary. Yields after each part, so that
 * the caller can flush the output. Throws a log's error if it has changed since it was read.
 */
export function* writeDiff(
  logs: LogDiff,
  writer: DiffWriter,
  context: number,
  hint?: VaryingFieldHint,
): Generator<void> {
  if (writer.maxLinesWithoutCounts !== undefined) {
    const { old, new: next } = logs.summary;
    if (old.only + next.only > writer.maxLinesWithoutCounts) writer.writeRules(logs.rules);
  }
  const show = (item: Parameters<DiffWriter["write"]>[0]): void => {
    writer.write(item);
    hint?.add(item);
  };
  const events = new EventFolder(show);
  const items = logs.items(context, writer.isForPeople);
  for (const item of writer.isForPeople && logs.hasTraces ? separated(items) : items) {
    if (item.kind === "removed_group" || item.kind === "added_group") {
      events.end();
      yield* writer.writeGroup(item);
      hint?.add(item);
    } else if (!writer.isForPeople || !isTaken(item, events)) show(item);
    yield;
  }
  events.end();
  writer.end(logs.summary, logs.masked);
}

/** Whether an item that shows one line was taken. Others end the event before them. */
function isTaken<Item extends ComparisonItem<Buffer>>(item: Item, events: EventFolder<Item>): boolean {
  switch (item.kind) {
    case "removed":
      events.take(item, item.old, 1, item.kind);
      return true;
    case "added":
      events.take(item, item.new, 1, item.kind);
      return true;
    case "count": {
      const more = item.new.count - item.old.count;
      events.take(item, (more > 0 ? item.new : item.old).first!, Math.abs(more), more > 0);
      return true;
    }
    default:
      events.end();
      return false;
  }
}

/** Writes differences for programs: one JSON object per line, the summary last. */
export class DiffJson implements DiffWriter {
  readonly isForPeople = false;
  private readonly json: JsonWriter;

  constructor({ json }: TextOutput) {
    this.json = json;
  }

  write(item: Parameters<DiffWriter["write"]>[0]): void {
    if (item.kind !== "gap" && item.kind !== "same" && item.kind !== "folded")
      writeShortLine(this.json, mapLines(item, lineJson));
  }

  writeGroup(group: WholeGroup<Buffer>): Iterable<void> {
    return writeLine(this.json, mapLines(group as ComparisonItem<Buffer>, lineJson));
  }

  writeRules(counts: readonly Pick<ComparisonRule, "rule">[]): void {
    for (const { rule, ...count } of counts) writeShortLine(this.json, { kind: "rule", rule: rule ?? null, ...count });
  }

  end(summary: object, masked: MaskedValues | undefined, claims = {}): void {
    const values = masked === undefined ? {} : { masked: Object.fromEntries(masked) };
    writeShortLine(this.json, { kind: "summary", ...claims, ...summary, ...values });
  }
}

/** A line without its captures, which follow from the original. */
function lineJson(line: ComparisonLine<Buffer> | undefined): object | null {
  if (line === undefined) return null;
  const { file, line: number, rule, ruleFile, catchAll, output, original } = line;
  return { file, line: number, rule: rule ?? null, ruleFile, catchAll, output, original };
}

// Stack traces among differences: an event is shown once, by the line that tells it. Its other lines are only counted.

/** Lines of an event that are not shown, after those that are. */
export interface FoldedLines {
  readonly kind: "folded";
  readonly frames: number;
  /** Such as the messages of causes. */
  readonly others: number;
}

/** An event of so few lines is shown whole if it has no frames. */
const MAX_WITHOUT_FRAMES = 32;
/** Fewer lines take no more rows than what is said of them. */
const MIN_FOLDED = 2;

/** After so many lines another event begins in any case. */
const MAX_EVENT = 10_000;

/** So many added lines wait for the removed ones of their trace. */
const MAX_ADDED = 1000;

/** An item that shows a line, so many times. */
interface Entry<Item> {
  readonly item: Item;
  readonly line: ComparisonLine<Buffer>;
  readonly count: number;
  /** Equal for lines that may be shown together. */
  readonly how: unknown;
  role: Role;
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

/**
 * Shows items, and folds the events among them, each as soon as it has ended. Only lines that follow each other in a
 * log, and differ in the same way, are one event.
 */
export class EventFolder<Item> {
  private readonly show: (item: Item | FoldedLines) => void;
  private readonly reader = new EventReader();
  /** What is not shown yet: an event of `sure` lines, and lines that belong to it if a later one does. */
  private entries: Entry<Item>[] = [];
  private sure = 0;

  constructor(show: EventFolder<Item>["show"]) {
    this.show = show;
  }

  take(item: Item, line: ComparisonLine<Buffer>, count: number, how: unknown): void {
    const last = this.entries.at(-1);
    const isNext = how === last?.how && line.file === last?.line.file && line.line === last?.line.line + 1;
    if (!isNext || this.entries.length === MAX_EVENT) this.end();
    this.read({ item, line, count, how, role: "none" });
  }

  /** Shows what is left: another item comes next, or none. */
  end(): void {
    while (this.entries.length > 0) this.endEvent();
    this.reader.begin();
  }

  private read(entry: Entry<Item>): void {
    const { reader, entries } = this;
    const { line } = entry;
    const text = line instanceof SideLine ? line.matched : line.original;
    const belonging = reader.read(text, 0, text.length);
    entry.role = reader.role;
    if (belonging === "no" && entries.length > 0) {
      const isLater = this.sure < entries.length;
      this.endEvent();
      if (isLater) {
        this.read(entry);
        return;
      }
    }
    this.entries.push(entry);
    if (belonging !== "perhaps" || this.entries.length === 1) this.sure = this.entries.length;
  }

  /** Shows the event. The lines after it do not belong to it after all, and may be one themselves. */
  private endEvent(): void {
    const { entries, sure } = this;
    this.entries = [];
    if (entries.length === 1) this.show(entries[0]!.item);
    else showEvent(entries.slice(0, sure), this.show);
    if (sure === entries.length) return;
    this.reader.begin();
    for (const entry of entries.slice(sure)) this.read(entry);
  }
}

/** An event or, if it is folded, its first line unless it is part of a trace's head, and the last line that tells. */
function showEvent<Item>(event: readonly Entry<Item>[], show: EventFolder<Item>["show"]): void {
  const [first] = event as [Entry<Item>];
  const telling = event.findLast(({ role }) => role === "telling");
  const isLead = telling === undefined || (first.role !== "telling" && first.role !== "message");
  const shown = new Set(isLead ? [first] : []);
  if (telling !== undefined) shown.add(telling);
  const folded = { kind: "folded" as const, frames: 0, others: 0 };
  for (const one of event) if (!shown.has(one)) folded[one.role === "frame" ? "frames" : "others"] += one.count;
  const { frames, others } = folded;
  const isWhole = (frames === 0 && event.length <= MAX_WITHOUT_FRAMES) || frames + others < MIN_FOLDED;
  for (const one of event) if (isWhole || shown.has(one)) show(one.item);
  if (!isWhole) show(folded);
}

/** Fewer lines that differ in one field are soon looked through. */
const MIN_LINES = 10;

/** A field in which alone lines differ, how many do, and up to one value more than are few of each log. */
interface ChangedField extends BySide<Map<string, Buffer>> {
  readonly rule: string;
  readonly ruleFile: string | undefined;
  readonly field: string;
  count: number;
}

/** Counts in which fields changed lines differ while differences are written. */
export class VaryingFieldHint {
  private readonly changed = new Map<string, ChangedField>();
  private differences = 0;

  add(item: ComparisonItem<Buffer> | FoldedLines): void {
    if (item.kind === "same" || item.kind === "gap") return;
    this.differences += item.kind === "folded" ? item.frames + item.others : 1;
    if (item.kind !== "changed" || item.fields.length !== 1) return;
    const { rule, ruleFile } = item.new;
    if (rule === undefined) return;
    const { name, old, new: next } = item.fields[0]!;
    const key = JSON.stringify([rule, ruleFile, name]);
    const changed = this.changed.get(key) ?? { rule, ruleFile, field: name, count: 0, old: new Map(), new: new Map() };
    this.changed.set(key, changed);
    changed.count++;
    keep(changed.old, old);
    keep(changed.new, next);
  }

  /**
   * What to do if most differences are in one field: `command` tells more, but nothing of a field with other values in
   * each log, and few of them.
   */
  hint(command: string): string | undefined {
    const most = [...this.changed.values()].find(({ count }) => count >= MIN_LINES && 2 * count > this.differences);
    if (most === undefined) return undefined;
    const { rule, ruleFile, field, count, old, new: next } = most;
    const title = `${quoted(rule)}${ruleFile === undefined ? "" : ` of ${printable(ruleFile)}`}`;
    const what = `${count} of ${this.differences} differences are only in field ${quoted(field)} of rule ${title}`;
    const areFew = old.size <= MAX_FEW_VALUES && next.size <= MAX_FEW_VALUES;
    if (areFew && ![...old.keys()].some((value) => next.has(value)))
      return `${what}, which is ${fewValuesPhrase([sideValues(old), sideValues(next)])}`;
    return `${what}; to find out whether it varies from run to run, and what to do: ${command}`;
  }
}

/** Keeps a copy of a value, unless it is known or there are more than few. */
function keep(values: Map<string, Buffer>, value: Buffer): void {
  const key = value.toString("latin1");
  if (values.size <= MAX_FEW_VALUES && !values.has(key)) values.set(key, Buffer.from(value));
}

function sideValues(values: ReadonlyMap<string, Buffer>): SideValues {
  return { values: [...values.values()], distinct: values.size };
}
