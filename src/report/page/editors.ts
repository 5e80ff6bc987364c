import { movedSpan, type Span } from "../../rules/location.ts";
import type { RulesIssues } from "../../rules/rules-error.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { printable } from "../../text/messages/printable.ts";
import type { ReportData } from "../report.ts";
import { h, pathText } from "./dom.ts";
import { Editor } from "./editor.ts";

/** The editors of the rules files. One is shown, and if there are several files, its bar has a list to choose from. */
export class Editors {
  readonly element: HTMLElement;
  private readonly editors: readonly Editor[];
  private shown = 0;

  constructor(files: ReportData["rules"], onInput: () => void) {
    const titleOf = (file: number): HTMLElement => {
      if (files.length === 1) return pathText(files[file]!.name);
      const options = files.map(({ name }, i) =>
        h("option", { value: String(i), selected: i === file }, printable(name)),
      );
      const list = h("select", { "aria-label": "Rules file" }, ...options);
      list.addEventListener("change", () => {
        this.open(Number(list.value));
        list.value = String(file);
        this.focus();
      });
      return list;
    };
    this.editors = files.map(
      ({ name, text }, i) => new Editor(name, text, titleOf(i), i === 0 ? "rules" : `rules${i + 1}`, onInput),
    );
    this.element = h("div.editors", ...this.editors.map(({ element }) => element));
    this.open(0);
  }

  get texts(): readonly string[] {
    return this.editors.map(({ text }) => text);
  }

  /** Replaces the text of the last file as if somebody had typed the change. */
  replaceLast(text: string): void {
    this.open(this.editors.length - 1);
    this.editors.at(-1)!.text = text;
  }

  focus(): void {
    this.editors[this.shown]!.focus();
  }

  show(rulesIssues: RulesIssues | undefined, elapsed: number, note: string): void {
    for (const editor of this.editors) editor.show(rulesIssues, elapsed, note);
  }

  mark({ files }: Pick<LoadedRules, "files">, part: Span | undefined): void {
    const file = part && fileOf(files, part);
    if (file !== undefined && !this.element.contains(document.activeElement)) this.open(file);
    for (const [i, editor] of this.editors.entries())
      editor.mark(part && i === file ? movedSpan(part, -files[i]!.start) : undefined);
  }

  showRange({ files }: Pick<LoadedRules, "files">, part: Span): void {
    const file = fileOf(files, part);
    this.open(file);
    const { start, end } = movedSpan(part, -files[file]!.start);
    this.editors[file]!.showRange(start, end);
  }

  private open(file: number): void {
    this.shown = file;
    for (const [i, { element }] of this.editors.entries()) element.hidden = i !== file;
  }
}

function fileOf(files: LoadedRules["files"], { start }: Span): number {
  return files.findLastIndex((file) => file.start <= start);
}
