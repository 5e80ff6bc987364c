import { MASK_NAMES } from "../../../text/masks/varying-parts.ts";
import { printable } from "../../../text/messages/printable.ts";
import type { FileFigures, TemplateFigures } from "../../report-data.ts";
import { count, h, pathText, percent, quantity, svg } from "../dom.ts";
import { card, type ViewContext } from "./view.ts";

/** How many templates of unmatched lines the overview shows. */
const FIRST_TEMPLATES = 5;
const BAR_WIDTH = 1000;
const MAP_WIDTH = 960;
const MAP_HEIGHT = 48;

/** The whole run at a glance; once the rules are edited, what they make of the lines of the page. */
export function overview(context: ViewContext): Node[] {
  const { model, evaluation } = context;
  const { run } = model.data;
  const isRun = run !== undefined && !model.isEdited;
  const lines = isRun ? run.lines : model.lines.length;
  const matched = isRun ? run.matched : evaluation.matched;
  const perRule = isRun ? run.rules.map(({ won, followed }) => won + followed) : evaluation.linesOfRules;
  const idle = perRule.filter((number) => number === 0).length;
  const rules = evaluation.source.rules.length;
  return [
    h("h1", { class: "rate" }, h("strong", {}, percent(matched, lines)), ` of ${quantity(lines, "line")} matched`),
    stackedBar(perRule, lines, context),
    h(
      "ul",
      { class: "facts" },
      fact(count(lines - matched), "without a rule", "#unmatched"),
      fact(count(rules), rules === 1 ? "rule" : "rules", "#problems"),
      fact(count(idle), idle === 1 ? "rule won no line" : "rules won no line", "#problems"),
      fact(run === undefined ? "0" : count(run.files.length), run?.files.length === 1 ? "file" : "files", "#lines"),
    ),
    ...(isRun
      ? [
          card(
            "Where in the log",
            ...run.files.map(fileMap),
            h("p", {}, "From the first line on the left to the last. Orange: lines without a rule."),
          ),
        ]
      : []),
    ...(isRun && run.templates.length > 0
      ? [
          card(
            "What still needs a rule",
            h("ol", { class: "templates" }, ...run.templates.slice(0, FIRST_TEMPLATES).map(templateRow)),
            h("p", {}, h("a", { href: "#unmatched" }, "All lines without a rule")),
          ),
        ]
      : []),
  ];
}

function fact(figure: string, label: string, href: string): HTMLElement {
  return h("li", {}, h("a", { href }, h("strong", {}, figure), " ", h("span", {}, label)));
}

function templateRow({ template, count: number, file, line }: TemplateFigures): HTMLElement {
  return h(
    "li",
    { title: printable(`${file}:${line}`) },
    h("span", { class: "number" }, count(number)),
    maskedTemplate(template),
  );
}

const MASKS = new RegExp(`(<(?:${MASK_NAMES.join("|")})>)`);

/** A template. Its masked parts stand out. */
export function maskedTemplate(template: string): HTMLElement {
  const parts = template.split(MASKS);
  return h("code", { class: "line" }, ...parts.map((part, i) => (i % 2 === 1 ? h("b", {}, part) : printable(part))));
}

/** One bar for all lines: a part for each rule, and the rest. */
function stackedBar(perRule: readonly number[], lines: number, { evaluation }: ViewContext): Element {
  const label = "The share of each rule in the lines; the rest has no rule";
  const bar = svg("svg", {
    class: "bar",
    viewBox: `0 0 ${BAR_WIDTH} 20`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": label,
  });
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
      { x: at, y: 0, width, height: 20, class: i % 2 === 0 ? "even" : "odd" },
      titled(`${name}: ${quantity(number, "line")}`),
    );
    bar.append(part);
    at += width;
  }
  if (lines > 0)
    bar.append(
      svg("rect", { x: at, y: 0, width: Math.max(0, BAR_WIDTH - at), height: 20, class: "rest" }, titled("no rule")),
    );
  return bar;
}

function titled(text: string): SVGElement {
  const title = svg("title");
  title.textContent = text;
  return title;
}

/** Where in a file the unmatched lines are. */
function fileMap({ name, lines, matched, buckets }: FileFigures): HTMLElement {
  const width = MAP_WIDTH / Math.max(1, buckets.length);
  const highest = Math.max(1, ...buckets.map(([all]) => all));
  const label = `Unmatched lines of ${printable(name)}, from its first line to its last`;
  const map = svg("svg", {
    class: "map",
    viewBox: `0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": label,
  });
  for (const [i, [all, some]] of buckets.entries()) {
    const height = (MAP_HEIGHT * all) / highest;
    const missed = (MAP_HEIGHT * (all - some)) / highest;
    map.append(svg("rect", { x: i * width, y: MAP_HEIGHT - height, width, height, class: "even" }));
    // What is rare must be visible too.
    if (missed > 0)
      map.append(
        svg("rect", {
          x: i * width,
          y: MAP_HEIGHT - Math.max(missed, 4),
          width,
          height: Math.max(missed, 4),
          class: "rest",
        }),
      );
  }
  return h(
    "figure",
    {},
    map,
    h(
      "figcaption",
      {},
      pathText(name),
      h("span", {}, `${quantity(lines, "line")}, ${percent(matched, lines)} matched`),
    ),
  );
}
