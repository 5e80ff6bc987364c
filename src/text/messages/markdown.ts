// Markdown for comments and summaries of jobs. All text of logs and all names of files stand in fenced code or,
// escaped, in elements of HTML, where nothing is read as Markdown, as a mention or as a link.

import { counted } from "./phrases.ts";
import { TextLayout } from "./text-layout.ts";

/** How long a comment of GitHub may be, in characters. */
export const MAX_COMMENT = 65_536;
/** More of a row is not shown, so that 200 rows fit into a comment. */
export const MAX_ROW = 240;

/** Rows in a fence that nothing in them ends. */
export function fenced(rows: readonly string[], language = "text"): string {
  const shown = rows.map((row) => cut(row, MAX_ROW));
  const runs = shown.flatMap((row) => row.match(/`+/g) ?? []).map(({ length }) => length);
  const fence = "`".repeat(runs.reduce((longest, length) => Math.max(longest, length + 1), 3));
  return `${fence}${language}\n${shown.map((row) => `${row}\n`).join("")}${fence}\n`;
}

/** Markdown that is shown at once or on a click. The title is HTML. */
export function details(title: string, body: string, isOpen: boolean): string {
  return `\n<details${isOpen ? " open" : ""}><summary>${title}</summary>\n\n${body}</details>\n`;
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Cuts a text to so many units of UTF-16, the last of which is then `…`. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Lays out text as rows for a fence, as many as there is room for. The others are counted. */
export class FencedLayout extends TextLayout {
  private readonly shown: string[] = [];
  private row = "";
  /** How many characters there is room for. */
  private room: number;
  private omitted = 0;

  constructor(room: number) {
    super({ hasColors: false, width: undefined });
    this.room = room;
  }

  /** The rows without blank ones at the end. */
  get rows(): readonly string[] {
    const { shown, omitted } = this;
    if (omitted > 0) return [...shown, `… ${counted(omitted, "more row")}`];
    return shown.slice(0, shown.findLastIndex((row) => row !== "") + 1);
  }

  protected override put(text: string): void {
    for (let from = 0; ; ) {
      const end = text.indexOf("\n", from);
      const left = MAX_ROW + 1 - this.row.length;
      this.row += text.slice(from, end === -1 ? from + left : Math.min(end, from + left));
      if (end === -1) return;
      this.endRow();
      from = end + 1;
    }
  }

  private endRow(): void {
    const row = cut(this.row, MAX_ROW);
    this.row = "";
    if (this.omitted === 0 && row.length < this.room) {
      this.room -= row.length + 1;
      this.shown.push(row);
    } else this.omitted++;
  }
}
