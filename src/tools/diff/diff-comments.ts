// Differences for reviews: as a comment in Markdown, and as annotations of GitHub. Both begin with what tells most.

import type { MaskedValues } from "../../text/masks/masker.ts";
import { cut, details, FencedLayout, fenced, MAX_COMMENT, MAX_ROW } from "../../text/messages/markdown.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import { annotation, MAX_ANNOTATIONS, placeOf } from "../../text/messages/workflow-commands.ts";
import { DiffText, type DiffTextOptions, maskedInWords } from "./diff-text.ts";
import type { DiffWriter } from "./diff-writer.ts";
import type { ComparisonRule, ComparisonSummary, WholeGroup } from "./difference.ts";
import { LineNumberColumn } from "./line-number-column.ts";
import type { LogNames } from "./log-diff.ts";
import { CHANGES, likeInWords, type TellingLine, TellingLines } from "./telling-lines.ts";

/** By which a workflow finds its comment again. */
const MARK = "<!-- normalizer diff -->";
/** So many of the lines that tell most are shown first. */
const MAX_TELLING = 20;
/** Rows of the head, of lines that tell most, and what is around them: more than they can ever take. */
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
