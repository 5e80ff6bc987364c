import { counted, h, percent } from "../dom.ts";
import { lineRow } from "../line-row.ts";
import { longList, type ViewContext } from "./view.ts";

/** A box for lines, and what the rules make of them. */
export function pasteView(context: ViewContext, text: string, setText: (text: string) => void): Node[] {
  const { model, evaluation, why } = context;
  const lines = model.lines.map((line, i) => ({ line, evaluated: evaluation.lines[i]! }));
  const box = h("textarea", {
    id: "log",
    rows: 8,
    spellcheck: "false",
    wrap: "off",
    placeholder: "Paste lines of a log here.",
  });
  box.value = text;
  box.addEventListener("input", () => setText(box.value));
  return [
    h("h1", {}, "Try lines"),
    h("label", { for: "log" }, "Lines of a log. They stay in this page."),
    box,
    h(
      "p",
      { class: "sub" },
      lines.length === 0
        ? "No lines yet."
        : `${percent(evaluation.matched, lines.length)} of ${counted(lines.length, "line")} matched`,
    ),
    h(
      "div",
      { id: "tried" },
      longList(lines, ({ line, evaluated }) => lineRow(line, evaluated, evaluation, why)),
    ),
  ];
}
