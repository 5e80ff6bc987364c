import { movedSpan, type Span } from "../../rules/location.ts";
import type { RulesIssues } from "../../rules/rules-error.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { printable } from "../../text/messages/printable.ts";
import type { ReportData } from "../report.ts";
import { h, pathText } from "./dom.ts";

/** The editors of the rules files. One is shown, and if there are several files, its bar has a list to choose from. */
export class Editors {
  readonly element: HTMLElement;
  private readonly editors: readonly Editor[];
  private shown = 0;

  constructor(files: ReportData["rules"], onInput: () => void) {
    const titleOf = (file: number): HTMLElement => {
      if (files.length === 1) return pathText(files[file]!.name);
      const options = files.map(({ name }, i) => h("option", { value: String(i), selected: i === file }, name));
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

  show(rulesIssues: RulesIssues | undefined, note: string): void {
    for (const editor of this.editors) editor.show(rulesIssues, note);
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

/** Rules larger than this are not coloured: the browser would take longer than a keystroke may. */
const MAX_COLOURED = 100_000;

/** The editor of a rules file. A text area lies over the same text in colour; both have the same lines and size. */
class Editor {
  readonly element: HTMLElement;
  private readonly area: HTMLTextAreaElement;
  private readonly coloured = h("pre.coloured", { "aria-hidden": "true" });
  private readonly status = h("span.status", { role: "status" });
  private readonly problems = h("ul.problems", { "aria-label": "Problems in the rules" });
  private readonly revert: HTMLButtonElement;
  private readonly original: string;
  private readonly name: string;
  /** Whether Tab leaves the text area, as it does after Escape. */
  private leaves = false;

  /** `title` stands for the name in the bar. */
  constructor(name: string, text: string, title: HTMLElement, id: string, onInput: () => void) {
    this.name = name;
    this.original = text;
    const asWritten = { spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off" };
    this.area = h("textarea", { id, ...asWritten });
    this.area.value = text;
    const change = (): void => {
      this.colour([]);
      onInput();
    };
    this.area.addEventListener("input", change);
    this.area.addEventListener("scroll", () => this.follow());
    this.area.addEventListener("keydown", (event) => {
      if (event.key === "Tab" && !event.shiftKey && !this.leaves) {
        event.preventDefault();
        this.area.setRangeText("  ", this.area.selectionStart, this.area.selectionEnd, "end");
        this.area.dispatchEvent(new Event("input"));
      }
      this.leaves = event.key === "Escape";
    });
    const reset = (): void => {
      this.area.value = this.original;
      change();
    };
    this.revert = h("button", { type: "button", disabled: true, click: reset }, "Revert");
    this.element = h(
      "section.editor",
      { "aria-label": "Editor" },
      h(
        "div.bar",
        h("label", { for: id }, "Rules"),
        title,
        this.status,
        this.revert,
        h("button", { type: "button", click: () => this.copy() }, "Copy"),
        h("button", { type: "button", click: () => this.download() }, "Download"),
      ),
      h("div.text", this.coloured, this.area),
      this.problems,
    );
    this.colour([]);
  }

  get text(): string {
    return this.area.value;
  }

  /** Replaces the text as if somebody had typed the change, so that it can be undone. */
  set text(text: string) {
    const { area } = this;
    area.focus();
    area.select();
    // A text area that is not shown takes no input.
    if (document.activeElement === area && document.execCommand("insertText", false, text)) return;
    area.value = text;
    area.dispatchEvent(new Event("input"));
  }

  focus(): void {
    this.area.focus();
  }

  /** Marks the lines of a part of the text, and scrolls to them unless somebody is typing. */
  mark(part: Span | undefined): void {
    for (const line of this.coloured.querySelectorAll(".here")) line.classList.remove("here");
    if (part === undefined) return;
    const { value } = this.area;
    const first = lineAt(value, part.start);
    const last = lineAt(value, Math.max(part.start, part.end - 1));
    for (let i = first; i <= last; i++) this.coloured.children[i]?.classList.add("here");
    if (document.activeElement !== this.area) this.scrollTo(first);
  }

  show(rulesIssues: RulesIssues | undefined, note: string): void {
    const isEdited = this.area.value !== this.original;
    this.revert.disabled = !isEdited;
    const issues = rulesIssues?.issues.filter(({ file = this.name }) => file === this.name) ?? [];
    const wrong = issues.length > 0 ? "does not load" : `${rulesIssues?.path ?? ""} does not load`;
    const state = rulesIssues === undefined ? (isEdited ? "edited" : "") : wrong;
    this.status.textContent = printable([state, note].filter(Boolean).join(" · "));
    this.colour(issues);
    this.follow();
    const items = issues.map(({ line, column, message, help, code }) => {
      const open = (): void => this.showRange(...lineSpan(this.area.value, line));
      const place = h("button", { type: "button", click: open }, `Line ${line}, column ${column}`);
      return h("li", place, h("span", ` ${message} [${code}]`), h("p", help));
    });
    this.problems.replaceChildren(...items);
    if (rulesIssues !== undefined && rulesIssues.omitted > 0)
      this.problems.append(h("li", `and ${rulesIssues.omitted} more`));
  }

  showRange(from: number, to: number): void {
    this.area.focus();
    this.area.setSelectionRange(from, to);
    this.scrollTo(lineAt(this.area.value, from));
  }

  private scrollTo(line: number): void {
    const height = this.area.scrollHeight / Math.max(1, this.area.value.split("\n").length);
    this.area.scrollTop = Math.max(0, line * height - 40);
    this.area.scrollLeft = 0;
    this.follow();
  }

  private follow(): void {
    this.coloured.scrollTop = this.area.scrollTop;
    this.coloured.scrollLeft = this.area.scrollLeft;
  }

  private colour(marks: RulesIssues["issues"]): void {
    const { value } = this.area;
    const isPlain = value.length > MAX_COLOURED;
    const markOf = new Map(marks.map((mark) => [mark.line, mark]));
    const lines = (isPlain ? [] : value.split("\n")).map((line, i) => {
      const mark = markOf.get(i + 1);
      return h("div", ...(mark === undefined ? colouredYaml(line) : marked(line, mark)), new Text("\n"));
    });
    this.coloured.replaceChildren(...lines);
    this.area.classList.toggle("plain", isPlain);
  }

  private copy(): void {
    // Where a page may not write to the clipboard, the text is selected for the keyboard.
    const select = (): void => this.area.select();
    if (navigator.clipboard === undefined) select();
    else
      navigator.clipboard.writeText(this.area.value).then(() => {
        this.status.textContent = "copied";
      }, select);
  }

  private download(): void {
    const url = URL.createObjectURL(new Blob([this.area.value], { type: "application/yaml" }));
    h("a", { href: url, download: this.name.replace(/^.*[\\/]/, "") || "rules.yaml" }).click();
    URL.revokeObjectURL(url);
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length - 1;
}

/** Where a line of a text begins and ends. `line` counts from 1. */
export function lineSpan(text: string, line: number): [number, number] {
  let from = 0;
  for (let i = 1; i < line; i++) from = text.indexOf("\n", from) + 1;
  const end = text.indexOf("\n", from);
  return [from, end === -1 ? text.length : end];
}

/** A line with an issue in it. Columns count code points. */
function marked(line: string, { column, length }: RulesIssues["issues"][number]): Node[] {
  const points = Array.from(line);
  const [at, end] = [column - 1, column - 1 + length];
  const [before, wrong, after] = [points.slice(0, at), points.slice(at, end), points.slice(end)].map((part) =>
    part.join(""),
  );
  return [new Text(before), h("mark", new Text(wrong || " ")), new Text(after)];
}

const TOKENS =
  /(?<comment>#.*)|(?<string>"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^']|'')*(?:'|$))|(?<key>(?<![\w.-])[\w.-]+(?=:(?:\s|$)))|(?<anchor>[&*][\w-]+)/g;

/** A line of YAML in colour. This is only approximate: a comment sign inside a plain scalar may mislead it. */
function colouredYaml(line: string): Node[] {
  const parts: Node[] = [];
  let at = 0;
  for (const { 0: text, index, groups } of line.matchAll(TOKENS)) {
    const token = Object.keys(groups!).find((name) => groups![name] !== undefined);
    parts.push(new Text(line.slice(at, index)), h("span", { class: token }, new Text(text)));
    at = index + text.length;
  }
  return [...parts, new Text(line.slice(at))];
}
