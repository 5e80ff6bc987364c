import { counted } from "../diagnostics/phrases.ts";
import { printable } from "../diagnostics/printable.ts";
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
  EqualLine,
  FieldChange,
  GroupIds,
  OmittedLines,
  WholeGroup,
} from "./difference.ts";

/** The last line of a log. */
export interface LastLine {
  readonly file: string;
  readonly line: number;
}

/** Stands for the current group before the first one. */
const NO_HEADING = Symbol();

const SIGNS = { removed: "- ", added: "+ " } as const;
const NO_SIGN = "  ";
const GAP = "  ";
const ARROW = Buffer.from(" → ");
const NO_MARKS: readonly Range[] = [];

/**
 * Writes differences for people. The header names both logs. A row shows `-` or `+`, the line's number in its log, and
 * its output. Below it are the original line, if it differs from the output, and the fields that changed. Rows without
 * a sign are equal in both logs and show the old log's line number.
 */
export class ComparisonText implements DifferenceWriter {
  private readonly layout: TextLayout;
  private readonly names: readonly string[];
  private readonly digits: number;
  private readonly indent: Buffer;
  private readonly hasRules: boolean;
  private hasBegun = false;
  private group: GroupIds | undefined | typeof NO_HEADING;

  /** Without rules, it goes without saying that no rule matched a line. */
  constructor(layout: TextLayout, lastLines: readonly LastLine[], isGrouped: boolean, hasRules: boolean) {
    this.layout = layout;
    this.hasRules = hasRules;
    this.group = isGrouped ? NO_HEADING : undefined;
    this.names = lastLines.map(({ file }) => printable(file));
    this.digits = Math.max(...lastLines.map(({ line }) => String(line).length));
    this.indent = Buffer.from(" ".repeat(NO_SIGN.length + this.digits + GAP.length));
  }

  write(item: Exclude<Difference, WholeGroup> | EqualLine | OmittedLines): void {
    this.writeHeader();
    switch (item.kind) {
      case "gap":
        this.layout.text("\n");
        break;
      case "same":
        this.writeHeading(item.group);
        this.writeSame(item.old);
        break;
      case "removed":
        this.writeHeading(item.group);
        this.writeOnly(item.kind, item.old);
        break;
      case "added":
        this.writeHeading(item.group);
        this.writeOnly(item.kind, item.new);
        break;
      case "changed":
        this.writeHeading(item.group);
        this.writeChanged(item.old, item.new);
        this.writeFieldChanges(item.fields);
        break;
      case "count":
        this.writeCount(item);
        break;
      case "changed_count":
        this.writeChangedCount(item);
        break;
    }
  }

  *writeGroup(item: WholeGroup): Generator<void> {
    const [kind, log] = item.kind === "removed_group" ? (["removed", "OLD"] as const) : (["added", "NEW"] as const);
    this.writeHeader();
    this.writeHeading(item.group, `  only in ${log}, ${counted(item.count, "line")}`);
    for (const line of item.lines) {
      this.writeOnly(kind, line);
      yield;
    }
  }

  end({ same, old, new: next }: ComparisonSummary): void {
    if (this.hasBegun) this.layout.text("\n");
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

  /** Writes the names of the logs, unless this was done before. */
  private writeHeader(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    const [old, next] = this.names;
    this.layout.styled("removed", `--- ${old}`);
    this.layout.text("\n");
    this.layout.styled("added", `+++ ${next}`);
    this.layout.text("\n");
  }

  /** Writes a heading if this is another group than the last. */
  private writeHeading(group: GroupIds | undefined, remark = ""): void {
    if (group === this.group) return;
    this.group = group;
    const { layout } = this;
    layout.text("\n");
    layout.begin("heading");
    layout.text("@ ");
    layout.hang();
    if (group === undefined) layout.text("lines without an id");
    else this.writeIds(group);
    layout.end("heading");
    layout.text(`${remark}\n`);
  }

  private writeIds({ old, new: next }: GroupIds): void {
    if (old !== undefined) this.layout.bytes(old);
    if (next === undefined || old?.equals(next)) return;
    if (old !== undefined) this.layout.ready(ARROW);
    this.layout.bytes(next);
  }

  private writeSame(line: ComparedLine): void {
    const { layout } = this;
    layout.text(`${NO_SIGN}${this.lineNumber(line)}`);
    layout.hang();
    layout.bytes(line.output);
    layout.text("\n");
  }

  private writeOnly(kind: "removed" | "added", line: ComparedLine, marks = NO_MARKS): void {
    const { layout } = this;
    layout.begin(kind);
    layout.text(`${SIGNS[kind]}${this.lineNumber(line)}`);
    layout.hang();
    layout.bytes(line.output, 0, line.output.length, marks);
    layout.end(kind);
    layout.text("\n");
    if (line.output.length !== line.original.length || !line.output.equals(line.original)) {
      layout.ready(this.indent);
      layout.hang();
      layout.begin("faint");
      layout.bytes(line.original);
      layout.end("faint");
      layout.text("\n");
    }
    if (line.rule === undefined && this.hasRules) this.writeRemark("changed", "(no rule matched)");
  }

  private writeChanged(old: ComparedLine, next: ComparedLine): void {
    const words = this.wordsOf(old, next);
    this.writeOnly("removed", old, words.old);
    this.writeOnly("added", next, words.new);
  }

  private writeCount({ old, new: next }: Counts, marks = NO_MARKS): void {
    const [kind, line] =
      old.count > next.count ? (["removed", old.first!] as const) : (["added", next.first!] as const);
    this.writeOnly(kind, line, marks);
    if (old.count + next.count === 1) return;
    const first = kind === "removed" ? next.first : old.first;
    const place = first === undefined ? "" : ` (first: line ${first.line})`;
    this.writeRemark("changed", `${old.count} in OLD, ${next.count} in NEW${place}`);
  }

  private writeChangedCount({ was, became, fields }: ChangedCount): void {
    const words = this.wordsOf(was.old.first!, became.new.first!);
    this.writeCount(was, words.old);
    this.writeCount(became, words.new);
    this.writeFieldChanges(fields);
  }

  /** The words to mark in two lines; none if the layout shows no marks. */
  private wordsOf(old: ComparedLine, next: ComparedLine): ChangedWords {
    if (!this.layout.showsMarks) return { old: NO_MARKS, new: NO_MARKS };
    return changedWords(old.output, next.output);
  }

  private writeFieldChanges(fields: readonly FieldChange[]): void {
    const { layout } = this;
    for (const { name, old, new: next } of fields) {
      layout.ready(this.indent);
      layout.hang();
      layout.begin("changed");
      layout.text(`${printable(name)}: `);
      this.writeValue(old);
      layout.ready(ARROW);
      this.writeValue(next);
      layout.end("changed");
      layout.text("\n");
    }
  }

  private writeValue(bytes: Buffer): void {
    if (bytes.length === 0) this.layout.text("(nothing)");
    else this.layout.bytes(bytes);
  }

  /** Writes a remark on the line above. */
  private writeRemark(style: Style, text: string): void {
    this.layout.ready(this.indent);
    this.layout.hang();
    this.layout.styled(style, text);
    this.layout.text("\n");
  }

  private lineNumber({ line }: ComparedLine): string {
    return `${String(line).padStart(this.digits)}${GAP}`;
  }
}
