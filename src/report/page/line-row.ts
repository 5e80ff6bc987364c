import { printable } from "../../text/messages/printable.ts";
import { foldedRow, h } from "./dom.ts";
import type { EvaluatedLine, Evaluation, PageLine } from "./model.ts";

/** The number of colours in which fields are shown, in turn. */
export const COLOURS = 6;

/** What the fields of a line captured, without what is empty, in the order of the line. */
function capturesOf({ line, bounds, linePattern }: EvaluatedLine, { source }: Evaluation) {
  const fields = source.rulebook.linePatterns[linePattern]?.pattern.fields ?? [];
  return fields
    .map((name, i) => ({
      name: printable(name),
      colour: `f${i % COLOURS}`,
      from: bounds[2 * i]!,
      to: bounds[2 * i + 1]!,
    }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from)
    .map((capture) => ({ ...capture, value: printable(line.bytes.toString("utf8", capture.from, capture.to)) }));
}

/** A line with its captures in colour. */
function lineText(evaluated: EvaluatedLine, evaluation: Evaluation): HTMLElement {
  const { bytes } = evaluated.line;
  const code = h("code.line");
  let at = 0;
  for (const { name, colour, from, to, value } of capturesOf(evaluated, evaluation)) {
    if (from < at) continue;
    if (from > at) code.append(printable(bytes.toString("utf8", at, from)));
    code.append(h("mark", { class: `field ${colour}`, title: name }, value));
    at = to;
  }
  if (at < bytes.length) code.append(printable(bytes.toString("utf8", at)));
  return code;
}

/**
 * A row of a list: its number, the line, and its rule, which is left out where all rows have one rule. It opens to show
 * all that is known about the line.
 */
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
  const output = h("code.line.becomes", `→ ${printable(evaluated.output)}`);
  const summary = h(
    "summary",
    h("span.number", { title: printable(location) }, String(line.number)),
    withOutput ? h("span", text, output) : text,
    // Not a link, because it is inside of what opens the row.
    withRule ? h("span.rule", { title: printable(label) }, printable(label)) : undefined,
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
  return h("p.hint", "Nearest: ", ruleLink(evaluation.ruleOf[linePattern]!, rule), `; ${printable(hint)}`);
}

/** A link to the view of a rule, by its index. */
export function ruleLink(rule: number, name: string): HTMLElement {
  return h("a", { href: `#rule/${rule}` }, printable(name));
}

/** What a line became, what its fields captured, and which rules lost it or are near. */
function explanation(evaluated: EvaluatedLine, evaluation: Evaluation): HTMLElement[] {
  const parts: HTMLElement[] = [];
  const { line } = evaluated;
  const linePattern = evaluation.source.rulebook.linePatterns[evaluated.linePattern];
  if (linePattern !== undefined) {
    const rule = ruleLink(evaluation.ruleOf[evaluated.linePattern]!, linePattern.name);
    parts.push(h("p.output", "by ", rule, ": ", h("code", printable(evaluated.output))));
    const rows = capturesOf(evaluated, evaluation).map(({ name, colour, value }) =>
      h("tr", h("th", { scope: "row", class: colour }, name), h("td", h("code", value))),
    );
    if (rows.length > 0) parts.push(h("table.captures", h("tbody", ...rows)));
    if (linePattern.isFollower) return parts;
  }
  const { won, nearest } = evaluation.explain(line.bytes);
  if (nearest === undefined) {
    const losers = won!.lost.map(({ rule }) => printable(rule));
    if (losers.length > 0) parts.push(h("p", `It also matches ${losers.join(", ")}, over which it wins.`));
    return parts;
  }
  for (const [i, { rule, linePattern, matched, total, from, to, expected, edits }] of nearest.entries()) {
    const link = ruleLink(evaluation.ruleOf[linePattern]!, rule);
    const title = h("p", i === 0 ? "Nearest: " : "Next: ", link, `, ${matched} of ${total} elements matched`);
    const found = to > from ? h("code", `"${printable(line.bytes.toString("utf8", from, to))}"`) : "nothing";
    const missing = h("p", `expected ${printable(expected.join(" or "))}, found `, found);
    const help =
      edits.length === 0
        ? h("p", "No small edit was found that makes it match.")
        : h("p.edit", `To match it: ${printable(edits.join("; and "))}`);
    parts.push(h("div.near", title, stopped(line, from, to), missing, help));
  }
  return parts;
}

/** The line, with a mark where a rule stopped. */
function stopped({ bytes }: PageLine, from: number, to: number): HTMLElement {
  const text = (a: number, b: number): string => printable(bytes.toString("utf8", a, b));
  return h("code.line", text(0, from), h("mark.stop", text(from, to) || " "), text(to, bytes.length));
}
