import { ANY_TYPE } from "../../../matcher/types/type-registry.ts";
import { groupBy } from "../../../text/collections/polyfills.ts";
import { printable } from "../../../text/messages/printable.ts";
import { count, quantity } from "../../counts.ts";
import type { FieldFigures } from "../../field-figures.ts";
import { h } from "../dom.ts";
import { COLOURS, ruleLink } from "../line-row.ts";
import type { Evaluation } from "../model.ts";
import { card, type ViewContext } from "./view.ts";

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
      h("li", h("code", printable(value) + (cut ? "…" : "")), h("span.figure", ` ×${count(number)}`)),
    );
  const rest = distinct - values.length;
  if (values.length > 0 && rest > 0) values.push(h("li.sub", `and ${count(rest)} more`));
  const mark = h("mark", { class: `field f${colour % COLOURS}` }, printable(field));
  const badge = varies ? h("strong.badge", "varies") : undefined;
  const list = h("ul.values", { "aria-label": `The commonest values of ${printable(field)}` }, ...values);
  const name = varies && shown ? "varies" : undefined;
  return h("li", { class: name }, h("div", mark, badge, h("p.sub", facts.join(" · "))), list);
}
