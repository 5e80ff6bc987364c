import { count } from "../markup.ts";
import { h } from "./dom.ts";
import type { Evaluation, Model } from "./model.ts";

const KEYS = { j: "next line", k: "the one before", u: "without a rule", e: "rules", "/": "lines with …" };

/** The links to all views and rules, those with most lines first. `hash` names the view that is open. */
export function navigation(model: Model, evaluation: Evaluation, hash: string): HTMLElement[] {
  return [
    h("ul", ...viewLinks(model, evaluation).map((link) => item(link, hash))),
    h("h2", "Rules"),
    h("ul", ...ruleLinks(model, evaluation).map((link) => item(link, hash))),
    h("p.keys", ...Object.entries(KEYS).flatMap(([key, what]) => [h("kbd", key), h("span", what)])),
  ];
}

interface Link {
  readonly hash: string;
  readonly label: string;
  readonly figure?: number | undefined;
  /** The length of the bar; undefined for no bar. */
  readonly share?: number;
  /** Whether the figure asks for something to be done. */
  readonly isOpen?: boolean;
}

function viewLinks(model: Model, evaluation: Evaluation): Link[] {
  const { run, diff, news, trace, fields, hasAllLines } = model.data;
  const told = news?.items.find((item) => item.kind === "summary")?.told;
  const shown = model.run;
  const unmatched = shown === undefined ? model.lines.length - evaluation.matched : shown.lines - shown.matched;
  const captured = shown === undefined ? undefined : fields.filter(({ lines }) => lines > 0).length;
  return [
    ...(run === undefined ? [{ hash: "try", label: "Try lines" }] : []),
    { hash: "overview", label: "Overview" },
    ...(told === undefined ? [] : [{ hash: "news", label: "What is new", figure: told, isOpen: told > 0 }]),
    ...(model.isEdited ? [{ hash: "changes", label: "Your changes", figure: model.changes?.length }] : []),
    { hash: "unmatched", label: "Without a rule", figure: unmatched, isOpen: unmatched > 0 },
    { hash: "lines", label: hasAllLines ? "All lines" : "Samples", figure: model.lines.length },
    { hash: "fields", label: "Fields", figure: captured },
    { hash: "problems", label: "Problems" },
    ...(diff === undefined ? [] : [{ hash: "differences", label: "Differences", figure: diff.onlyOld + diff.onlyNew }]),
    ...(trace === undefined ? [] : [{ hash: "requests", label: "Requests", figure: trace.count }]),
  ];
}

function ruleLinks(model: Model, evaluation: Evaluation): Link[] {
  const lines = model.linesOfRules(evaluation);
  const most = Math.max(1, ...lines);
  return evaluation.source.rules
    .map(({ name }, rule) => ({ hash: `rule/${rule}`, label: name, figure: lines[rule]!, share: lines[rule]! / most }))
    .sort((a, b) => b.figure - a.figure);
}

/** Even rules with few lines have a visible bar. */
const MIN_BAR = 0.01;

function item({ hash, label, figure, share, isOpen }: Link, current: string): HTMLElement {
  const number =
    figure === undefined ? undefined : h("span", { class: isOpen ? "figure open" : "figure" }, count(figure));
  const value = share && Math.max(MIN_BAR, share);
  const bar = share === undefined ? undefined : h("progress", { value, "aria-hidden": "true" });
  const isCurrent = hash === current && "page";
  const attributes = { href: `#${hash}`, title: label, class: share === 0 && "idle", "aria-current": isCurrent };
  return h("li", h("a", attributes, h("span", label), number, bar));
}

/** Listens to keys of one letter, unless something is typed: `j` and `k` go from row to row, `actions` are others. */
export function listenToKeys(main: HTMLElement, actions: Readonly<Record<string, () => void>>): void {
  addEventListener("keydown", (event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey || (target as Element).closest?.("textarea, input") != null) return;
    const action = key === "j" ? () => step(main, 1) : key === "k" ? () => step(main, -1) : actions[key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** Moves the focus to the next row of the view, or to the one before; to the first if no row has it. */
function step(main: HTMLElement, by: 1 | -1): void {
  const rows = [...main.querySelectorAll<HTMLElement>("summary")].filter((row) => row.offsetParent !== null);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? rows[0] : rows[at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
