import { LineTemplates } from "../../../run/line-templates.ts";
import { addToGroup } from "../../../text/collections/polyfills.ts";
import { printable } from "../../../text/messages/printable.ts";
import type { RunFigures } from "../../report.ts";
import { count, drawing, foldedRow, h, pathText, percent, quantity, svg } from "../dom.ts";
import { lineRow, nearestRule } from "../line-row.ts";
import type { EvaluatedLine } from "../model.ts";
import { card, longList, type View, type ViewContext } from "./view.ts";

/** How many templates of unmatched lines the overview shows. */
const FIRST_TEMPLATES = 5;
const BAR_WIDTH = 1000;
const BAR_HEIGHT = 20;
const MAP_WIDTH = 960;
const MAP_HEIGHT = 48;
const MIN_VISIBLE = 4;

/** The whole run at a glance; once the rules are edited, what they make of the lines of the page. */
export function overview(context: ViewContext): View {
  const { model, evaluation } = context;
  const { run } = model.data;
  const isRun = run !== undefined && !model.isEdited;
  const lines = isRun ? run.lines : model.lines.length;
  const matched = isRun ? run.matched : evaluation.matched;
  const perRule = isRun ? run.rules.map(({ won, followed }) => won + followed) : evaluation.linesOfRules;
  const idle = perRule.filter((number) => number === 0).length;
  const rules = evaluation.source.rules.length;
  return [
    h("h1.rate", h("strong", percent(matched, lines)), ` of ${quantity(lines, "line")} matched`),
    stackedBar(perRule, lines, context),
    h(
      "ul.facts",
      fact(count(lines - matched), "without a rule", "#unmatched"),
      fact(count(rules), rules === 1 ? "rule" : "rules", "#problems"),
      fact(count(idle), idle === 1 ? "rule won no line" : "rules won no line", "#problems"),
      fact(run === undefined ? "0" : count(run.files.length), run?.files.length === 1 ? "file" : "files", "#lines"),
    ),
    isRun
      ? card(
          "Where in the log",
          ...run.files.map(fileMap),
          h("p", "From the first line on the left to the last. Orange: lines without a rule."),
        )
      : undefined,
    isRun && run.templates.length > 0
      ? card(
          "What still needs a rule",
          h("ol.templates", ...run.templates.slice(0, FIRST_TEMPLATES).map(templateRow)),
          h("p", h("a", { href: "#unmatched" }, "All lines without a rule")),
        )
      : undefined,
  ];
}

function fact(figure: string, label: string, href: string): HTMLElement {
  return h("li", h("a", { href }, h("strong", figure), " ", h("span", label)));
}

function templateRow({ template, count: number, file, line }: RunFigures["templates"][number]): HTMLElement {
  return h("li", { title: printable(`${file}:${line}`) }, h("span.number", count(number)), shownTemplate(template));
}

const VALUES = /(<(?:time|id|tmp|size|duration)>|#)/;

/** A template. What stands in it for values stands out. */
function shownTemplate(template: string): HTMLElement {
  const parts = template.split(VALUES);
  return h("code.line", ...parts.map((part, i) => (i % 2 === 1 ? h("b", part) : printable(part))));
}

/** One bar for all lines: a part for each rule, and the rest. */
function stackedBar(perRule: readonly number[], lines: number, { evaluation }: ViewContext): Element {
  const label = "The share of each rule in the lines; the rest has no rule";
  const bar = drawing("bar", BAR_WIDTH, BAR_HEIGHT, label);
  const order = perRule
    .map((number, rule) => ({ number, rule }))
    .sort((a, b) => b.number - a.number || a.rule - b.rule);
  let at = 0;
  for (const [i, { number, rule }] of order.entries()) {
    if (number === 0) break;
    const width = (BAR_WIDTH * number) / lines;
    const name = printable(evaluation.source.rules[rule]!.name);
    const part = svg(
      "rect",
      { x: at, y: 0, width, height: BAR_HEIGHT, class: i % 2 === 0 ? "even" : "odd" },
      titled(`${name}: ${quantity(number, "line")}`),
    );
    bar.append(part);
    at += width;
  }
  if (lines > 0)
    bar.append(
      svg(
        "rect",
        { x: at, y: 0, width: Math.max(0, BAR_WIDTH - at), height: BAR_HEIGHT, class: "rest" },
        titled("no rule"),
      ),
    );
  return bar;
}

function titled(text: string): SVGElement {
  const title = svg("title");
  title.textContent = text;
  return title;
}

/** Where in a file the unmatched lines are. */
function fileMap({ name, lines, matched, buckets }: RunFigures["files"][number]): HTMLElement {
  const width = MAP_WIDTH / Math.max(1, buckets.length);
  const highest = Math.max(1, ...buckets.map(([all]) => all));
  const label = `Unmatched lines of ${printable(name)}, from its first line to its last`;
  const map = drawing("map", MAP_WIDTH, MAP_HEIGHT, label);
  for (const [i, [all, some]] of buckets.entries()) {
    const height = (MAP_HEIGHT * all) / highest;
    const missed = (MAP_HEIGHT * (all - some)) / highest;
    map.append(svg("rect", { x: i * width, y: MAP_HEIGHT - height, width, height, class: "even" }));
    if (missed === 0) continue;
    // What is rare must be visible too.
    const visible = Math.max(missed, MIN_VISIBLE);
    map.append(svg("rect", { x: i * width, y: MAP_HEIGHT - visible, width, height: visible, class: "rest" }));
  }
  return h(
    "figure",
    map,
    h("figcaption", pathText(name), h("span", `${quantity(lines, "line")}, ${percent(matched, lines)} matched`)),
  );
}

/** Lines without a rule that differ only in their varying parts. */
interface UnmatchedTemplate {
  readonly template: string;
  /** How many such lines there are. */
  readonly count: number;
  /** Those that are in the page. */
  readonly lines: readonly EvaluatedLine[];
}

/** Lines without a rule, by template, each with the rule that is nearest and a way to draft one. */
export function unmatchedView(context: ViewContext): View {
  const { model } = context;
  const run = model.isEdited ? undefined : model.data.run;
  const templates = templatesOf(context, run?.templates ?? []);
  const rest = run?.otherUnmatched ?? 0;
  const total = templates.reduce((sum, { count }) => sum + count, rest);
  return [
    h("h1", "Lines without a rule"),
    h(
      "p.sub",
      total === 0
        ? "Every line has a rule."
        : `${quantity(total, "line")} in ${quantity(templates.length, "template")}, the most frequent first.`,
    ),
    longList(templates, (template) => templateCard(template, context)),
    rest === 0 ? undefined : h("p", `${quantity(rest, "line")} with other templates`),
  ];
}

/** The templates of the whole run if they are given, with the lines of the page; else those of these lines alone. */
function templatesOf({ evaluation }: ViewContext, ofRun: RunFigures["templates"]): UnmatchedTemplate[] {
  const templates = new LineTemplates();
  const lines = new Map<string, EvaluatedLine[]>();
  for (const evaluated of evaluation.lines) {
    if (evaluated.isMatched) continue;
    const { bytes, file, number } = evaluated.line;
    const masked = templates.add(bytes, 0, bytes.length, file, number);
    addToGroup(lines, Buffer.from(masked, "latin1").toString(), evaluated);
  }
  if (ofRun.length > 0)
    return ofRun.map(({ template, count }) => ({ template, count, lines: lines.get(template) ?? [] }));
  return [...lines]
    .map(([template, own]) => ({ template, count: own.length, lines: own }))
    .sort((a, b) => b.count - a.count);
}

function templateCard({ template, count, lines }: UnmatchedTemplate, context: ViewContext): HTMLElement {
  const { model, evaluation, later } = context;
  const first = lines[0]?.line;
  const hint = h("div.hints");
  const box = h("section.card.template");
  const heading = h("p.head", h("span.number", String(count)), shownTemplate(template));
  box.append(heading);
  if (first === undefined) return box;
  later(() => hint.append(nearestRule(first, evaluation) ?? ""));
  const button = h("button", { type: "button", disabled: model.rulesIssues !== undefined }, "Draft a rule");
  const answer = h("p.answer", { role: "status" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    answer.textContent = "Drafting…";
    answer.textContent = (await context.draft(first)) ?? "";
    button.disabled = false;
  });
  heading.append(button);
  const summary = h("summary", lines.length < count ? `${lines.length} of the lines` : quantity(count, "line"));
  const rows = (): Node[] => [longList(lines, (line) => lineRow(line, evaluation, { withRule: false }))];
  box.append(hint, answer, foldedRow({ class: "templatelines", "data-key": template }, summary, h("div"), rows));
  return box;
}
