import { count, percent, quantity } from "../../markup.ts";
import { h } from "../dom.ts";
import { blockCard } from "./news-view.ts";
import { lineRow, longList, type View, type ViewContext } from "./view.ts";

/** The whole run at a glance; once the rules are edited, what they make of the lines of the page. */
export function overview(context: ViewContext): View {
  const { model, summary } = context;
  const { run, news, diff, hasRules } = model.data;
  const isCompared = news !== undefined || diff !== undefined;
  // A summary that is about rules is one of the rules as they were.
  const hasSummary = run !== undefined && (isCompared || !model.isEdited);
  const hasLeft = hasSummary && !isCompared && run.matched < run.lines;
  const first = news?.items.find((item) => item.kind === "block");
  return [
    ...(hasSummary ? [summary] : []),
    ...(first === undefined ? [] : [blockCard(first, news!)]),
    news === undefined ? undefined : h("p", h("a", { href: "#news" }, "All that is new")),
    diff === undefined ? undefined : h("p", h("a", { href: "#differences" }, "All differences")),
    hasLeft ? h("p", h("a", { href: "#unmatched" }, "All lines without a rule")) : undefined,
    ...(hasRules || model.isEdited || !isCompared ? matchedLines(context, hasSummary) : []),
  ];
}

function matchedLines(context: ViewContext, isBelow: boolean): View {
  const { model, evaluation } = context;
  const files = model.data.run?.files.length ?? 0;
  const lines = model.run?.lines ?? model.lines.length;
  const matched = model.run?.matched ?? evaluation.matched;
  const perRule = model.linesOfRules(evaluation);
  const idle = perRule.filter((number) => number === 0).length;
  const rules = evaluation.source.rules.length;
  const facts = [
    fact(count(lines - matched), "without a rule", "#unmatched"),
    fact(count(rules), rules === 1 ? "rule" : "rules", "#problems"),
    fact(count(idle), idle === 1 ? "rule won no line" : "rules won no line", "#problems"),
    fact(count(files), files === 1 ? "file" : "files", "#lines"),
  ];
  return [
    h(isBelow ? "h2.rate" : "h1.rate", h("strong", percent(matched, lines)), ` of ${quantity(lines, "line")} matched`),
    h("ul.facts", ...facts),
  ];
}

function fact(figure: string, label: string, href: string): HTMLElement {
  return h("li", h("a", { href }, h("strong", figure), " ", h("span", label)));
}

/** All lines of the page, or those that have a text in them. */
export function linesView({ model, evaluation, inputs }: ViewContext): Node[] {
  const { run, hasAllLines } = model.data;
  const sub =
    run === undefined || hasAllLines
      ? quantity(model.lines.length, "line")
      : `${count(model.lines.length)} of ${quantity(run.lines, "line")}: the first ones of each rule and of each template`;
  const results = h("div.card");
  const status = h("span.sub", { role: "status" });
  const box = h("input", { id: "filter", type: "search", placeholder: "text", spellcheck: "false" });
  box.value = inputs.filter;
  const show = (): void => {
    const part = inputs.filter.toLowerCase();
    const found = evaluation.lines.filter(({ line }) => line.bytes.toString().toLowerCase().includes(part));
    status.textContent = inputs.filter === "" ? "" : quantity(found.length, "line");
    results.replaceChildren(longList(found, (line) => lineRow(line, evaluation)));
  };
  box.addEventListener("input", () => {
    inputs.filter = box.value;
    show();
  });
  show();
  return [
    h("h1", hasAllLines ? "All lines" : "Samples"),
    h("p.sub", sub),
    h("p.filter", h("label", { for: "filter" }, "Lines with"), box, status),
    results,
  ];
}

/** A box for lines, and what the rules make of them. */
export function pasteView(context: ViewContext): Node[] {
  const placeholder = "Paste lines of a log here.";
  const box = h("textarea", { id: "log", rows: 8, spellcheck: "false", wrap: "off", placeholder });
  box.value = context.inputs.pasted;
  box.addEventListener("input", () => context.paste(box.value));
  return [
    h("h1", "Try lines"),
    h("label", { for: "log" }, "Lines of a log. They stay in this page."),
    box,
    triedLines(context),
  ];
}

export function triedLines({ evaluation }: ViewContext): HTMLElement {
  const { lines, matched } = evaluation;
  if (lines.length === 0) return h("div", { id: "tried" }, h("p.sub", "No lines yet."));
  const rate = `${percent(matched, lines.length)} of ${quantity(lines.length, "line")} matched`;
  const list = longList(lines, (line) => lineRow(line, evaluation, { withOutput: line.isMatched }));
  return h("div", { id: "tried" }, h("p.sub", rate), h("div.card", list));
}
