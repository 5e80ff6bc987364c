import type { Why } from "../why/why.ts";
import { h, visible } from "./dom.ts";
import type { CaptureRange, EvaluatedLine, Evaluation, PageLine } from "./evaluation.ts";

/** Fields are shown in so many colours, in turn. */
export const COLOURS = 6;

/** A line with its captures in colour. */
export function lineText(
  { bytes }: PageLine,
  captures: readonly CaptureRange[],
  fields: readonly string[],
): HTMLElement {
  const code = h("code", { class: "line" });
  let at = 0;
  for (const { field, from, to } of captures) {
    if (from < at) continue;
    if (from > at) code.append(visible(bytes.toString("utf8", at, from)));
    const value = visible(bytes.toString("utf8", from, to));
    code.append(h("mark", { class: `field f${field % COLOURS}`, title: visible(fields[field]!) }, value));
    at = to;
  }
  if (at < bytes.length) code.append(visible(bytes.toString("utf8", at)));
  return code;
}

/** A row of a list of lines: its number, the line, and its rule. It opens into what is known of it. */
export function lineRow(line: PageLine, evaluated: EvaluatedLine, evaluation: Evaluation, why: () => Why): HTMLElement {
  const { linePatterns } = evaluation.source.rulebook;
  const linePattern = linePatterns[evaluated.linePattern];
  const label = linePattern === undefined ? "no rule" : linePattern.name;
  const details = h("div", { class: "details" });
  const row = h(
    "details",
    { class: `row${evaluated.isMatched ? "" : " unmatched"}` },
    h(
      "summary",
      {},
      h("span", { class: "number", title: visible(`${line.file}:${line.number}`) }, String(line.number)),
      lineText(line, evaluated.captures, linePattern?.pattern.fields ?? []),
      // No link: it would be inside of what opens the row.
      h("span", { class: "rule" }, visible(label)),
    ),
    details,
  );
  row.addEventListener("toggle", () => {
    if (row.open && details.childElementCount === 0) details.append(...explanation(line, evaluated, evaluation, why()));
  });
  return row;
}

/** What a line became, what its fields captured, and which rules lost it or are near. */
function explanation(line: PageLine, evaluated: EvaluatedLine, evaluation: Evaluation, why: Why): HTMLElement[] {
  const parts: HTMLElement[] = [];
  const { linePatterns } = evaluation.source.rulebook;
  const linePattern = linePatterns[evaluated.linePattern];
  if (linePattern !== undefined) {
    const rule = h("a", { href: `#rule/${evaluation.ruleOf[evaluated.linePattern]}` }, visible(linePattern.name));
    parts.push(h("p", { class: "output" }, "by ", rule, ": ", h("code", {}, visible(evaluated.output))));
    const rows = evaluated.captures.map(({ field, from, to }) =>
      h(
        "tr",
        {},
        h("th", { scope: "row", class: `f${field % COLOURS}` }, visible(linePattern.pattern.fields[field]!)),
        h("td", {}, h("code", {}, visible(line.bytes.toString("utf8", from, to)))),
      ),
    );
    if (rows.length > 0) parts.push(h("table", { class: "captures" }, h("tbody", {}, ...rows)));
    if (linePattern.isFollower) return parts;
  }
  why.begin();
  const explained = why.explain(line.bytes, 0, line.bytes.length);
  const nameOf = (index: number): string => visible(linePatterns[index]!.name);
  if (!("nearest" in explained)) {
    const losers = explained.losers.map(({ linePattern }) => nameOf(linePattern));
    if (losers.length > 0) parts.push(h("p", {}, `It also matches ${losers.join(", ")}, less specific.`));
    return parts;
  }
  for (const { linePattern, matched, total, from, to, expected, fix } of explained.nearest) {
    const found = to > from ? visible(line.bytes.toString("utf8", from, to)) : "nothing";
    const rule = evaluation.ruleOf[linePattern]!;
    parts.push(
      h(
        "div",
        { class: "near" },
        h(
          "p",
          {},
          "Nearest: ",
          h("a", { href: `#rule/${rule}` }, nameOf(linePattern)),
          `, ${matched} of ${total} elements matched`,
        ),
        stopped(line, from, to),
        h("p", {}, `expected ${visible(expected.join(" or "))}, found `, h("code", {}, found)),
        fix === undefined
          ? h("p", {}, "No small edit was found that makes it match.")
          : h(
              "p",
              { class: "edit" },
              `To match it: ${visible(fix.edits.map(({ description }) => description).join("; and "))}`,
            ),
      ),
    );
  }
  return parts;
}

/** The line with the place where a rule stopped. */
function stopped({ bytes }: PageLine, from: number, to: number): HTMLElement {
  const text = (a: number, b: number): string => visible(bytes.toString("utf8", a, b));
  return h(
    "code",
    { class: "line" },
    text(0, from),
    h("mark", { class: "stop" }, text(from, to) || " "),
    text(to, bytes.length),
  );
}
