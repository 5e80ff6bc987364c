import { printable } from "../../../text/messages/printable.ts";
import type { DiffItem, DiffLine } from "../../report-data.ts";
import { h, pathText, quantity } from "../dom.ts";
import { card, longList, type ViewContext } from "./view.ts";

/** How the logs differ from the older ones, with the original rules. */
export function differencesView({ model }: ViewContext): Node[] {
  const { diff } = model.data;
  if (diff === undefined)
    return [h("h1", {}, "Differences"), h("p", {}, "No older log was given: report --against OLD-LOG.")];
  const { same, onlyOld, onlyNew, items, isCut } = diff;
  const total = onlyOld + onlyNew;
  return [
    h("h1", {}, "Differences"),
    h(
      "p",
      { class: "sub" },
      total === 0
        ? `None: ${quantity(same, "line")} alike.`
        : `${quantity(onlyOld, "line")} only in the old log, ${quantity(onlyNew, "line")} only in the new one, ${quantity(same, "line")} alike.`,
    ),
    ...(isCut ? [h("p", { class: "note" }, `Here are the first ${items.length}; normalizer diff shows all.`)] : []),
    ...(items.length === 0 ? [] : [card("Line by line", longList(items, itemRow))]),
  ];
}

function itemRow({ group, old, new: next, fields }: DiffItem): HTMLElement {
  return h(
    "div",
    { class: "change" },
    group === undefined ? undefined : h("p", { class: "sub" }, printable(group)),
    sideRow("old", "−", old),
    sideRow("new", "+", next),
    ...fields.map(({ name, old: was, new: is }) =>
      h(
        "p",
        { class: "fieldchange" },
        `${printable(name)}: `,
        h("del", {}, printable(was)),
        " → ",
        h("ins", {}, printable(is)),
      ),
    ),
  );
}

function sideRow(side: "old" | "new", sign: string, line: DiffLine | undefined): HTMLElement | undefined {
  if (line === undefined) return undefined;
  return h(
    "p",
    { class: side },
    h("span", {}, sign),
    h("span", {}, h("code", { class: "line" }, printable(line.output)), pathText(line.place)),
  );
}
