import { printable } from "../../../text/messages/printable.ts";
import type { DiffItem } from "../../collected-figures.ts";
import { h, pathText, quantity } from "../dom.ts";
import { lineRow } from "../line-row.ts";
import { type EditedLine, ruleNameOf } from "../model.ts";
import { card, longList, type View, type ViewContext } from "./view.ts";

const HEADINGS: Readonly<Record<EditedLine["change"], string>> = {
  lost: "They have no rule any more",
  matched: "They have a rule now",
  output: "They have another output",
  rule: "Another rule, the same output",
};

/** What the edits change, line by line: the best reason to edit here. */
export function changesView({ model, evaluation }: ViewContext): Node[] {
  const { original, changes: changed } = model;
  if (original === undefined || changed === undefined)
    return [
      h("h1", "What your edits change"),
      h("p", "The rules of the file did not load, so there is nothing to compare with."),
    ];
  const row = ({ old, next, change }: EditedLine): HTMLElement =>
    h(
      "div.change",
      ...(change === "rule"
        ? [
            h(
              "p",
              `${printable(ruleNameOf(original, old) ?? "no rule")} → ${printable(ruleNameOf(evaluation, next) ?? "no rule")}`,
            ),
          ]
        : [
            h("p.old", h("span", "−"), h("code.line", printable(old.output))),
            h("p.new", h("span", "+"), h("code.line", printable(next.output))),
          ]),
      lineRow(next, evaluation),
    );
  return [
    h("h1", "What your edits change"),
    h(
      "p.sub",
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

/** How the logs differ from the older ones, with the original rules. */
export function differencesView({ model }: ViewContext): View {
  const { diff } = model.data;
  if (diff === undefined) return [h("h1", "Differences"), h("p", "No older log was given: report --against OLD-LOG.")];
  const { same, onlyOld, onlyNew, items, isCut } = diff;
  const total = onlyOld + onlyNew;
  return [
    h("h1", "Differences"),
    h(
      "p.sub",
      total === 0
        ? `None: ${quantity(same, "line")} alike.`
        : `${quantity(onlyOld, "line")} only in the old log, ${quantity(onlyNew, "line")} only in the new one, ${quantity(same, "line")} alike.`,
    ),
    isCut ? h("p.note", `Here are the first ${items.length}; normalizer diff shows all.`) : undefined,
    items.length === 0 ? undefined : card("Line by line", longList(items, itemRow)),
  ];
}

function itemRow({ group, old, new: next, fields }: DiffItem): HTMLElement {
  return h(
    "div.change",
    group === undefined ? undefined : h("p.sub", printable(group)),
    sideRow("old", "−", old),
    sideRow("new", "+", next),
    ...fields.map(({ name, old: was, new: is }) =>
      h("p.fieldchange", `${printable(name)}: `, h("del", printable(was)), " → ", h("ins", printable(is))),
    ),
  );
}

function sideRow(side: "old" | "new", sign: string, line: DiffItem["old"]): HTMLElement | undefined {
  if (line === undefined) return undefined;
  return h(
    "p",
    { class: side },
    h("span", sign),
    h("span", h("code.line", printable(line.output)), pathText(line.place)),
  );
}
