import { count, h, quantity } from "../dom.ts";
import type { EvaluatedLine, PageLine } from "../evaluation.ts";
import { lineRow } from "../line-row.ts";
import { longList, type ViewContext } from "./view.ts";

interface ShownLine {
  readonly line: PageLine;
  readonly evaluated: EvaluatedLine;
}

/** All lines of the page, or those that have a text in them. */
export function linesView(context: ViewContext): Node[] {
  const { model, evaluation, inputs, why } = context;
  const { run, hasAllLines } = model.data;
  const sub =
    run === undefined || hasAllLines
      ? quantity(model.lines.length, "line")
      : `${count(model.lines.length)} of ${quantity(run.lines, "line")}: the first ones of each rule and of each template`;
  const results = h("div", { class: "card" });
  const status = h("span", { class: "sub", role: "status" });
  const box = h("input", { id: "filter", type: "search", placeholder: "text", spellcheck: "false" });
  box.value = inputs.filter;
  const show = (): void => {
    const found = filtered(context, inputs.filter);
    status.textContent = inputs.filter === "" ? "" : quantity(found.length, "line");
    results.replaceChildren(longList(found, ({ line, evaluated }) => lineRow(line, evaluated, evaluation, why)));
  };
  box.addEventListener("input", () => {
    inputs.filter = box.value;
    show();
  });
  show();
  return [
    h("h1", {}, hasAllLines ? "All lines" : "Samples"),
    h("p", { class: "sub" }, sub),
    h("p", { class: "filter" }, h("label", { for: "filter" }, "Lines with"), box, status),
    results,
  ];
}

function filtered({ model, evaluation }: ViewContext, text: string): ShownLine[] {
  const lines = model.lines.map((line, i) => ({ line, evaluated: evaluation.lines[i]! }));
  const part = text.toLowerCase();
  return part === "" ? lines : lines.filter(({ line }) => line.bytes.toString().toLowerCase().includes(part));
}
