import { counted, h } from "../dom.ts";
import { lineRow } from "../line-row.ts";
import { templateRow } from "./overview.ts";
import { card, longList, type ViewContext } from "./view.ts";

/** All lines of the page. */
export function linesView({ model, evaluation, why }: ViewContext): Node[] {
  const { run, hasAllLines } = model.data;
  const sub =
    run === undefined || hasAllLines
      ? counted(model.lines.length, "line")
      : `${model.lines.length} of ${counted(run.lines, "line")}: the first ones of each rule and of each template`;
  const lines = model.lines.map((line, i) => ({ line, evaluated: evaluation.lines[i]! }));
  return [
    h("h1", {}, hasAllLines ? "All lines" : "Samples"),
    h("p", { class: "sub" }, sub),
    longList(lines, ({ line, evaluated }) => lineRow(line, evaluated, evaluation, why)),
  ];
}

/** Lines without a rule: how often each template occurs, and the lines with what is nearest. */
export function unmatchedView({ model, evaluation, why }: ViewContext): Node[] {
  const { run } = model.data;
  const lines = model.lines
    .map((line, i) => ({ line, evaluated: evaluation.lines[i]! }))
    .filter(({ evaluated }) => !evaluated.isMatched);
  const templates = run !== undefined && !model.isEdited ? run.templates : [];
  const rest = run === undefined ? 0 : run.otherUnmatched;
  return [
    h("h1", {}, "Lines without a rule"),
    h(
      "p",
      { class: "sub" },
      lines.length === 0
        ? "Every line of the page has a rule."
        : `${counted(lines.length, "line")} of this page. Open one to see which rule is nearest.`,
    ),
    ...(templates.length === 0
      ? []
      : [
          card(
            "By template",
            h("ol", { class: "templates" }, ...templates.map(templateRow)),
            rest === 0 ? undefined : h("p", {}, `${counted(rest, "line")} with other templates`),
          ),
        ]),
    ...(lines.length === 0
      ? []
      : [
          card(
            "Lines",
            longList(lines, ({ line, evaluated }) => lineRow(line, evaluated, evaluation, why)),
          ),
        ]),
  ];
}
