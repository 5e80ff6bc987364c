import type { MaskedValues } from "../../text/masks/masker.ts";
import { commonFolder, displayWidth, table } from "../../text/messages/columns.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import type { Range, Style } from "../../text/messages/text-rows.ts";
import { type ChangedWords, changedWords, NO_WORDS, ReplacedLines } from "./changed-words.ts";
import { type DiffWriter, EventFolder, foldedInWords } from "./diff-writer.ts";
import type {
  BySide,
  ChangedCount,
  ComparisonLine,
  ComparisonRule,
  ComparisonSummary,
  Counts,
  FieldChange,
  GroupIds,
  Occurrences,
  SideName,
  WholeGroup,
} from "./difference.ts";
import type { LogNames } from "./log-diff.ts";
import { additionalInWords } from "./unordered.ts";

/** Which lines are followed by their originals: none, those that differ, or also their context. */
export const ORIGINALS = ["none", "changed", "full"] as const;

type Originals = (typeof ORIGINALS)[number];

export const DEFAULT_ORIGINALS: Originals = "changed";

/** How many equal lines are shown before and after a difference. */
export const DEFAULT_CONTEXT_LINES = 3;

export interface DiffTextOptions {
  readonly isGrouped: boolean;
  readonly hasRules: boolean;
  readonly originals: Originals;
}

/** If more lines differ, the counts come first: nobody reads them all. */
const MAX_LINES_WITHOUT_COUNTS = 1000;

/** A field whose name and values have more bytes than this gets a row for each value. */
const MAX_CHANGE_IN_ROW = 80;

const NO_HEADING = Symbol();

const SIGNS = { removed: "- ", added: "+ " } as const;
const SIDES = { removed: "old", added: "new" } as const;
const NO_SIGN = "  ";
const GAP = "  ";
const NO_RULE = "(no rule matched)";
const ARROW = Buffer.from(" → ");
const NO_MARKS: readonly Range[] = [];

/**
 * Writes differences for people: in a row `-` or `+`, the line number and the output, and below it the original line,
 * if it differs, and the fields that changed. Rows without a sign are equal in both logs.
 */
export class DiffText implements DiffWriter {
  readonly isForPeople = true;
  readonly maxLinesWithoutCounts: number | undefined;

  private readonly layout: TextLayout;
  private readonly lineNumbers: LineNumberColumn;
  private readonly indent: Buffer;
  private readonly hasRules: boolean;
  private readonly originals: Originals;
  private hasBegun = false;
  private needsBlank = false;
  private group: GroupIds<Buffer> | undefined | typeof NO_HEADING;
  /** Collects lines to find out which of them replace others. Undefined if no marks are shown. */
  private readonly replaced: ReplacedLines | undefined;

  constructor(layout: TextLayout, logs: LogNames, { isGrouped, hasRules, originals }: DiffTextOptions) {
    this.layout = layout;
    this.replaced = layout.showsMarks ? new ReplacedLines() : undefined;
    this.hasRules = hasRules;
    this.originals = originals;
    this.maxLinesWithoutCounts = hasRules ? MAX_LINES_WITHOUT_COUNTS : undefined;
    this.group = isGrouped ? NO_HEADING : undefined;
    this.lineNumbers = new LineNumberColumn(logs);
    this.indent = Buffer.from(" ".repeat(NO_SIGN.length + this.lineNumbers.width + GAP.length));
  }

  write(item: Parameters<DiffWriter["write"]>[0]): void {
    const isOnly = item.kind === "removed" || item.kind === "added";
    if (isOnly && this.replaced?.take(item)) return;
    this.writeReplaced();
    if (isOnly && this.replaced?.take(item)) return;
    this.beginItem();
    if (item.kind !== "gap" && item.kind !== "folded") this.writeHeading(item.group);
    switch (item.kind) {
      case "gap":
        this.layout.text("\n");
        break;
      case "folded":
        this.writeRemark("faint", foldedInWords(item));
        break;
      case "same":
        this.writeSame(item.old, item.new);
        break;
      case "removed":
        this.writeOnly(item.kind, item.old);
        break;
      case "added":
        this.writeOnly(item.kind, item.new);
        break;
      case "changed": {
        const words = this.wordsOf(item.old.output, item.new.output);
        this.writeOnly("removed", item.old, words.old);
        this.writeOnly("added", item.new, words.new);
        this.writeFieldChanges(item.fields);
        break;
      }
      case "count":
        this.writeCount(item);
        break;
      case "changed_count":
        this.writeChangedCount(item);
        break;
    }
  }

  private writeReplaced(): void {
    const { replaced } = this;
    for (const { kind, line, words } of replaced?.end() ?? []) {
      this.beginItem();
      this.writeHeading(replaced!.group);
      this.writeOnly(kind, line, words);
    }
  }

  *writeGroup(item: WholeGroup<Buffer>): Generator<void> {
    const [kind, log] = item.kind === "removed_group" ? (["removed", "OLD"] as const) : (["added", "NEW"] as const);
    this.writeReplaced();
    this.beginItem();
    this.writeHeading(item.group, `  only in ${log}, ${counted(item.count, "line")}`);
    const events = new EventFolder<ComparisonLine<Buffer>>((line) => {
      if ("kind" in line) this.writeRemark("faint", foldedInWords(line));
      else this.writeOnly(kind, line);
    });
    for (const line of item.lines) {
      events.take(line, line, 1, kind);
      yield;
    }
    events.end();
  }

  /** The names come last, because they may be long. */
  writeRules(counts: readonly ComparisonRule[]): void {
    const { layout } = this;
    this.writeHeader();
    const rows = [
      ["OLD", "NEW", "difference", "only OLD", "only NEW"],
      ...counts.map(({ old, new: next, difference }) =>
        [old.lines, next.lines, `${difference > 0 ? "+" : ""}${difference}`, old.only, next.only].map(String),
      ),
    ];
    const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
    for (const [i, row] of rows.entries()) {
      layout.text(row.map((cell, column) => NO_SIGN + cell.padStart(widths[column]!)).join("") + GAP);
      layout.hang();
      layout.text(i === 0 ? "rule" : this.ruleName(counts[i - 1]!));
      layout.text("\n");
    }
    this.needsBlank = true;
  }

  end({ same, old, new: next }: ComparisonSummary, masked: MaskedValues | undefined): void {
    this.writeReplaced();
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
    if (masked !== undefined && masked.size > 0) this.layout.labelled("masked: ", maskedInWords(masked));
  }

  private beginItem(): void {
    this.writeHeader();
    // The heading of a group has a blank line above it anyway.
    if (this.needsBlank && this.group !== NO_HEADING) this.layout.text("\n");
    this.needsBlank = false;
  }

  private writeHeader(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    const [old, next] = this.lineNumbers.headings;
    this.layout.styled("removed", `--- ${old}`);
    this.layout.text("\n");
    this.layout.styled("added", `+++ ${next}`);
    this.layout.text("\n");
  }

  private writeHeading(group: GroupIds<Buffer> | undefined, remark = alikeRemark(group)): void {
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

  private writeIds({ old, new: next }: GroupIds<Buffer>): void {
    if (old !== undefined) this.layout.bytes(old);
    if (next === undefined || old?.equals(next)) return;
    if (old !== undefined) this.layout.ready(ARROW);
    this.layout.bytes(next);
  }

  private writeSame(old: ComparisonLine<Buffer>, next: ComparisonLine<Buffer>): void {
    const { layout } = this;
    layout.text(this.lineNumbers.ofBoth(NO_SIGN, old, next) + GAP);
    layout.hang();
    layout.bytes(old.output);
    layout.text("\n");
    if (this.originals === "full") this.writeOriginal(old);
  }

  private writeOriginal({ output, original }: ComparisonLine<Buffer>): void {
    if (!output.equals(original)) this.writeBelow("faint", () => this.layout.bytes(original));
  }

  private writeOnly(kind: "removed" | "added", line: ComparisonLine<Buffer>, marks = NO_MARKS, isKnown = true): void {
    const { output } = line;
    this.writeNumbered(kind, isKnown ? line : undefined, () => this.layout.bytes(output, 0, output.length, marks));
    if (this.originals !== "none" && isKnown) this.writeOriginal(line);
    if (line.rule === undefined && this.hasRules) this.writeRemark("changed", NO_RULE);
  }

  private writeNumbered(
    kind: "removed" | "added",
    line: ComparisonLine<Buffer> | undefined,
    writeText: () => void,
  ): void {
    const { layout } = this;
    layout.begin(kind);
    layout.text(SIGNS[kind] + this.lineNumbers.padded(SIDES[kind], line) + GAP);
    layout.hang();
    writeText();
    layout.end(kind);
    layout.text("\n");
  }

  private writeCount(counts: Counts<Buffer>, marks = NO_MARKS): void {
    const { old, new: next, additional } = counts;
    const kind = old.count > next.count ? "removed" : "added";
    const { first } = counts[SIDES[kind]];
    const inEach = `${old.count} in OLD, ${next.count} in NEW`;
    if (first!.original.length === 0 && first!.output.length === 0) {
      const lines = counted(Math.abs(next.count - old.count), "empty line");
      const text = `${lines} ${kind === "removed" ? "fewer" : "more"} (${inEach})`;
      this.writeNumbered(kind, undefined, () => this.layout.text(text));
      return;
    }
    if (additional === undefined || additional.lines.length === 0)
      this.writeOnly(kind, first!, marks, additional === undefined);
    else for (const line of additional.lines) this.writeOnly(kind, line, marks);
    if (old.count + next.count === 1) return;
    this.writeRemark("changed", additional === undefined ? inEach : this.additionalRemark(counts));
  }

  /** How often a line occurs, where it first does if that is not shown, and what tells which are additional. */
  private additionalRemark(differing: Counts<Buffer>): string {
    const { old, new: next, additional } = differing;
    const isUnknown = additional!.lines.length === 0;
    const phrase = (side: "old" | "new", { count, first }: Occurrences<Buffer>, isShown: boolean): string =>
      `${count} in ${side.toUpperCase()}${isShown ? "" : ` (first: ${this.lineNumbers.phrase(side, first!)})`}`;
    const isRemoved = old.count > next.count;
    const counts = [phrase("old", old, isRemoved && !isUnknown), phrase("new", next, !isRemoved && !isUnknown)];
    return `${counts.join(", ")}; ${additionalInWords(differing)}`;
  }

  private writeChangedCount({ was, became, fields }: ChangedCount<Buffer>): void {
    const shown = ({ additional }: Counts<Buffer>, { first }: Occurrences<Buffer>) => additional?.lines[0] ?? first!;
    const words = this.wordsOf(shown(was, was.old).output, shown(became, became.new).output);
    this.writeCount(was, words.old);
    this.writeCount(became, words.new);
    this.writeFieldChanges(fields);
  }

  private wordsOf(old: Buffer, next: Buffer): ChangedWords {
    return this.layout.showsMarks ? changedWords(old, next) : NO_WORDS;
  }

  private writeFieldChanges(fields: readonly FieldChange<Buffer>[]): void {
    for (const { name, old, new: next } of fields) {
      const label = `${printable(name)}: `;
      if (name.length + old.length + next.length <= MAX_CHANGE_IN_ROW) {
        this.writeBelow("changed", () => {
          this.layout.text(label);
          this.writeValue(old);
          this.layout.ready(ARROW);
          this.writeValue(next);
        });
        continue;
      }
      // Below each other, with the words marked that differ. If one value is empty, all words of the other differ.
      const words = old.length === 0 || next.length === 0 ? NO_WORDS : this.wordsOf(old, next);
      this.writeLabelled(label, old, words.old);
      this.writeLabelled(ARROW.toString().trimStart().padStart(displayWidth(label)), next, words.new);
    }
  }

  private writeLabelled(label: string, value: Buffer, marks: readonly Range[]): void {
    this.writeBelow("changed", () => {
      this.layout.text(label);
      this.layout.hang();
      this.writeValue(value, marks);
    });
  }

  private writeValue(bytes: Buffer, marks = NO_MARKS): void {
    if (bytes.length === 0) this.layout.text("(nothing)");
    else this.layout.bytes(bytes, 0, bytes.length, marks);
  }

  private ruleName({ rule, ruleFile }: ComparisonRule): string {
    if (rule === undefined) return NO_RULE;
    return printable(ruleFile === undefined ? rule : `${rule} (${ruleFile})`);
  }

  private writeRemark(style: Style, text: string): void {
    this.writeBelow(style, () => this.layout.text(text));
  }

  /** Writes a row that begins where outputs do. */
  private writeBelow(style: Style, writeText: () => void): void {
    const { layout } = this;
    layout.ready(this.indent);
    layout.hang();
    layout.begin(style);
    writeText();
    layout.end(style);
    layout.text("\n");
  }
}

function alikeRemark(group: GroupIds<Buffer> | undefined): string {
  return group?.alike === undefined ? "" : `  ${group.alike.lines} of ${counted(group.alike.of, "line")} alike`;
}

/** How many values have which mask, the most frequent first. */
export function maskedInWords(masked: MaskedValues): string {
  const inEnglish = (count: number): string => count.toLocaleString("en-US");
  const sum = [...masked.values()].reduce((all, count) => all + count, 0);
  const kinds = [...masked].sort(([, a], [, b]) => b - a).map(([name, count]) => `<${name}> ${inEnglish(count)}`);
  return `${inEnglish(sum)} ${sum === 1 ? "value" : "values"} (${kinds.join(", ")})`;
}

/** A few long names must not push all outputs to the right. */
const MAX_ALIGNED_WIDTH = 32;

/**
 * The column of line numbers. If a side has several logs, a line has `FILE:LINE`, without the folder that all files of
 * the side are in.
 */
export class LineNumberColumn {
  readonly headings: readonly [old: string, next: string];
  /** Some rows may be wider. */
  readonly width: number;
  /** What precedes the line numbers of a log. */
  private readonly prefixes: BySide<ReadonlyMap<string, string>>;
  private readonly hasFiles: boolean;

  constructor(logs: LogNames) {
    const paths = { old: logs.old.map(({ name }) => name), new: logs.new.map(({ name }) => name) };
    this.headings = [headingOf(paths.old), headingOf(paths.new)];
    this.hasFiles = paths.old.length > 1 || paths.new.length > 1;
    this.prefixes = { old: this.prefixesOf(paths.old), new: this.prefixesOf(paths.new) };
    const widths = (["old", "new"] as const).flatMap((side) =>
      logs[side].map(({ name, lines }) => displayWidth(this.prefixOf(side, name) + lines)),
    );
    this.width = Math.max(1, ...widths.filter((width) => width <= MAX_ALIGNED_WIDTH || !this.hasFiles));
  }

  /** Blanks if it is not known which line it is. */
  padded(side: SideName, known: ComparisonLine<Buffer> | undefined): string {
    if (known === undefined) return " ".repeat(this.width);
    if (!this.hasFiles) return String(known.line).padStart(this.width);
    return this.filled(this.prefixOf(side, known.file) + known.line);
  }

  /** After a lead, whose columns `OLD/NEW` may take if the numbers differ and no file name says whose they are. */
  ofBoth(lead: string, old: ComparisonLine<Buffer>, next: ComparisonLine<Buffer>): string {
    const prefix = this.prefixOf("old", old.file);
    if (old.line === next.line || prefix !== this.prefixOf("new", next.file)) return lead + this.padded("old", old);
    const both = `${old.line}/${next.line}`;
    return this.hasFiles ? lead + this.filled(prefix + both) : both.padStart(lead.length + this.width);
  }

  phrase(side: SideName, { file, line }: Pick<ComparisonLine<Buffer>, "file" | "line">): string {
    return this.hasFiles ? `${this.prefixOf(side, file)}${line}` : `line ${line}`;
  }

  private filled(text: string): string {
    return text + " ".repeat(Math.max(0, this.width - displayWidth(text)));
  }

  private prefixOf(side: SideName, file: string): string {
    return this.prefixes[side].get(file) ?? "";
  }

  private prefixesOf(paths: readonly string[]): Map<string, string> {
    const { length } = folderOf(paths);
    return new Map(this.hasFiles ? paths.map((path) => [path, `${printable(path.slice(length))}:`]) : []);
  }
}

/** The folder that all files are in, with a slash at its end, or an empty text. */
function folderOf(paths: readonly string[]): string {
  // The common folder of a single path is that path.
  const common = commonFolder(paths);
  return common.slice(0, common.lastIndexOf("/") + 1);
}

function headingOf(paths: readonly string[]): string {
  if (paths.length === 0) return "no logs";
  const folder = folderOf(paths);
  if (paths.length === 1 || folder === "") return paths.map(printable).join(", ");
  return `${counted(paths.length, "log")} in ${printable(folder)}`;
}
