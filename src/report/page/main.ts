// The page of `normalizer report`: the engine of the command, and views of what it makes of the lines in the page.
import { count, percent } from "../markup.ts";
import type { ReportData } from "../report.ts";
import { h, pathText, unfoldAll } from "./dom.ts";
import { Editors } from "./editors.ts";
import { type Evaluation, Model } from "./model.ts";
import { listenToKeys, navigation } from "./navigation.ts";
import { changesView, differencesView } from "./views/difference-views.ts";
import { newsView } from "./views/news-view.ts";
import { linesView, overview, pasteView, triedLines } from "./views/overview.ts";
import { requestsView } from "./views/requests-view.ts";
import { fieldsView, problemsView, ruleView } from "./views/rule-views.ts";
import { unmatchedView } from "./views/unmatched-view.ts";
import type { View, ViewContext } from "./views/view.ts";

/** An edit takes effect after a pause if the last one took longer than this, both in milliseconds. */
const AT_ONCE = 80;
const PAUSE = 300;

/** A playground begins with at most this many lines of the rules' examples. */
const MAX_EXAMPLES = 50;

/** The views by their names in addresses, but the overview. An address may have an index: that of a rule. */
const VIEWS: ReadonlyMap<string, (context: ViewContext, index: number) => View> = new Map([
  ["rule", ruleView],
  ["try", pasteView],
  ["changes", changesView],
  ["unmatched", unmatchedView],
  ["lines", linesView],
  ["problems", problemsView],
  ["fields", fieldsView],
  ["differences", differencesView],
  ["news", newsView],
  ["requests", requestsView],
]);

class Page {
  private readonly model: Model;
  private readonly editors: Editors;
  private readonly main = h("main", { id: "main", tabindex: "0" });
  private readonly nav = h("nav", { id: "views", "aria-label": "Views" });
  private readonly rate = h("span.pill");
  /** What the report says first. It stands in the document from the start. */
  private readonly summary = document.getElementById("summary")!;
  private readonly shell: HTMLElement;
  private readonly inputs = { pasted: "", filter: "" };
  private drawn = 0;
  private timer = 0;
  /** How long the last edit took, including the view. */
  private elapsed = 0;

  constructor(data: ReportData) {
    this.model = new Model(data);
    if (data.run === undefined) this.paste(exampleLines(this.model.current));
    this.editors = new Editors(data.rules, () => this.soon(() => this.setRules()));
    const names = data.run?.files.map(({ name }) => name).join(", ") ?? "playground";
    const rules = this.switchFor("rules", "Rules", "Report");
    const views = this.switchFor("views", "Views", "Close");
    views.setAttribute("aria-controls", "views");
    this.nav.addEventListener("click", ({ target }) => {
      if ((target as Element).closest("a") !== null && this.shell.classList.contains("views")) views.click();
    });
    // Goes to the view without naming another one in the address.
    const skip = (event: Event): void => {
      event.preventDefault();
      this.main.focus();
    };
    this.shell = h(
      "div.shell",
      h("a.skip", { href: "#main", click: skip }, "Skip to the report"),
      h("header", views, h("b", "normalizer"), h("span", "report"), pathText(names), this.rate, rules),
      this.nav,
      this.editors.element,
      this.main,
    );
    this.summary.remove();
    document.body.append(this.shell);
    addEventListener("hashchange", () => this.open());
    // On paper nothing can be opened.
    addEventListener("beforeprint", () => unfoldAll(this.main));
    listenToKeys(this.main, {
      e: () => {
        if (!this.shell.classList.contains("rules")) rules.click();
        this.editors.focus();
      },
      u: () => this.go("unmatched"),
      "/": () => this.go("lines", "#filter"),
    });
    this.render();
    this.showEditors();
  }

  /** A button that shows a part of the page where there is no room for all. */
  private switchFor(part: "rules" | "views", closed: string, open: string): HTMLButtonElement {
    const button = h("button", { type: "button", class: `toggle ${part}`, "aria-pressed": "false" }, closed);
    button.addEventListener("click", () => {
      const isOpen = this.shell.classList.toggle(part);
      button.setAttribute("aria-pressed", String(isOpen));
      button.textContent = isOpen ? open : closed;
      if (isOpen && part === "rules") this.markRule();
    });
    return button;
  }

  private open(): void {
    this.main.replaceChildren();
    this.render();
    this.nav.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    this.main.scrollTop = 0;
    this.main.focus({ preventScroll: true });
    this.markRule();
  }

  /** Opens a view, and puts the focus on a part of it. */
  private go(hash: string, part?: string): void {
    const focus = (): void => {
      if (part !== undefined) this.main.querySelector<HTMLElement>(part)?.focus();
    };
    if (this.hash === hash) {
      focus();
    } else {
      addEventListener("hashchange", focus, { once: true });
      location.hash = hash;
    }
  }

  /** Runs the work of an edit: at once if the last edit was fast enough, else after a pause. */
  private soon(run: () => void): void {
    const timed = (): void => {
      const begin = performance.now();
      run();
      this.elapsed = performance.now() - begin;
    };
    clearTimeout(this.timer);
    if (this.elapsed < AT_ONCE) timed();
    else this.timer = setTimeout(timed, PAUSE) as unknown as number;
  }

  private setRules(): void {
    this.model.setRules(this.editors.texts);
    this.render();
    this.showEditors();
  }

  private showEditors(): void {
    this.editors.show(this.model.rulesIssues, this.model.note);
    this.markRule();
  }

  private paste(text: string): void {
    this.inputs.pasted = text;
    this.model.setLines(text);
  }

  private render(): void {
    const { model } = this;
    const { current } = model;
    const [name, index] = this.address;
    this.drawn++;
    this.shell.classList.toggle("wide", this.hash === "news" || (this.hash === "overview" && this.lacksRules));
    this.main.classList.toggle("stale", model.rulesIssues !== undefined);
    this.nav.replaceChildren(...(current === undefined ? [] : navigation(model, current, this.hash)));
    if (current === undefined) {
      const advice = h("p", "What is wrong with them is written below the rules.");
      this.main.replaceChildren(h("h1", "The rules do not load"), advice);
      return;
    }
    const { lines, matched: ofLines } = model.run ?? { lines: model.lines.length, matched: current.matched };
    const matched = percent(ofLines, lines);
    this.rate.textContent = this.lacksRules ? "no rules yet" : `${matched} matched`;
    this.main.querySelector(":scope > .note")?.remove();
    const tried = this.main.querySelector("#tried");
    // A new box would have lost its history of undo.
    if (tried !== null && name === "try") tried.replaceWith(triedLines(this.context));
    else this.replaceView((VIEWS.get(name) ?? overview)(this.context, index));
    const note = this.note();
    if (note !== undefined) this.main.prepend(note);
  }

  /** Replaces the view. Rows that were open are open again. */
  private replaceView(view: View): void {
    const open = new Set(
      Array.from(this.main.querySelectorAll<HTMLElement>("details[open]"), (row) => row.getAttribute("data-key")),
    );
    this.main.replaceChildren(...view.filter((part) => part instanceof Node));
    if (open.size === 0) return;
    for (const row of this.main.querySelectorAll("details"))
      if (open.has(row.getAttribute("data-key"))) row.open = true;
  }

  /** The note that the figures are not from the run; undefined if they are. */
  private note(): HTMLElement | undefined {
    const { model } = this;
    const stale = "The rules do not load as they are now. This is what they made of the lines before.";
    if (model.rulesIssues !== undefined) return h("p.note", { role: "status" }, stale);
    if (!model.isEdited || model.data.run === undefined) return undefined;
    const lines = `${count(model.lines.length)} lines`;
    const which = model.data.hasAllLines ? `all ${lines}` : `the ${lines} in this page`;
    return h("p.note", `With your edits, over ${which}. `, h("a", { href: "#changes" }, "What changed"));
  }

  private get context(): ViewContext {
    const current = this.model.current!;
    const { drawn } = this;
    const showRange = (from: number, to: number): void => {
      if (!this.shell.classList.contains("rules")) this.shell.querySelector<HTMLElement>(".toggle.rules")!.click();
      this.editors.showRange(current.source, { start: from, end: to });
    };
    return {
      model: this.model,
      evaluation: current,
      inputs: this.inputs,
      paste: (text) =>
        this.soon(() => {
          this.paste(text);
          this.render();
        }),
      showRange,
      summary: this.summary,
      takeDraft: (text) => {
        // The rules may have changed meanwhile. Then the view is about to be drawn again.
        const { texts } = this.editors;
        if (current.source.files.some((file, i) => file.text !== texts[i])) return;
        this.editors.replaceLast(text);
        this.go(`rule/${current.source.rules.length}`);
      },
      whenSeen: (element, task) => {
        const observer = new IntersectionObserver((entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          observer.disconnect();
          // Each in a timer of its own, so that in between the page responds.
          setTimeout(() => this.drawn === drawn && task());
        });
        observer.observe(element);
      },
    };
  }

  /** Whether what matches lines says nothing about them: the rules of the page are only there to begin with. */
  private get lacksRules(): boolean {
    const { data, isEdited } = this.model;
    return data.news !== undefined && !data.hasRules && !isEdited;
  }

  private get hash(): string {
    return location.hash.slice(1) || (this.model.data.run === undefined ? "try" : "overview");
  }

  /** The name in the address, and the index. */
  private get address(): [name: string, index: number] {
    const [name = "", index] = this.hash.split("/");
    return [name, Number(index)];
  }

  private markRule(): void {
    const [name, index] = this.address;
    const isKnown = name === "rule" && this.model.rulesIssues === undefined;
    const source = this.model.current?.source;
    if (source !== undefined) this.editors.mark(source, isKnown ? source.rules[index]?.span : undefined);
  }
}

function exampleLines(evaluation: Evaluation | undefined): string {
  const rules = evaluation?.source.rules ?? [];
  const lines = rules.flatMap(({ examples, counterexamples }) => [...examples, ...counterexamples]);
  return lines
    .slice(0, MAX_EXAMPLES)
    .map(({ line }) => `${line}\n`)
    .join("");
}

new Page(JSON.parse(document.getElementById("data")!.textContent!) as ReportData);
