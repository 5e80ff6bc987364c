import { printable } from "../../../text/messages/printable.ts";
import { type EditedLine, ruleNameOf } from "../changed-lines.ts";
import { h, quantity } from "../dom.ts";
import { lineRow } from "../line-row.ts";
import { card, longList, type ViewContext } from "./view.ts";

const HEADINGS: Readonly<Record<EditedLine["change"], string>> = {
  lost: "They have no rule any more",
  matched: "They have a rule now",
  output: "They have another output",
  rule: "Another rule, the same output",
};

/** What the edits change, line by line: the best reason to edit here. */
export function changesView({ model, evaluation, why }: ViewContext): Node[] {
  const { original, changes: changed } = model;
  if (original === undefined || changed === undefined)
    return [
      h("h1", {}, "What your edits change"),
      h("p", {}, "The rules of the file did not load, so there is nothing to compare with."),
    ];
  const row = ({ line, old, next, change }: EditedLine): HTMLElement =>
    h(
      "div",
      { class: "change" },
      ...(change === "rule"
        ? [
            h(
              "p",
              {},
              `${printable(ruleNameOf(original, old) ?? "no rule")} → ${printable(ruleNameOf(evaluation, next) ?? "no rule")}`,
            ),
          ]
        : [
            h("p", { class: "old" }, h("span", {}, "−"), h("code", { class: "line" }, printable(old.output))),
            h("p", { class: "new" }, h("span", {}, "+"), h("code", { class: "line" }, printable(next.output))),
          ]),
      lineRow(line, next, evaluation, why),
    );
  return [
    h("h1", {}, "What your edits change"),
    h(
      "p",
      { class: "sub" },
      changed.length === 0
        ? `None of the ${quantity(model.lines.length, "line")} of the page.`
        : `${changed.length} of the ${quantity(model.lines.length, "line")} of the page.`,
    ),
    ...(Object.keys(HEADINGS) as EditedLine["change"][]).flatMap((change) => {
      const own = changed.filter((one) => one.change === change);
      return own.length === 0 ? [] : [card(`${HEADINGS[change]} (${own.length})`, longList(own, row))];
    }),
  ];
}
