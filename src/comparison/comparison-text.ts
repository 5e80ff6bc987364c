import { printable } from "../diagnostics/printable.ts";
import { counted } from "../diagnostics/quoted.ts";
import { table } from "../diagnostics/table.ts";
import type { TextLayout } from "../diagnostics/text-layout.ts";
import type { Range, Style } from "../diagnostics/text-rows.ts";
import { type ChangedWords, changedWords } from "./changed-words.ts";
import type { DifferenceWriter } from "./diff-writer.ts";
import type {
  ChangedCount,
  ComparedLine,
  ComparisonSummary,
  Counts,
  Difference,
  FieldChange,
  Gap,
  GroupIds,
  Same,
  WholeGroup,
} from "./difference.ts";

/** The last line of a log. */
export interface LastLine {
  readonly file: string;
  readonly line: number;
}

/** Stands for the group while none has begun. */
const NO_HEADING = Symbol();

const SIGNS = { removed: "- ", added: "+ " } as const;
const NO_SIGN = "  ";
const GAP = "  ";
const ARROW = Buffer.from(" → ");
const NO_MARKS: readonly Range[] = [];

/**
 * Differences for people. Both names are told once, above all. A row has `-` or `+`, the line's number in that log and what
 * lines are compared by; below it stand the line as it is in the log, and what has changed in it. Rows without a sign are
 * the same in both logs and have the old log's number.
 */
export class ComparisonText implements DifferenceWriter {
  private readonly layout: TextLayout;
  private readonly names: readonly string[];
  private readonly digits: number;
  private readonly indent: Buffer;
  private isBegun = false;
  private group: GroupIds | undefined | typeof NO_HEADING;

  constructor(layout: TextLayout, lastLines: readonly LastLine[], isGrouped: boolean) {
    this.layout = layout;
    this.group = isGrouped ? NO_HEADING : undefined;
    this.names = lastLines.map(({ file }) => printable(file));
    this.digits = Math.max(...lastLines.map(({ line }) => String(line).length));
    this.indent = Buffer.from(" ".repeat(NO_SIGN.length + this.digits + GAP.length));
  }

  write(item: Exclude<Difference, WholeGroup> | Same | Gap): void {
    this.begin();
    switch (item.kind) {
      case "gap":
        this.layout.text("\n");
        break;
      case "same":
        this.heading(item.group);
        this.same(item.old);
        break;
      case "removed":
        this.heading(item.group);
        this.only(item.kind, item.old);
        break;
      case "added":
        this.heading(item.group);
        this.only(item.kind, item.new);
        break;
      case "changed":
        this.heading(item.group);
        this.changed(item.old, item.new);
        this.changes(item.fields);
        break;
      case "count":
        this.count(item);
        break;
      case "changed_count":
        this.changedCount(item);
        break;
    }
  }

  *writeGroup(item: WholeGroup): Generator<void> {
    const [kind, log] = item.kind === "removed_group" ? (["removed", "OLD"] as const) : (["added", "NEW"] as const);
    this.begin();
    this.heading(item.group, `  only in ${log}, ${counted(item.count, "line")}`);
    for (const line of item.lines) {
      this.only(kind, line);
      yield;
    }
  }

  end({ same, old, new: next }: ComparisonSummary): void {
    if (this.isBegun) this.layout.text("\n");
    this.layout.text(
      table([
        ["Lines", "OLD", "NEW"],
        ["Read", String(old.lines), String(next.lines)],
        ["The same", String(same), String(same)],
        ["Only here", String(old.only), String(next.only)],
        ["No rule matched", String(old.unmatched), String(next.unmatched)],
      ]),
    );
  }

  /** Says once which logs these are. */
  private begin(): void {
    if (this.isBegun) return;
    this.isBegun = true;
    const [old, next] = this.names;
    this.layout.styled("removed", `--- ${old}`);
    this.layout.text("\n");
    this.layout.styled("added", `+++ ${next}`);
    this.layout.text("\n");
  }

  /** Writes which group comes, where another one begins. */
  private heading(group: GroupIds | undefined, remark = ""): void {
    if (group === this.group) return;
    this.group = group;
    const { layout } = this;
    layout.text("\n");
    layout.begin("heading");
    layout.text("@ ");
    layout.hang();
    if (group === undefined) layout.text("lines without an id");
    else this.ids(group);
    layout.end("heading");
    layout.text(`${remark}\n`);
  }

  private ids({ old, new: next }: GroupIds): void {
    if (old !== undefined) this.layout.bytes(old);
    if (next === undefined || old?.equals(next)) return;
    if (old !== undefined) this.layout.ready(ARROW);
    this.layout.bytes(next);
  }

  private same(line: ComparedLine): void {
    const { layout } = this;
    layout.text(`${NO_SIGN}${this.number(line)}`);
    layout.hang();
    layout.bytes(line.output);
    layout.text("\n");
  }

  private only(kind: "removed" | "added", line: ComparedLine, marks = NO_MARKS): void {
    const { layout } = this;
    layout.begin(kind);
    layout.text(`${SIGNS[kind]}${this.number(line)}`);
    layout.hang();
    layout.bytes(line.output, 0, line.output.length, marks);
    layout.end(kind);
    layout.text("\n");
    if (line.rule === undefined) {
      this.below("changed", "(no rule matched)");
    } else if (line.output.length !== line.original.length || !line.output.equals(line.original)) {
      layout.ready(this.indent);
      layout.hang();
      layout.begin("faint");
      layout.bytes(line.original);
      layout.end("faint");
      layout.text("\n");
    }
  }

  private changed(old: ComparedLine, next: ComparedLine): void {
    const words = this.wordsOf(old, next);
    this.only("removed", old, words.old);
    this.only("added", next, words.new);
  }

  private count({ old, new: next }: Counts, marks = NO_MARKS): void {
    const [kind, line] =
      old.count > next.count ? (["removed", old.first!] as const) : (["added", next.first!] as const);
    this.only(kind, line, marks);
    if (old.count + next.count === 1) return;
    const first = kind === "removed" ? next.first : old.first;
    const place = first === undefined ? "" : ` (first: line ${first.line})`;
    this.below("changed", `${old.count} in OLD, ${next.count} in NEW${place}`);
  }

  private changedCount({ was, became, fields }: ChangedCount): void {
    const words = this.wordsOf(was.old.first!, became.new.first!);
    this.count(was, words.old);
    this.count(became, words.new);
    this.changes(fields);
  }

  /** What to mark in two lines; nothing where no mark would show. */
  private wordsOf(old: ComparedLine, next: ComparedLine): ChangedWords {
    if (!this.layout.showsMarks) return { old: NO_MARKS, new: NO_MARKS };
    return changedWords(old.output, next.output);
  }

  private changes(fields: readonly FieldChange[]): void {
    const { layout } = this;
    for (const { name, old, new: next } of fields) {
      layout.ready(this.indent);
      layout.hang();
      layout.begin("changed");
      layout.text(`${printable(name)}: `);
      this.value(old);
      layout.ready(ARROW);
      this.value(next);
      layout.end("changed");
      layout.text("\n");
    }
  }

  private value(bytes: Buffer): void {
    if (bytes.length === 0) this.layout.text("(nothing)");
    else this.layout.bytes(bytes);
  }

  /** A remark on the line above. */
  private below(style: Style, text: string): void {
    this.layout.ready(this.indent);
    this.layout.hang();
    this.layout.styled(style, text);
    this.layout.text("\n");
  }

  private number({ line }: ComparedLine): string {
    return `${String(line).padStart(this.digits)}${GAP}`;
  }
}
