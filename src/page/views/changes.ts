import { counted, h, visible } from "../dom.ts";
import type { EvaluatedLine, Evaluation, PageLine } from "../evaluation.ts";
import { lineRow } from "../line-row.ts";
import { card, longList, type ViewContext } from "./view.ts";

/** A line that an edit of the rules changes. */
export interface ChangedLine {
  readonly line: PageLine;
  readonly old: EvaluatedLine;
  readonly next: EvaluatedLine;
  readonly kind: "output" | "matched" | "lost" | "rule";
}

/** The lines whose rule or output is another than with the rules as they came. */
export function changedLines(lines: readonly PageLine[], original: Evaluation, current: Evaluation): ChangedLine[] {
  const changed: ChangedLine[] = [];
  for (const [i, line] of lines.entries()) {
    const [old, next] = [original.lines[i]!, current.lines[i]!];
    const kind = changeOf(old, next, nameOf(original, old) === nameOf(current, next));
    if (kind !== undefined) changed.push({ line, old, next, kind });
  }
  return changed;
}

function changeOf(old: EvaluatedLine, next: EvaluatedLine, hasSameRule: boolean): ChangedLine["kind"] | undefined {
  if (old.isMatched !== next.isMatched) return next.isMatched ? "matched" : "lost";
  if (old.output !== next.output) return "output";
  return hasSameRule ? undefined : "rule";
}

function nameOf({ source }: Evaluation, { linePattern }: EvaluatedLine): string | undefined {
  return source.rulebook.linePatterns[linePattern]?.name;
}

const HEADINGS: Readonly<Record<ChangedLine["kind"], string>> = {
  lost: "They have no rule any more",
  matched: "They have a rule now",
  output: "Their output is another",
  rule: "Another rule, the same output",
};

/** What the edits change, line by line: the best reason to edit here. */
export function changesView({ model, evaluation, why }: ViewContext): Node[] {
  const { original } = model;
  if (original === undefined)
    return [
      h("h1", {}, "What your edits change"),
      h("p", {}, "The rules did not load as they came, so there is nothing to compare with."),
    ];
  const changed = changedLines(model.lines, original, evaluation);
  const row = ({ line, old, next, kind }: ChangedLine): HTMLElement =>
    h(
      "div",
      { class: "change" },
      ...(kind === "rule"
        ? [
            h(
              "p",
              {},
              `${visible(nameOf(original, old) ?? "no rule")} → ${visible(nameOf(evaluation, next) ?? "no rule")}`,
            ),
          ]
        : [
            h("p", { class: "old" }, h("span", {}, "−"), h("code", { class: "line" }, visible(old.output))),
            h("p", { class: "new" }, h("span", {}, "+"), h("code", { class: "line" }, visible(next.output))),
          ]),
      lineRow(line, next, evaluation, why),
    );
  return [
    h("h1", {}, "What your edits change"),
    h(
      "p",
      { class: "sub" },
      changed.length === 0
        ? `None of the ${counted(model.lines.length, "line")} of the page.`
        : `${changed.length} of the ${counted(model.lines.length, "line")} of the page.`,
    ),
    ...(Object.keys(HEADINGS) as ChangedLine["kind"][]).flatMap((kind) => {
      const own = changed.filter((one) => one.kind === kind);
      return own.length === 0 ? [] : [card(`${HEADINGS[kind]} (${own.length})`, longList(own, row))];
    }),
  ];
}
