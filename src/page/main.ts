// The page of `normalizer report`: the engine of the command, and views of what it makes of the lines in the page.
import type { ReportData } from "../report/report-data.ts";
import { Why } from "../why/why.ts";
import { count, h, percent, visible } from "./dom.ts";
import { Editor } from "./editor.ts";
import type { Evaluation } from "./evaluation.ts";
import { Model } from "./model.ts";
import { changedLines, changesView } from "./views/changes.ts";
import { differencesView } from "./views/differences.ts";
import { fieldsView } from "./views/fields.ts";
import { linesView, unmatchedView } from "./views/lines.ts";
import { overview } from "./views/overview.ts";
import { pasteView } from "./views/paste.ts";
import { problemsView } from "./views/problems.ts";
import { requestsView } from "./views/requests.ts";
import { ruleView } from "./views/rule.ts";
import type { ViewContext } from "./views/view.ts";

/** An edit takes effect at once if the last one took less than this, in milliseconds; else after a pause. */
const AT_ONCE = 80;
const PAUSE = 300;

class Page {
  private readonly model: Model;
  private readonly editor: Editor;
  private readonly main = h("main", { id: "main", tabindex: "-1" });
  private readonly nav = h("nav", { "aria-label": "Views" });
  private readonly rate = h("span", { class: "pill" });
  private readonly shell: HTMLElement;
  private pasted = "";
  private timer = 0;
  private explainer: { readonly of: Evaluation; readonly why: Why } | undefined;

  constructor(data: ReportData) {
    this.model = new Model(data);
    this.editor = new Editor({ ...data.rules, onInput: (text) => this.edit(text) });
    const names = data.run?.files.map(({ name }) => name).join(", ") ?? "playground";
    const toggle = h("button", { type: "button", class: "toggle", "aria-pressed": "false" }, "Rules");
    this.shell = h(
      "div",
      { class: "shell" },
      h("a", { class: "skip", href: "#main" }, "Skip to the report"),
      h(
        "header",
        {},
        h("b", {}, "normalizer"),
        h("span", {}, "report"),
        h("span", { class: "path" }, visible(names)),
        this.rate,
        toggle,
      ),
      this.nav,
      this.editor.element,
      this.main,
    );
    toggle.addEventListener("click", () => {
      const isOpen = this.shell.classList.toggle("rules");
      toggle.setAttribute("aria-pressed", String(isOpen));
      toggle.textContent = isOpen ? "Report" : "Rules";
    });
    document.body.append(this.shell);
    addEventListener("hashchange", () => {
      this.render();
      this.main.scrollTop = 0;
      this.main.focus({ preventScroll: true });
    });
    addEventListener("beforeprint", () => this.unfold());
    this.render();
    this.editor.show(this.model.mistakes, this.model.elapsed);
  }

  /** Opens all rows until the page is printed. */
  private unfold(): void {
    const closed = [...this.main.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
    for (const row of closed) {
      row.open = true;
      // The browser's own event would come after the printing, and rows are filled when it comes.
      row.dispatchEvent(new Event("toggle"));
    }
    const fold = (): void => {
      for (const row of closed) row.open = false;
    };
    addEventListener("afterprint", fold, { once: true });
  }

  private edit(text: string): void {
    clearTimeout(this.timer);
    const run = (): void => {
      this.model.setRules(text);
      this.editor.show(this.model.mistakes, this.model.elapsed);
      this.render();
    };
    if (this.model.elapsed < AT_ONCE) run();
    else this.timer = setTimeout(run, PAUSE) as unknown as number;
  }

  private render(): void {
    const { model } = this;
    const { current } = model;
    this.main.classList.toggle("stale", model.mistakes !== undefined);
    if (current === undefined) {
      this.nav.replaceChildren();
      this.main.replaceChildren(
        h("h1", {}, "The rules do not load"),
        h("p", {}, "What is wrong with them is written below the rules."),
      );
      return;
    }
    const run = model.isEdited ? undefined : model.data.run;
    this.rate.textContent = `${run === undefined ? percent(current.matched, model.lines.length) : percent(run.matched, run.lines)} matched`;
    this.renderNav(current);
    const view = this.view(current);
    const note = this.note();
    this.main.replaceChildren(...(note === undefined ? view : [note, ...view]));
  }

  /** Says where figures are from, if they are not those of the run. */
  private note(): HTMLElement | undefined {
    const { model } = this;
    if (model.mistakes !== undefined)
      return h(
        "p",
        { class: "note", role: "status" },
        "The rules do not load as they are now. This is what they made of the lines before.",
      );
    if (!model.isEdited || model.data.run === undefined) return undefined;
    const which = model.data.hasAllLines
      ? `all ${count(model.lines.length)} lines`
      : `the ${count(model.lines.length)} lines in this page`;
    return h("p", { class: "note" }, `With your edits, over ${which}. `, h("a", { href: "#changes" }, "What changed"));
  }

  private get context(): ViewContext {
    const current = this.model.current!;
    const why = (): Why => {
      if (this.explainer?.of !== current) this.explainer = { of: current, why: new Why(current.source.rulebook) };
      return this.explainer.why;
    };
    const showPlace = (from: number, to: number): void => {
      this.shell.classList.add("rules");
      this.editor.showPlace(from, to);
    };
    return { model: this.model, evaluation: current, why, showPlace };
  }

  private get hash(): string {
    return location.hash.slice(1) || (this.model.data.run === undefined ? "try" : "overview");
  }

  private view(current: Evaluation): Node[] {
    const [name, index] = this.hash.split("/");
    switch (name) {
      case "changes":
        return changesView(this.context);
      case "unmatched":
        return unmatchedView(this.context);
      case "lines":
        return linesView(this.context);
      case "problems":
        return problemsView(this.context);
      case "fields":
        return fieldsView(this.context);
      case "differences":
        return differencesView(this.context);
      case "requests":
        return requestsView(this.context);
      case "rule":
        return ruleView(this.context, Number(index));
      case "try":
        return this.pasteView();
      default:
        return this.model.data.run === undefined && current.lines.length === 0
          ? this.pasteView()
          : overview(this.context);
    }
  }

  private pasteView(): Node[] {
    return pasteView(this.context, this.pasted, (text) => {
      this.pasted = text;
      this.model.setLines(text);
      this.renderTried();
    });
  }

  /** Shows new results below the box without replacing the box, in which somebody is typing. */
  private renderTried(): void {
    const box = document.getElementById("log") as HTMLTextAreaElement | null;
    const selection = box === null ? undefined : ([box.selectionStart, box.selectionEnd] as const);
    this.render();
    const next = document.getElementById("log") as HTMLTextAreaElement | null;
    if (next === null || selection === undefined) return;
    next.focus();
    next.setSelectionRange(...selection);
  }

  private renderNav(current: Evaluation): void {
    const { model } = this;
    const run = model.isEdited ? undefined : model.data.run;
    const unmatched = run === undefined ? model.lines.length - current.matched : run.lines - run.matched;
    const changed =
      model.original === undefined || !model.isEdited ? 0 : changedLines(model.lines, model.original, current).length;
    const { diff, trace } = model.data;
    const links: (readonly [string, string, number | undefined])[] = [
      ...(model.data.run === undefined ? [["try", "Try lines", undefined] as const] : []),
      ["overview", "Overview", undefined],
      ...(model.isEdited ? [["changes", "Your changes", changed] as const] : []),
      ["unmatched", "Without a rule", unmatched],
      ["lines", model.data.hasAllLines ? "All lines" : "Samples", model.lines.length],
      ...(model.data.run === undefined
        ? []
        : [["fields", "Fields", model.data.fields.filter(({ lines }) => lines > 0).length] as const]),
      ["problems", "Problems", undefined],
      ...(diff === undefined ? [] : [["differences", "Differences", diff.onlyOld + diff.onlyNew] as const]),
      ...(trace === undefined ? [] : [["requests", "Requests", trace.count] as const]),
    ];
    const perRule = current.source.rules.map(({ name }, rule) => {
      const figures = run?.rules[rule];
      return {
        name,
        rule,
        lines: figures === undefined ? current.linesOfRules[rule]! : figures.won + figures.followed,
      };
    });
    perRule.sort((a, b) => b.lines - a.lines || a.rule - b.rule);
    const link = (href: string, label: string, figure: number | undefined): HTMLElement =>
      h(
        "li",
        {},
        h(
          "a",
          { href: `#${href}`, "aria-current": this.hash === href ? "page" : undefined },
          h("span", {}, label),
          figure === undefined ? undefined : h("span", { class: "figure" }, count(figure)),
        ),
      );
    this.nav.replaceChildren(
      h("ul", {}, ...links.map(([href, label, figure]) => link(href, label, figure))),
      h("h2", {}, "Rules"),
      h("ul", {}, ...perRule.map(({ name, rule, lines }) => link(`rule/${rule}`, visible(name), lines))),
    );
  }
}

new Page(JSON.parse(document.getElementById("data")!.textContent!) as ReportData);
