import type { DiffEvent, DiffItem, DiffKind } from "../../collected-diff.ts";
import { count, quantity } from "../../markup.ts";
import { foldedRow, h, pathText } from "../dom.ts";
import { type EditedLine, ruleNameOf } from "../model.ts";
import { lineRow, listCard, type View, type ViewContext } from "./view.ts";

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
  const row = ({ old, next, change }: EditedLine): HTMLElement => {
    const rules = `${ruleNameOf(original, old) ?? "no rule"} → ${ruleNameOf(evaluation, next) ?? "no rule"}`;
    const outputs = [
      h("p.old", h("span", "−"), h("code.line", old.output)),
      h("p.new", h("span", "+"), h("code.line", next.output)),
    ];
    return h("div.change", ...(change === "rule" ? [h("p", rules)] : outputs), lineRow(next, evaluation));
  };
  return [
    h("h1", "What your edits change"),
    h("p.sub", `${changed.length || "None"} of the ${quantity(model.lines.length, "line")} of the page.`),
    ...(Object.keys(HEADINGS) as EditedLine["change"][]).flatMap((change) => {
      const own = changed.filter((one) => one.change === change);
      return listCard(`${HEADINGS[change]} (${own.length})`, own, row) ?? [];
    }),
  ];
}

/** How the logs differ from the older ones, with the original rules. */
export function differencesView({ model }: ViewContext): View {
  const { diff } = model.data;
  if (diff === undefined) return [];
  const { same, onlyOld, onlyNew, items, isCut, kinds, hasAllKinds } = diff;
  const only = `${quantity(onlyOld, "line")} only in the old log, ${quantity(onlyNew, "line")} only in the new one`;
  return [
    h("h1", "Differences"),
    h("p.sub", `${onlyOld + onlyNew === 0 ? "None:" : `${only},`} ${quantity(same, "line")} alike.`),
    kinds.length < 2 ? undefined : listCard("Kinds of lines that differ", kinds, kindRow, "kind"),
    hasAllKinds ? undefined : h("p.note", "The kinds are those of the first lines that differ."),
    isCut ? h("p.note", `Here are the first ${items.length}; normalizer diff shows all.`) : undefined,
    listCard("One by one, in the order of the logs", items, itemRow, "difference"),
  ];
}

/** What lines of a kind have in common, and how often they are on one side alone. */
function kindRow({ first, old, new: next, changed }: DiffKind): HTMLElement {
  const counts = [
    ["new", next, "+"],
    ["old", old, "−"],
    ["changed", changed, "≠"],
  ] as const;
  const shown = counts.map(([name, number, sign]) =>
    number === 0 ? undefined : h("span", { class: name, title: KIND_TITLES[name] }, `${sign}${count(number)}`),
  );
  const place = h("p.sub", pathText(`${first.file}:${first.line}`));
  return h("div.kind", h("p.counts", ...shown), h("code.line", first.output), place);
}

const KIND_TITLES = {
  new: "only in the new log",
  old: "only in the old log",
  changed: "in both, with other values",
} as const;

function itemRow({ group, old, new: next, fields }: DiffItem): HTMLElement {
  return h(
    "div.change",
    group === undefined ? undefined : h("p.sub", group),
    ...eventRows("old", "−", old),
    ...eventRows("new", "+", next),
    ...fields.map(({ name, old: was, new: is }) => h("p.fieldchange", `${name}: `, h("del", was), " → ", h("ins", is))),
  );
}

/** The line that tells what an event is about; the others on a click. */
function eventRows(side: "old" | "new", sign: string, event: DiffEvent | undefined): HTMLElement[] {
  if (event === undefined) return [];
  const { file, line, output, count: number, lines = [] } = event;
  const text = h("span", h("code.line", output), pathText(`${file}:${line}`));
  const telling = h("p", { class: side }, h("span", sign), text);
  if (number === 1) return [telling];
  const summary = h("summary", number === lines.length ? `all ${count(number)} lines` : quantity(number, "line"));
  const rest = number - lines.length;
  const row = (own: (typeof lines)[number]): HTMLElement =>
    h("p.at", h("span.number", String(own.line)), h("span", sign), h("code.line", own.output));
  const rows = (): HTMLElement[] =>
    rest > 0 ? [...lines.map(row), h("p.sub", `and ${quantity(rest, "more line")}`)] : lines.map(row);
  return [telling, foldedRow({ class: "fold", "data-key": `${side}:${file}:${line}` }, summary, h("div"), rows)];
}
