import { quantity } from "../../markup.ts";
import { foldedRow, h } from "../dom.ts";
import type { EvaluatedLine, Evaluation, Model, PageLine } from "../model.ts";

/** The parts of a view; others than nodes are left out. */
export type View = readonly (Node | undefined | false)[];

export interface ViewContext {
  readonly model: Model;
  readonly evaluation: Evaluation;
  /** The texts in the boxes of views, which stay when these are drawn again. */
  readonly inputs: { pasted: string; filter: string };
  /** Takes other lines, in a playground. */
  readonly paste: (text: string) => void;
  readonly showRange: (from: number, to: number) => void;
  /** What the report says first, with a picture of the log. */
  readonly summary: HTMLElement;
  /** Opens the rules with a rule that was drafted and added as the last one. */
  readonly takeDraft: (text: string) => void;
  /** Runs a slow task once an element is seen, unless the view has been drawn again by then. */
  readonly whenSeen: (element: Element, task: () => void) => void;
}

const FIRST_ROWS = 100;
const MORE_ROWS = 200;

/** A list that shows its first rows, and more on demand. */
export function longList<Item>(items: readonly Item[], row: (item: Item) => HTMLElement, noun = "line"): HTMLElement {
  const list = h("div.list");
  let shown = 0;
  const more = h("button", { type: "button", class: "more", click: () => add(MORE_ROWS) });
  const add = (number: number): void => {
    more.remove();
    for (const item of items.slice(shown, shown + number)) list.append(row(item));
    shown = Math.min(items.length, shown + number);
    const left = items.length - shown;
    if (left === 0) return;
    more.textContent = `Show ${quantity(Math.min(left, MORE_ROWS), `more ${noun}`)} of ${left}`;
    list.append(more);
  };
  add(FIRST_ROWS);
  return list;
}

/** A card with a list, if there is something in it. */
export function listCard<Item>(
  heading: string,
  items: readonly Item[],
  row: (item: Item) => HTMLElement,
  noun?: string,
): HTMLElement | undefined {
  return items.length === 0 ? undefined : card(heading, longList(items, row, noun));
}

export function card(heading: Node | string, ...children: readonly (Node | undefined | false)[]): HTMLElement {
  return h("section.card", h("h2", heading), ...children);
}

/** The number of colours in which fields are shown, in turn. */
export const COLOURS = 6;

/** What the fields of a line captured, without what is empty, in the order of the line. */
function capturesOf({ line, bounds, linePattern }: EvaluatedLine, { source }: Evaluation) {
  const fields = source.rulebook.linePatterns[linePattern]?.pattern.fields ?? [];
  return fields
    .map((name, i) => ({
      name: name,
      colour: `f${i % COLOURS}`,
      from: bounds[2 * i]!,
      to: bounds[2 * i + 1]!,
    }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from)
    .map((capture) => ({ ...capture, value: line.bytes.toString("utf8", capture.from, capture.to) }));
}

/** A line with its captures in colour. */
function lineText(evaluated: EvaluatedLine, evaluation: Evaluation): HTMLElement {
  const { bytes } = evaluated.line;
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const { name, colour, from, to, value } of capturesOf(evaluated, evaluation)) {
    if (from < at) continue;
    parts.push(bytes.toString("utf8", at, from), h("mark", { class: `field ${colour}`, title: name }, value));
    at = to;
  }
  return h("code.line", ...parts, bytes.toString("utf8", at));
}

/** A row of a list: a line, its number, and perhaps its rule. It opens to show all that is known of it. */
export function lineRow(
  evaluated: EvaluatedLine,
  evaluation: Evaluation,
  { withRule = true, withOutput = false }: { readonly withRule?: boolean; readonly withOutput?: boolean } = {},
): HTMLElement {
  const { line } = evaluated;
  const linePattern = evaluation.source.rulebook.linePatterns[evaluated.linePattern];
  const label = linePattern?.name ?? "no rule";
  const location = `${line.file}:${line.number}`;
  const text = lineText(evaluated, evaluation);
  const output = h("code.line.becomes", `→ ${evaluated.output}`);
  const summary = h(
    "summary",
    h("span.number", { title: location }, String(line.number)),
    withOutput ? h("span", text, output) : text,
    // Not a link, because it is inside of what opens the row.
    withRule ? h("span.rule", { title: label }, label) : undefined,
  );
  const name = `row${evaluated.isMatched ? "" : " unmatched"}${withRule ? "" : " plain"}`;
  const contents = (): HTMLElement[] => explanation(evaluated, evaluation);
  return foldedRow({ class: name, "data-key": location }, summary, h("div.details"), contents);
}

/** The rule that is nearest to a line that none matches, and what keeps it from matching, in a few words. */
export function nearestRule({ bytes }: PageLine, evaluation: Evaluation): HTMLElement | undefined {
  const nearest = evaluation.explain(bytes).nearest?.[0];
  if (nearest === undefined) return undefined;
  const { rule, linePattern, expected, edits } = nearest;
  const hint = edits.length === 0 ? `expected ${expected.join(" or ")}` : edits.join("; and ");
  return h("p.hint", "Nearest: ", ruleLink(evaluation.ruleOf[linePattern]!, rule), `; ${hint}`);
}

/** A link to the view of a rule, by its index. */
export function ruleLink(rule: number, name: string): HTMLElement {
  return h("a", { href: `#rule/${rule}` }, name);
}

/** What a line became, what its fields captured, and which rules lost it or are near. */
function explanation(evaluated: EvaluatedLine, evaluation: Evaluation): HTMLElement[] {
  const parts: HTMLElement[] = [];
  const { line } = evaluated;
  const linePattern = evaluation.source.rulebook.linePatterns[evaluated.linePattern];
  if (linePattern !== undefined) {
    const rule = ruleLink(evaluation.ruleOf[evaluated.linePattern]!, linePattern.name);
    parts.push(h("p.output", "by ", rule, ": ", h("code", evaluated.output)));
    const rows = capturesOf(evaluated, evaluation).map(({ name, colour, value }) =>
      h("tr", h("th", { scope: "row", class: colour }, name), h("td", h("code", value))),
    );
    if (rows.length > 0) parts.push(h("table.captures", h("tbody", ...rows)));
    if (linePattern.isFollower) return parts;
  }
  const { won, nearest } = evaluation.explain(line.bytes);
  if (nearest === undefined) {
    const losers = won!.lost.map(({ rule }) => rule);
    if (losers.length > 0) parts.push(h("p", `It also matches ${losers.join(", ")}, over which it wins.`));
    return parts;
  }
  for (const [i, { rule, linePattern, matched, total, from, to, expected, edits }] of nearest.entries()) {
    const link = ruleLink(evaluation.ruleOf[linePattern]!, rule);
    const title = h("p", i === 0 ? "Nearest: " : "Next: ", link, `, ${matched} of ${total} elements matched`);
    const found = to > from ? h("code", `"${line.bytes.toString("utf8", from, to)}"`) : "nothing";
    const missing = h("p", `expected ${expected.join(" or ")}, found `, found);
    const help =
      edits.length === 0
        ? h("p", "No small edit was found that makes it match.")
        : h("p.edit", `To match it: ${edits.join("; and ")}`);
    parts.push(h("div.near", title, stopped(line, from, to), missing, help));
  }
  return parts;
}

/** The line, with a mark where a rule stopped. */
function stopped({ bytes }: PageLine, from: number, to: number): HTMLElement {
  const text = (a: number, b: number): string => bytes.toString("utf8", a, b);
  return h("code.line", text(0, from), h("mark.stop", text(from, to) || " "), text(to, bytes.length));
}
