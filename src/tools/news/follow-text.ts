import { counted } from "../../text/messages/phrases.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import type { AgainLine, FollowedChange, FollowedLine, FollowItem, FollowSummary } from "./followed-log.ts";

/** Of an event, at most so many lines are written. */
const MAX_LINES_OF_EVENT = 8;
/** Of the lines that came again, at most so many are listed, those that came most often. */
const MAX_AGAIN = 20;

/** Writes what is new in a log that is followed for people, while it comes. */
export class FollowText {
  private readonly layout: TextLayout;
  private event = -1;
  private written = 0;
  private readonly again: AgainLine[] = [];

  constructor(layout: TextLayout) {
    this.layout = layout;
  }

  write(item: FollowItem): void {
    if (item.kind === "new") this.writeLine(item);
    else if (item.kind === "changed") this.writeChange(item);
    else if (item.kind === "again") this.again.push(item);
    else this.writeEnd(item);
  }

  private writeLine({ event, fileLine, new: isNew, text }: FollowedLine): void {
    const { layout } = this;
    if (event !== this.event) this.endEvent(event);
    if (++this.written > MAX_LINES_OF_EVENT) return;
    layout.text(`${fileLine} `);
    layout.limitToRow();
    if (isNew) layout.begin("added");
    layout.text(isNew ? "+ " : "  ");
    layout.bytes(text);
    if (isNew) layout.end("added");
    layout.text("\n");
  }

  private writeChange({ fileLine, field, from, to, text }: FollowedChange): void {
    this.endEvent(-1);
    this.writeRow(`${fileLine}   ${field}: ${from} → ${to}: `, text);
  }

  private writeRow(label: string, text: Buffer): void {
    const { layout } = this;
    layout.text(label);
    layout.limitToRow();
    layout.bytes(text);
    layout.text("\n");
  }

  /** Says how many lines of the last event were left out, and begins another one. */
  private endEvent(event: number): void {
    const more = this.written - MAX_LINES_OF_EVENT;
    if (more > 0) {
      this.layout.styled("faint", `  … ${counted(more, "more line")}`);
      this.layout.text("\n");
    }
    this.event = event;
    this.written = 0;
  }

  private writeEnd({ told, folded, lines, good, littleInCommon }: FollowSummary): void {
    const { layout } = this;
    this.endEvent(-1);
    const again = this.again.sort((a, b) => b.count - a.count || a.line - b.line);
    if (told > 0) layout.text("\n");
    for (const { fileLine, count, text } of again.slice(0, MAX_AGAIN))
      this.writeRow(`${fileLine}   ${count} more: `, text);
    if (again.length > MAX_AGAIN) layout.text(`… ${counted(again.length - MAX_AGAIN, "more line")} came again\n`);
    if (littleInCommon)
      layout.text("This log has little in common with the good ones, so not all that is new was told\n");
    const like = folded > 0 ? `, ${folded} more like known ones` : "";
    layout.text(
      `${counted(lines, "line")}, ${counted(told, "new line")}${like}; ${counted(good.length, "good run")}\n`,
    );
  }
}
