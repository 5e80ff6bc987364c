import { printable } from "../../../text/messages/printable.ts";
import { count, percent, quantity } from "../../counts.ts";
import { drawing, h, svg } from "../dom.ts";
import { blockCard } from "./news-view.ts";
import type { View, ViewContext } from "./view.ts";

const BAR_WIDTH = 1000;
const BAR_HEIGHT = 20;

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
    stackedBar(perRule, lines, context),
    h("ul.facts", ...facts),
  ];
}

function fact(figure: string, label: string, href: string): HTMLElement {
  return h("li", h("a", { href }, h("strong", figure), " ", h("span", label)));
}

/** One bar for all lines: a part for each rule, and the rest. */
function stackedBar(perRule: readonly number[], lines: number, { evaluation }: ViewContext): Element {
  const label = "The share of each rule in the lines; the rest has no rule";
  const bar = drawing("bar", BAR_WIDTH, BAR_HEIGHT, label);
  const order = perRule
    .map((number, rule) => ({ number, rule }))
    .sort((a, b) => b.number - a.number || a.rule - b.rule);
  let x = 0;
  const add = (width: number, name: string, text: string): void => {
    const title = svg("title");
    title.textContent = text;
    bar.append(svg("rect", { x, y: 0, width, height: BAR_HEIGHT, class: name }, title));
    x += width;
  };
  for (const [i, { number, rule }] of order.entries()) {
    if (number === 0) break;
    const name = printable(evaluation.source.rules[rule]!.name);
    add((BAR_WIDTH * number) / lines, i % 2 === 0 ? "even" : "odd", `${name}: ${quantity(number, "line")}`);
  }
  if (lines > 0) add(Math.max(0, BAR_WIDTH - x), "rest", "no rule");
  return bar;
}
