import { type Element, elementsOf } from "../../../matcher/pattern.ts";
import { ANY_TYPE } from "../../../matcher/types/type-registry.ts";
import type { Rule } from "../../../rules/rule.ts";
import { groupBy } from "../../../text/collections/polyfills.ts";
import type { CheckFinding } from "../../../tools/check/finding.ts";
import type { FieldFigures } from "../../line-collector.ts";
import { count, percent, quantity } from "../../markup.ts";
import { h } from "../dom.ts";
import { lineSpan } from "../editors.ts";
import type { EvaluatedLine, Evaluation } from "../model.ts";
import { COLOURS, card, lineRow, listCard, ruleLink, type View, type ViewContext } from "./view.ts";

/** One rule: its pattern, its output, and its lines. One line for each distinct output comes first. */
export function ruleView({ model, evaluation, showRange }: ViewContext, index: number): View {
  const rule = evaluation.source.rules[index];
  if (rule === undefined) return [h("h1", "There is no such rule any more")];
  const own = evaluation.lines.filter(({ linePattern }) => evaluation.ruleOf[linePattern] === index);
  const seen = new Set<string>();
  const distinct = own.filter(({ output }) => !seen.has(output) && seen.add(output));
  const first = new Set(distinct);
  const others = own.filter((one) => !first.has(one));
  const total = model.linesOfRules(evaluation)[index]!;
  const shown = total > own.length ? `, ${own.length} of which are here` : "";
  const row =
    (withOutput: boolean) =>
    (line: EvaluatedLine): HTMLElement =>
      lineRow(line, evaluation, { withRule: false, withOutput });
  const all = model.run?.lines ?? model.lines.length;
  const show = (): void => showRange(rule.span.start, rule.span.end);
  return [
    h("h1", rule.name),
    h(
      "p.sub",
      `${quantity(total, "line")} of ${count(all)} (${percent(total, all)})${shown}`,
      rule.pattern.isCatchAll ? "; a catch-all" : "",
      rule.file === undefined ? "" : `; in ${rule.file}`,
    ),
    card(
      "Pattern and output",
      h("p.pattern", ...elementsOf(rule.pattern).map((element) => chip(element, rule.pattern.fields))),
      h("p.pattern", "→ ", ...outputChips(rule.template, rule.pattern.fields)),
      h("p", h("button", { type: "button", click: show }, "Show in the rules")),
    ),
    listCard("One line for each output", distinct, row(true)) ?? h("p", "It wins none of the lines."),
    listCard("Its other lines", others, row(false)),
  ];
}

/** An element of a pattern: text as it is, a field in the colour of its captures. */
function chip(element: Element, fields: readonly string[]): HTMLElement {
  if ("text" in element) return h("code.text", element.text);
  if ("alternatives" in element) {
    const branches = element.alternatives.flatMap((branch, i) => [
      ...(i === 0 ? [] : [h("span.or", "|")]),
      ...branch.map((one) => chip(one, fields)),
    ]);
    return h("span.choice", ...branches);
  }
  const { field, type } = element;
  return fieldChip(field, fields.indexOf(field), type && ("typeName" in type ? type.typeName : type.values.join("|")));
}

function outputChips(
  { literals, slots }: { readonly literals: readonly Uint8Array[]; readonly slots: readonly number[] },
  fields: readonly string[],
): HTMLElement[] {
  return literals.flatMap((literal, i) => {
    const slot = slots[i];
    const text = literal.length === 0 ? [] : [h("code.text", Buffer.from(literal).toString())];
    return slot === undefined ? text : [...text, fieldChip(fields[slot] ?? "", slot)];
  });
}

function fieldChip(name: string, index: number, type?: string): HTMLElement {
  return h(
    "mark",
    { class: `field f${Math.max(0, index) % COLOURS}` },
    name,
    type === undefined ? undefined : h("span.type", ` ${type}`),
  );
}

/** What `check` finds in the rules, and the rules that won no line. */
export function problemsView(context: ViewContext): View {
  const { model, evaluation } = context;
  const { findings, comparedAll } = evaluation.findings;
  const linesOfRules = model.linesOfRules(evaluation);
  const { rules } = evaluation.source;
  const idle = rules.filter((_, rule) => linesOfRules[rule] === 0);
  const idleRow = (rule: Rule): HTMLElement => h("li", ruleLink(rules.indexOf(rule), rule.name));
  return [
    h("h1", "Problems of the rules"),
    h(
      "p.sub",
      findings.length === 0 ? "check finds none." : quantity(findings.length, "finding"),
      comparedAll ? "" : " Not all rules could be compared in time.",
    ),
    findings.length > 0 && h("ul.card.findings", ...findings.map((finding) => findingRow(finding, context))),
    idle.length > 0 && model.lines.length > 0 && card("Rules that won no line", h("ul", ...idle.map(idleRow))),
  ];
}

function findingRow(
  { level, message, help, file, line, place }: CheckFinding,
  { evaluation, showRange }: ViewContext,
): HTMLElement {
  const { files } = evaluation.source;
  const { text, start } = files.find(({ path }) => path === file) ?? files[0]!;
  const show = (): void => {
    const [from, to] = lineSpan(text, line);
    showRange(start + from, start + to);
  };
  const advice = help === undefined ? undefined : h("p.sub", help);
  const label = file === undefined ? `Line ${line}` : `${file}:${line}`;
  const button = h("button", { type: "button", title: place, click: show }, label);
  return h("li", { class: level }, h("strong.level", level), h("div", h("p", message), advice), button);
}

const FIRST_VALUES = 5;

/** What each field captured: in the run or, once the rules are edited, in the lines of the page. */
export function fieldsView({ model, evaluation }: ViewContext): Node[] {
  const { run } = model;
  const { fieldLines, diff } = model.data;
  const fields = run === undefined ? evaluation.fields : model.data.fields;
  const shown = fields.filter(({ lines }) => lines > 0);
  const sources = [
    run !== undefined && fieldLines < run.lines
      ? ` Values were counted in the first ${quantity(fieldLines, "line")}; normalizer fields counts all.`
      : "",
    diff === undefined
      ? ""
      : run === undefined
        ? " Which of them vary from run to run is known only for the rules of the file."
        : " Values are counted in both logs. Those that vary from run to run and are shown make differences of their own.",
  ];
  return [
    h("h1", "Fields"),
    h("p.sub", `${quantity(shown.length, "field")} that captured something.`, ...sources),
    ...[...groupBy(shown, ({ index }) => String(index)).values()].map((own) => ruleCard(own, evaluation)),
  ];
}

function ruleCard(fields: readonly FieldFigures[], { source }: Evaluation): HTMLElement {
  const { rule, index } = fields[0]!;
  const names = source.rulebook.linePatterns[index]?.pattern.fields ?? [];
  const rows = fields.map((field) => fieldRow(field, Math.max(0, names.indexOf(field.field))));
  return card(ruleLink(index, rule), h("ul.fields", ...rows));
}

function fieldRow(
  { field, lines, distinct, exact, type, shown, varies, common }: FieldFigures,
  colour: number,
): HTMLElement {
  const facts = [
    type === ANY_TYPE ? "any text" : type,
    `${exact ? "" : "≈"}${quantity(distinct, "value")}`,
    quantity(lines, "line"),
    shown ? "shown" : "not shown",
  ];
  const values = common
    .slice(0, FIRST_VALUES)
    .map(({ value, cut, count: number }) =>
      h("li", h("code", value + (cut ? "…" : "")), h("span.figure", ` ×${count(number)}`)),
    );
  const rest = distinct - values.length;
  if (values.length > 0 && rest > 0) values.push(h("li.sub", `and ${count(rest)} more`));
  const mark = h("mark", { class: `field f${colour % COLOURS}` }, field);
  const badge = varies ? h("strong.badge", "varies") : undefined;
  const list = h("ul.values", { "aria-label": `The commonest values of ${field}` }, ...values);
  const name = varies && shown ? "varies" : undefined;
  return h("li", { class: name }, h("div", mark, badge, h("p.sub", facts.join(" · "))), list);
}
