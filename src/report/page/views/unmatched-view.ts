import { LineTemplates } from "../../../run/line-templates.ts";
import type { TemplateFigures } from "../../report-data.ts";
import { h, quantity } from "../dom.ts";
import type { EvaluatedLine, PageLine } from "../evaluation.ts";
import { lineRow, nearestRule } from "../line-row.ts";
import { foldedRow } from "../unfold.ts";
import { maskedTemplate } from "./overview.ts";
import { longList, type ViewContext } from "./view.ts";

/** Lines without a rule that differ only in their varying parts. */
interface UnmatchedTemplate {
  readonly template: string;
  /** How many such lines there are. */
  readonly count: number;
  /** Those that are in the page. */
  readonly lines: readonly TemplateLine[];
}

interface TemplateLine {
  readonly line: PageLine;
  readonly evaluated: EvaluatedLine;
}

/** Lines without a rule, by template, each with the rule that is nearest and a way to draft one. */
export function unmatchedView(context: ViewContext): Node[] {
  const { model } = context;
  const run = model.isEdited ? undefined : model.data.run;
  const templates = templatesOf(context, run?.templates ?? []);
  const rest = run?.otherUnmatched ?? 0;
  const total = templates.reduce((sum, { count }) => sum + count, rest);
  return [
    h("h1", {}, "Lines without a rule"),
    h(
      "p",
      { class: "sub" },
      total === 0
        ? "Every line has a rule."
        : `${quantity(total, "line")} in ${quantity(templates.length, "template")}, the most frequent first.`,
    ),
    longList(templates, (template) => templateCard(template, context)),
    ...(rest === 0 ? [] : [h("p", {}, `${quantity(rest, "line")} with other templates`)]),
  ];
}

/** The templates of the whole run if they are given, with the lines of the page; else those of these lines alone. */
function templatesOf({ model, evaluation }: ViewContext, ofRun: readonly TemplateFigures[]): UnmatchedTemplate[] {
  const templates = new LineTemplates();
  const lines = new Map<string, TemplateLine[]>();
  for (const [i, line] of model.lines.entries()) {
    const evaluated = evaluation.lines[i]!;
    if (evaluated.isMatched) continue;
    const masked = templates.add(line.bytes, 0, line.bytes.length, line.file, line.number);
    const template = Buffer.from(masked, "latin1").toString();
    const known = lines.get(template);
    if (known === undefined) lines.set(template, [{ line, evaluated }]);
    else known.push({ line, evaluated });
  }
  if (ofRun.length > 0)
    return ofRun.map(({ template, count }) => ({ template, count, lines: lines.get(template) ?? [] }));
  return [...lines]
    .map(([template, own]) => ({ template, count: own.length, lines: own }))
    .sort((a, b) => b.count - a.count);
}

function templateCard({ template, count, lines }: UnmatchedTemplate, context: ViewContext): HTMLElement {
  const { model, evaluation, why, later } = context;
  const first = lines[0]?.line;
  const hint = h("div", { class: "hints" });
  const box = h("section", { class: "card template" });
  const heading = h("p", { class: "head" }, h("span", { class: "number" }, String(count)), maskedTemplate(template));
  box.append(heading);
  if (first === undefined) return box;
  later(() => hint.append(nearestRule(first, evaluation, why()) ?? ""));
  const button = h("button", { type: "button", disabled: model.rulesIssues !== undefined }, "Draft a rule");
  const answer = h("p", { class: "answer", role: "status" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    answer.textContent = "Drafting…";
    answer.textContent = (await context.draft(first)) ?? "";
    button.disabled = false;
  });
  heading.append(button);
  const summary = h("summary", {}, lines.length < count ? `${lines.length} of the lines` : quantity(count, "line"));
  const rows = (): Node[] => [
    longList(lines, ({ line, evaluated }) => lineRow(line, evaluated, evaluation, why, { withRule: false })),
  ];
  box.append(hint, answer, foldedRow({ class: "templatelines", "data-key": template }, summary, h("div"), rows));
  return box;
}
