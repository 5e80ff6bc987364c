import { displayWidth } from "../diagnostics/display-width.ts";
import { printable } from "../diagnostics/printable.ts";
import { boxed } from "../text/boxed.ts";
import { counted } from "../text/counted.ts";
import type { Style, TextOutput } from "../text/text-output.ts";
import type { DifferenceWriter } from "./diff-writer.ts";
import type {
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

/** Places up to this length stand in a column. */
const WIDEST_COLUMN = 48;

/** A name as it is safe to show, and how many more code units than columns it has. */
interface ShownName {
  readonly text: string;
  readonly excess: number;
}

/** Stands for the group while none has begun. */
const NO_HEADING = Symbol();

const SIGNS = { removed: "- ", added: "+ " } as const;
const NO_SIGN = "  ";
const ARROW = Buffer.from(" → ");

/**
 * Differences for people: what lines are compared by, with `-` or `+` before it and its place, and below it what the lines
 * are in their logs, and what has changed in them.
 */
export class DiffText implements DifferenceWriter {
  private readonly output: TextOutput;
  private readonly column: number;
  private readonly indent: Buffer;
  private isBegun = false;
  /** The names of logs and fields as they are safe to show. */
  private readonly names = new Map<string, ShownName>();
  private group: GroupIds | undefined | typeof NO_HEADING;

  /** `places` are the longest ones; they give their column its width. */
  constructor(output: TextOutput, places: readonly string[], isGrouped: boolean) {
    this.output = output;
    this.group = isGrouped ? NO_HEADING : undefined;
    this.column = Math.min(WIDEST_COLUMN, Math.max(...places.map(displayWidth)));
    this.indent = Buffer.from(" ".repeat(NO_SIGN.length + this.column + 2));
  }

  write(item: Exclude<Difference, WholeGroup> | Same | Gap): void {
    switch (item.kind) {
      case "gap":
        this.output.text("\n");
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
        this.only("removed", item.old);
        this.only("added", item.new);
        this.changes(item.fields);
        break;
      case "count":
        this.count(item);
        break;
      case "changed_count":
        this.count(item.was);
        this.count(item.became);
        this.changes(item.fields);
        break;
    }
    this.isBegun = true;
  }

  *writeGroup(item: WholeGroup): Generator<void> {
    const [kind, log] = item.kind === "removed_group" ? (["removed", "OLD"] as const) : (["added", "NEW"] as const);
    this.heading(item.group, `  only in ${log}, ${counted(item.count, "line")}`);
    this.isBegun = true;
    for (const line of item.lines) {
      this.only(kind, line);
      yield;
    }
  }

  end({ same, old, new: now }: ComparisonSummary): void {
    if (this.isBegun) this.output.text("\n");
    this.output.text(
      boxed([
        ["Lines", "OLD", "NEW"],
        ["Read", String(old.lines), String(now.lines)],
        ["The same", String(same), String(same)],
        ["Only here", String(old.only), String(now.only)],
        ["No rule matched", String(old.unmatched), String(now.unmatched)],
      ]),
    );
  }

  /** Writes which group comes, where another one begins. */
  private heading(group: GroupIds | undefined, remark = ""): void {
    if (group === this.group) return;
    this.group = group;
    if (this.isBegun) this.output.text("\n");
    this.output.begin("heading");
    this.output.text("@ ");
    if (group === undefined) this.output.text("lines without an id");
    else this.ids(group);
    this.output.end("heading");
    this.output.text(`${remark}\n`);
  }

  private ids({ old, new: now }: GroupIds): void {
    if (old !== undefined) this.output.bytes(old);
    if (now === undefined || old?.equals(now)) return;
    if (old !== undefined) this.output.ready(ARROW);
    this.output.bytes(now);
  }

  private same(line: ComparedLine): void {
    this.output.text(`${NO_SIGN}${this.place(line)}`);
    this.output.bytes(line.output);
    this.output.text("\n");
  }

  private only(kind: "removed" | "added", line: ComparedLine): void {
    const { output } = this;
    output.begin(kind);
    output.text(`${SIGNS[kind]}${this.place(line)}`);
    output.bytes(line.output);
    output.end(kind);
    output.text("\n");
    if (line.rule === undefined) {
      this.below("changed", "(no rule matched)");
    } else if (line.output.length !== line.original.length || !line.output.equals(line.original)) {
      output.ready(this.indent);
      output.begin("faint");
      output.bytes(line.original);
      output.end("faint");
      output.text("\n");
    }
  }

  private count({ old, new: now }: Counts): void {
    const [kind, line] = old.count > now.count ? (["removed", old.first!] as const) : (["added", now.first!] as const);
    this.only(kind, line);
    if (old.count + now.count === 1) return;
    const first = kind === "removed" ? now.first : old.first;
    const place = first === undefined ? "" : ` (first at ${placeOf(first)})`;
    this.below("changed", `${old.count} in OLD, ${now.count} in NEW${place}`);
  }

  private changes(fields: readonly FieldChange[]): void {
    const { output } = this;
    for (const { name, old, new: now } of fields) {
      output.ready(this.indent);
      output.begin("changed");
      output.text(`${this.shown(name).text}: `);
      this.value(old);
      output.ready(ARROW);
      this.value(now);
      output.end("changed");
      output.text("\n");
    }
  }

  private value(bytes: Buffer): void {
    if (bytes.length === 0) this.output.text("(nothing)");
    else this.output.bytes(bytes);
  }

  /** A remark on the line above. */
  private below(style: Style, text: string): void {
    this.output.ready(this.indent);
    this.output.begin(style);
    this.output.text(text);
    this.output.end(style);
    this.output.text("\n");
  }

  private place({ file, line }: ComparedLine): string {
    const { text, excess } = this.shown(file);
    return `${`${text}:${line}`.padEnd(this.column + excess)}  `;
  }

  private shown(name: string): ShownName {
    let shown = this.names.get(name);
    if (shown === undefined) {
      const text = printable(name);
      shown = { text, excess: text.length - displayWidth(text) };
      this.names.set(name, shown);
    }
    return shown;
  }
}

/** Where a line stands, safe to show: `app.log:7`. */
export function placeOf({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${printable(file)}:${line}`;
}
