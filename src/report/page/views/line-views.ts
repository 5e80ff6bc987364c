import { count, percent, quantity } from "../../counts.ts";
import { h } from "../dom.ts";
import { lineRow } from "../line-row.ts";
import { longList, type ViewContext } from "./view.ts";

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
