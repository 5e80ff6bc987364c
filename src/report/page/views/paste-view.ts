import { h, percent, quantity } from "../dom.ts";
import { lineRow } from "../line-row.ts";
import { longList, type ViewContext } from "./view.ts";

/** A box for lines, and what the rules make of them. */
export function pasteView(context: ViewContext, onInput: (text: string) => void): Node[] {
  const box = h("textarea", {
    id: "log",
    rows: 8,
    spellcheck: "false",
    wrap: "off",
    placeholder: "Paste lines of a log here.",
  });
  box.value = context.inputs.pasted;
  box.addEventListener("input", () => onInput(box.value));
  return [
    h("h1", {}, "Try lines"),
    h("label", { for: "log" }, "Lines of a log. They stay in this page."),
    box,
    triedLines(context),
  ];
}

/** What the rules make of the lines in the box. */
export function triedLines({ model, evaluation, why }: ViewContext): HTMLElement {
  const lines = model.lines.map((line, i) => ({ line, evaluated: evaluation.lines[i]! }));
  return h(
    "div",
    { id: "tried" },
    h(
      "p",
      { class: "sub" },
      lines.length === 0
        ? "No lines yet."
        : `${percent(evaluation.matched, lines.length)} of ${quantity(lines.length, "line")} matched`,
    ),
    lines.length === 0
      ? undefined
      : h(
          "div",
          { class: "card" },
          longList(lines, ({ line, evaluated }) =>
            lineRow(line, evaluated, evaluation, why, { withOutput: evaluated.isMatched }),
          ),
        ),
  );
}
