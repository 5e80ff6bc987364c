// Differences for reviews: as a comment in Markdown, and as annotations of GitHub. Both begin with what tells most:
// exceptions, then the rarest lines.

import { MAX_KNOWN_BYTES, shapeOf } from "../../run/known-lines.ts";
import { EventReader } from "../../text/events/event-reader.ts";
import type { Role } from "../../text/events/trace-steps.ts";
import type { MaskedValues } from "../../text/masks/masker.ts";
import { cut, details, FencedLayout, fenced, MAX_COMMENT, MAX_ROW } from "../../text/messages/markdown.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable, printableText } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import { annotation, MAX_ANNOTATIONS, placeOf } from "../../text/messages/workflow-commands.ts";
import { DiffText, type DiffTextOptions, LineNumberColumn, maskedInWords } from "./diff-text.ts";
import { type DiffWriter, EventFolder, type FoldedLines } from "./diff-writer.ts";
import type {
  ComparisonItem,
  ComparisonLine,
  ComparisonRule,
  ComparisonSummary,
  FieldChange,
  SideName,
  WholeGroup,
} from "./difference.ts";
import type { LogNames } from "./log-diff.ts";
import { additionalInWords } from "./unordered.ts";

/** Lines of more shapes are only counted. */
const MAX_SHAPES = 10_000;
/** Of a value, so many bytes are shown. */
const MAX_VALUE = 200;

/** How a line differs: no line of the old log is like it, or of the new one, or another one is. */
const CHANGES = ["new", "changed", "gone"] as const;

/** Lines that have one shape and differ in one way. */
interface TellingLine {
  readonly change: (typeof CHANGES)[number];
  count: number;
  /** How many further lines belong to these, such as frames. */
  followed: number;
  /** Of the first such line, or of one that is additional. */
  readonly file: string;
  readonly line: number;
  readonly side: SideName;
  readonly text: string;
  readonly remarks: readonly string[];
  readonly role: Role;
}

/** Collects lines that differ by their shapes. */
class TellingLines {
  /** How many lines are not kept: blank ones, and those of too many shapes. */
  private others = 0;
  private readonly shapes = new Map<string, TellingLine>();
  private last: TellingLine | undefined;
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
    const events = new EventFolder<ComparisonLine<Buffer>>((line) => {
      if ("kind" in line) this.add(line);
      else if (kind === "added_group") this.addLine("new", "new", line);
      else this.addLine("gone", "old", line);
    });
    for (const line of lines) events.take(line, line, 1, kind);
    events.end();
  }

  /** How many lines there are beside these. */
  besides(shown: readonly TellingLine[]): number {
    const sum = (lines: Iterable<TellingLine>): number =>
      [...lines].reduce((all, { count, followed }) => all + count + followed, 0);
    return this.others + sum(this.shapes.values()) - sum(shown);
  }

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

function likeInWords({ count, followed }: TellingLine): string[] {
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

/** By which a workflow finds its comment again. */
const MARK = "<!-- normalizer diff -->";
/** So many of the lines that tell most are shown first. */
const MAX_TELLING = 20;
/** More than the head and the lines that tell most can ever take. */
const MAX_HEAD = (MAX_TELLING + 20) * MAX_ROW;

/** Writes differences as Markdown that fits into a comment: what tells most, and all differences on a click. */
export class DiffMarkdown implements DiffWriter {
  readonly isForPeople = true;
  readonly maxLinesWithoutCounts: number | undefined;
  private readonly layout: TextLayout;
  private readonly all = new FencedLayout(MAX_COMMENT - MAX_HEAD);
  private readonly text: DiffText;
  private readonly telling = new TellingLines();
  private readonly logs: LogNames;

  constructor(layout: TextLayout, logs: LogNames, options: DiffTextOptions) {
    this.layout = layout;
    this.logs = logs;
    this.text = new DiffText(this.all, logs, options);
    this.maxLinesWithoutCounts = this.text.maxLinesWithoutCounts;
  }

  write(item: Parameters<DiffWriter["write"]>[0]): void {
    this.text.write(item);
    this.telling.add(item);
  }

  *writeGroup(group: WholeGroup<Buffer>): Generator<void> {
    yield* this.text.writeGroup(group);
    this.telling.addGroup(group);
  }

  writeRules(counts: readonly ComparisonRule[]): void {
    this.text.writeRules(counts);
  }

  end({ same, old, new: next }: ComparisonSummary, masked: MaskedValues | undefined): void {
    const { layout } = this;
    const isEqual = old.only + next.only === 0;
    layout.text(`${MARK}\n### ${isEqual ? "No differences" : "What differs"}\n`);
    const heads = [`--- ${namesOf(this.logs.old)}`, `+++ ${namesOf(this.logs.new)}`];
    heads.push(`${counted(same, "line")} the same, ${old.only} only in OLD, ${next.only} only in NEW`);
    if (masked !== undefined && masked.size > 0) heads.push(`masked: ${maskedInWords(masked)}`);
    layout.text(fenced(heads));
    const { ranked } = this.telling;
    const numbers = new LineNumberColumn(this.logs);
    const shown = ranked.slice(0, MAX_TELLING);
    const left = this.telling.besides(shown);
    const rows = shown.map((one) => rowOf(one, numbers));
    if (left > 0) rows.push(`… ${counted(left, "more line")}`);
    if (rows.length > 0) layout.text(details("the most telling lines", fenced(rows), true));
    if (this.all.rows.length > 0) layout.text(details("line by line", fenced(this.all.rows, "diff"), false));
  }
}

function rowOf(telling: TellingLine, numbers: LineNumberColumn): string {
  const { change, side, text, remarks } = telling;
  const place = `${numbers.phrase(side, telling)}${change === "changed" && side === "old" ? " of OLD" : ""}`;
  const lead = `${change.padEnd(7)} ${place}: `;
  const words = [...remarks, ...likeInWords(telling)].join(", ");
  const after = words === "" ? "" : ` (${words})`;
  return `${lead}${cut(text, Math.max(MAX_ROW - lead.length - after.length, 1))}${after}`;
}

function namesOf(logs: LogNames["old"]): string {
  return logs.map(({ name }) => printable(name)).join(", ");
}

const LEVELS = { new: "error", changed: "warning", gone: "notice" } as const;

/** Writes differences as annotations, those first that tell most, since GitHub shows only the first of each level. */
export class DiffGithub implements DiffWriter {
  readonly isForPeople = true;
  private readonly layout: TextLayout;
  private readonly telling = new TellingLines();

  constructor(layout: TextLayout) {
    this.layout = layout;
  }

  write(item: Parameters<DiffWriter["write"]>[0]): void {
    this.telling.add(item);
  }

  *writeGroup(group: WholeGroup<Buffer>): Generator<void> {
    this.telling.addGroup(group);
    yield;
  }

  writeRules(): void {}

  end({ same, old, new: next }: ComparisonSummary): void {
    const { layout, telling } = this;
    const { ranked } = telling;
    const shown = CHANGES.flatMap((change) => ranked.filter((one) => one.change === change).slice(0, MAX_ANNOTATIONS));
    for (const one of shown) {
      const place = { ...placeOf(one.file, one.line), title: one.change.toUpperCase() };
      layout.text(annotation(LEVELS[one.change], place, [one.text, ...one.remarks, ...likeInWords(one)].join("\n")));
    }
    const left = telling.besides(shown);
    if (left > 0) layout.text(`${counted(left, "more line")}; the text of normalizer diff shows all\n`);
    layout.text(`${counted(same, "line")} the same, ${old.only} only in OLD, ${next.only} only in NEW\n`);
  }
}
