// Which of the lines that differ tell most: exceptions, then the rarest ones.

import { MAX_KNOWN_BYTES, shapeOf } from "../../run/known-lines.ts";
import { EventReader } from "../../text/events/event-reader.ts";
import type { Role } from "../../text/events/trace-steps.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable, printableText } from "../../text/messages/printable.ts";
import { additionalInWords } from "./additional-lines.ts";
import type { ComparisonItem, ComparisonLine, FieldChange, SideName, WholeGroup } from "./difference.ts";
import { type FoldedLines, foldLines } from "./fold-events.ts";

/** Lines of more shapes are only counted. */
const MAX_SHAPES = 10_000;
/** Of a value, so many bytes are shown. */
const MAX_VALUE = 200;

/** How a line differs: no line of the old log is like it, or of the new one, or another one is. */
export const CHANGES = ["new", "changed", "gone"] as const;

/** Lines that have one shape and differ in one way. */
export interface TellingLine {
  readonly change: (typeof CHANGES)[number];
  readonly count: number;
  /** How many further lines belong to these, as the frames of stack traces do. */
  readonly followed: number;
  /** The log of the first such line, or of one that is additional, and its number. */
  readonly file: string;
  readonly line: number;
  readonly side: SideName;
  /** The beginning of that line, and what differs in it. */
  readonly text: string;
  readonly remarks: readonly string[];
}

interface Counted extends TellingLine {
  count: number;
  followed: number;
  readonly role: Role;
}

/** Collects lines that differ by their shapes. */
export class TellingLines {
  /** How many lines are not kept: blank ones, and those of too many shapes. */
  private others = 0;
  private readonly shapes = new Map<string, Counted>();
  /** Those that the last line is counted with. */
  private last: Counted | undefined;
  private readonly reader = new EventReader();

  add(item: Exclude<ComparisonItem<Buffer>, WholeGroup<Buffer>> | FoldedLines): void {
    switch (item.kind) {
      case "folded":
        if (this.last === undefined) this.others += item.frames + item.others;
        else this.last.followed += item.frames + item.others;
        break;
      case "added":
        this.addLine("new", "new", item.new);
        break;
      case "removed":
        this.addLine("gone", "old", item.old);
        break;
      case "changed":
        this.addLine("changed", "new", item.new, 1, () => item.fields.map(fieldInWords));
        break;
      case "count": {
        const { old, new: next, additional } = item;
        const more = next.count - old.count;
        const change = old.count === 0 ? "new" : next.count === 0 ? "gone" : "changed";
        const side = more > 0 ? "new" : "old";
        const line = additional?.lines[0] ?? item[side].first!;
        const remarks = (): string[] =>
          additional === undefined ? [] : [`${old.count} in OLD, ${next.count} in NEW; ${additionalInWords(item)}`];
        this.addLine(change, side, line, Math.abs(more), remarks);
        break;
      }
      case "changed_count": {
        const { old, new: next, additional } = item.became;
        const line = additional?.lines[0] ?? next.first!;
        this.addLine("changed", "new", line, next.count - old.count, () => item.fields.map(fieldInWords));
        break;
      }
    }
  }

  addGroup({ kind, lines }: WholeGroup<Buffer>): void {
    for (const line of foldLines(lines)) {
      if ("kind" in line) this.add(line);
      else if (kind === "added_group") this.addLine("new", "new", line);
      else this.addLine("gone", "old", line);
    }
  }

  /** How many lines there are beside some of those that are ranked. */
  besides(shown: readonly TellingLine[]): number {
    const sum = (lines: Iterable<TellingLine>): number =>
      [...lines].reduce((all, { count, followed }) => all + count + followed, 0);
    return this.others + sum(this.shapes.values()) - sum(shown);
  }

  /** The lines, those first that tell most. */
  get ranked(): readonly TellingLine[] {
    return [...this.shapes.values()].sort(
      (a, b) =>
        CHANGES.indexOf(a.change) - CHANGES.indexOf(b.change) || RANKS[a.role] - RANKS[b.role] || a.count - b.count,
    );
  }

  private addLine(
    how: TellingLine["change"],
    side: SideName,
    { file, line, original }: ComparisonLine<Buffer>,
    count = 1,
    remarks: () => readonly string[] = () => [],
  ): void {
    const { reader } = this;
    const sample = original.subarray(0, MAX_KNOWN_BYTES);
    reader.begin();
    reader.open();
    reader.read(sample, 0, sample.length);
    /** What the line would be in a trace. */
    const { role } = reader;
    // Without its exception, it is a frame of a trace that the other log has, too.
    const change = role === "frame" && how === "new" ? "changed" : how;
    const key = change + shapeOf(sample);
    this.last = this.shapes.get(key);
    if (reader.isEmpty || (this.last === undefined && this.shapes.size === MAX_SHAPES)) {
      this.others += count;
      return;
    }
    if (this.last === undefined) {
      const text = printableText(sample);
      this.last = { change, count: 0, followed: 0, file, line, side, text, remarks: remarks(), role };
      this.shapes.set(key, this.last);
    }
    this.last.count += count;
  }
}

/** Frames without their exception tell least. */
const RANKS: Readonly<Record<Role, number>> = { telling: 0, none: 1, message: 1, frame: 2 };

/** What belongs to lines, in words. */
export function likeInWords({ count, followed }: TellingLine): string[] {
  const words: string[] = [];
  if (count > 1) words.push(`${counted(count - 1, "more line")} like it`);
  const traces = count > 1 ? "their stack traces" : "its stack trace";
  if (followed > 0) words.push(`with ${counted(followed, "more line")} of ${traces}`);
  return words;
}

function fieldInWords({ name, old, new: next }: FieldChange<Buffer>): string {
  return `${printable(name)}: ${valueInWords(old)} → ${valueInWords(next)}`;
}

function valueInWords(value: Buffer): string {
  if (value.length === 0) return "(nothing)";
  const shown = printableText(value.subarray(0, MAX_VALUE));
  return value.length > MAX_VALUE ? `${shown}…` : shown;
}
