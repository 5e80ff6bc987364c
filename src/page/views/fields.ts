import type { FieldFigures } from "../../report/report-data.ts";
import { count, counted, h, visible } from "../dom.ts";
import type { ViewContext } from "./view.ts";

/** How many of the commonest values are listed. */
const FIRST_VALUES = 5;

/** What each field captured in the whole run. */
export function fieldsView({ model }: ViewContext): Node[] {
  const { fields, fieldLines, diff, run } = model.data;
  const shown = fields.filter(({ lines }) => lines > 0);
  return [
    h("h1", {}, "Fields"),
    h(
      "p",
      { class: "sub" },
      `${counted(shown.length, "field")} that captured something, with the rules as they came.`,
      run !== undefined && fieldLines < run.lines
        ? ` Values were counted in the first ${counted(fieldLines, "line")}; normalizer fields counts all.`
        : "",
      diff === undefined
        ? ""
        : " Those that vary from run to run and are shown in an output make differences of their own.",
    ),
    h(
      "div",
      { class: "card scroll", tabindex: 0, role: "region", "aria-label": "Table of fields" },
      h(
        "table",
        { class: "fields" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...[
              "Rule",
              "Field",
              "Lines",
              "Values",
              "Type",
              "Shown",
              ...(diff === undefined ? [] : ["Varies"]),
              "Commonest",
            ].map((name) => h("th", { scope: "col" }, name)),
          ),
        ),
        h("tbody", {}, ...shown.map((field) => fieldRow(field, diff !== undefined))),
      ),
    ),
  ];
}

function fieldRow(
  { rule, index, field, lines, distinct, isExact, type, isShown, varies, common }: FieldFigures,
  isCompared: boolean,
): HTMLElement {
  const values = common
    .slice(0, FIRST_VALUES)
    .map(({ value, isCut, count: number }) =>
      h("li", {}, h("code", {}, visible(value) + (isCut ? "…" : "")), ` ${count(number)}`),
    );
  return h(
    "tr",
    { class: varies === true && isShown ? "varies" : undefined },
    h("td", {}, h("a", { href: `#rule/${index}` }, visible(rule))),
    h("th", { scope: "row" }, visible(field)),
    h("td", { class: "figure" }, count(lines)),
    h("td", { class: "figure" }, (isExact ? "" : "≈") + count(distinct)),
    h("td", {}, type ?? "any"),
    h("td", {}, isShown ? "yes" : "no"),
    isCompared ? h("td", {}, varies === undefined ? "–" : varies ? "yes" : "no") : undefined,
    h("td", {}, h("ul", { class: "values" }, ...values)),
  );
}
