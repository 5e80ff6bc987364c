import { type Element, elementsOf } from "../../../matcher/pattern.ts";
import { printable } from "../../../text/messages/printable.ts";
import { count, h, percent, quantity } from "../dom.ts";
import { COLOURS, lineRow } from "../line-row.ts";
import { card, longList, type ViewContext } from "./view.ts";

/** One rule: its pattern, its output, and its lines, first one for each distinct output. */
export function ruleView({ model, evaluation, why, showRange }: ViewContext, index: number): Node[] {
  const rule = evaluation.source.rules[index];
  if (rule === undefined) return [h("h1", {}, "There is no such rule any more")];
  const own = evaluation.lines
    .map((line, i) => ({ line, i }))
    .filter(({ line }) => line.linePattern !== -1 && evaluation.ruleOf[line.linePattern] === index);
  const seen = new Set<string>();
  const distinct = own.filter(({ line }) => !seen.has(line.output) && seen.add(line.output));
  const first = new Set(distinct);
  const others = own.filter((one) => !first.has(one));
  const figures = model.data.run?.rules[index];
  const total = model.isEdited || figures === undefined ? own.length : figures.won + figures.followed;
  const shown = total > own.length ? `, ${own.length} of which are here` : "";
  const row =
    (withOutput: boolean) =>
    ({ line, i }: (typeof own)[number]): HTMLElement =>
      lineRow(model.lines[i]!, line, evaluation, why, { withRule: false, withOutput });
  const all = figures === undefined || model.isEdited ? model.lines.length : model.data.run!.lines;
  return [
    h("h1", {}, printable(rule.name)),
    h(
      "p",
      { class: "sub" },
      `${quantity(total, "line")} of ${count(all)} (${percent(total, all)})${shown}`,
      rule.pattern.isCatchAll ? "; a catch-all" : "",
    ),
    card(
      "Pattern and output",
      h("p", { class: "pattern" }, ...elementsOf(rule.pattern).map((element) => chip(element, rule.pattern.fields))),
      h("p", { class: "pattern" }, "→ ", ...outputChips(rule.template, rule.pattern.fields)),
      h(
        "p",
        {},
        h("button", { type: "button", click: () => showRange(rule.span.start, rule.span.end) }, "Show in the rules"),
      ),
    ),
    distinct.length === 0
      ? h("p", {}, "It wins none of the lines.")
      : card("One line for each output", longList(distinct, row(true))),
    ...(others.length === 0 ? [] : [card("Its other lines", longList(others, row(false)))]),
  ];
}

/** An element of a pattern: text as it is, a field in the colour of its captures. */
function chip(element: Element, fields: readonly string[]): HTMLElement {
  if ("text" in element) return h("code", { class: "text" }, printable(element.text));
  if ("alternatives" in element) {
    const branches = element.alternatives.flatMap((branch, i) => [
      ...(i === 0 ? [] : [h("span", { class: "or" }, "|")]),
      ...branch.map((one) => chip(one, fields)),
    ]);
    return h("span", { class: "choice" }, ...branches);
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
    const text = literal.length === 0 ? [] : [h("code", { class: "text" }, printable(Buffer.from(literal).toString()))];
    return slot === undefined ? text : [...text, fieldChip(fields[slot] ?? "", slot)];
  });
}

function fieldChip(name: string, index: number, type?: string): HTMLElement {
  return h(
    "mark",
    { class: `field f${Math.max(0, index) % COLOURS}` },
    printable(name),
    type === undefined ? undefined : h("span", { class: "type" }, ` ${printable(type)}`),
  );
}
