import { MAX_KNOWN_BYTES, shapeOf } from "../../../run/known-lines.ts";
import { EventReader, groupLines } from "../../../text/events/event-reader.ts";
import { draftRule } from "../../../tools/suggest/mine.ts";
import type { RunFigures } from "../../line-collector.ts";
import { quantity } from "../../markup.ts";
import { foldedRow, h } from "../dom.ts";
import type { EvaluatedLine, PageLine } from "../model.ts";
import { lineRow, longList, nearestRule, type View, type ViewContext } from "./view.ts";

/** Lines without a rule, by template, each with the rule that is nearest and a way to draft one. */
export function unmatchedView(context: ViewContext): View {
  const { run } = context.model;
  const templates = templatesOf(context, run?.templates ?? []);
  const rest = run?.otherUnmatched ?? 0;
  const total = templates.reduce((sum, { count }) => sum + count, rest);
  return [
    h("h1", "Lines without a rule"),
    h(
      "p.sub",
      total === 0
        ? "Every line has a rule."
        : `${quantity(total, "line")} in ${quantity(templates.length, "template")}, the most frequent first.`,
    ),
    longList(templates, (template) => templateCard(template, context)),
    rest === 0 ? undefined : h("p", `${quantity(rest, "line")} with other templates`),
  ];
}

/** The templates of the whole run if they are given, with the lines of the page; else those of these lines alone. */
function templatesOf({ evaluation }: ViewContext, ofRun: RunFigures["templates"]) {
  const found = foundLines(evaluation.lines);
  if (ofRun.length > 0) return ofRun.map(({ template, count }) => ({ template, count, found: found.get(template) }));
  return [...found]
    .map(([template, own]) => ({ template, count: own.lines.length, found: own }))
    .sort((a, b) => b.count - a.count);
}

/** The unmatched lines by template. Those of a stack trace have the template of the line that tells it. */
function foundLines(lines: readonly EvaluatedLine[]) {
  const found = new Map<string, { readonly telling: PageLine; readonly lines: EvaluatedLine[] }>();
  const events = new EventReader();
  for (let from = 0, to = 0; from < lines.length; from = to) {
    to = from + 1;
    if (lines[from]!.isMatched) continue;
    while (to < lines.length && !lines[to]!.isMatched && !lines[to]!.line.beginsStretch) to++;
    const stretch = lines.slice(from, to);
    const { first, telling } = groupLines(stretch.length, events, (i) => {
      const { bytes } = stretch[i]!.line;
      return events.read(bytes, 0, bytes.length);
    });
    for (const [i, evaluated] of stretch.entries()) {
      const { line } = stretch[telling[first[i]!]!]!;
      const shape = shapeOf(line.bytes, 0, Math.min(line.bytes.length, MAX_KNOWN_BYTES));
      const template = Buffer.from(shape, "latin1").toString();
      const own = found.get(template) ?? { telling: line, lines: [] };
      own.lines.push(evaluated);
      found.set(template, own);
    }
  }
  return found;
}

function templateCard(
  { template, count, found }: ReturnType<typeof templatesOf>[number],
  context: ViewContext,
): HTMLElement {
  const { evaluation, whenSeen } = context;
  const heading = h("p.head", h("span.number", String(count)), shownTemplate(template));
  const box = h("section.card.template", heading);
  if (found === undefined) return box;
  const { telling, lines } = found;
  const hint = h("div.hints");
  const summary = h("summary", lines.length < count ? `${lines.length} of the lines` : quantity(count, "line"));
  const rows = (): Node[] => [longList(lines, (line) => lineRow(line, evaluation, { withRule: false }))];
  box.append(hint, foldedRow({ class: "templatelines", "data-key": template }, summary, h("div"), rows));
  whenSeen(box, () => {
    hint.append(nearestRule(telling, evaluation) ?? "");
    offerDraft(telling, context, heading);
  });
  return box;
}

/** Drafts a rule for a line, and offers it if there is one. */
function offerDraft(line: PageLine, { model, evaluation, takeDraft }: ViewContext, heading: HTMLElement): void {
  if (model.rulesIssues !== undefined) return;
  let why = "No rule can be drafted that wins it and leaves other lines to their rules.";
  try {
    const text = draftRule(evaluation.source, model.lines, line.bytes);
    if (text !== undefined) {
      heading.append(h("button", { type: "button", click: () => takeDraft(text) }, "Draft a rule"));
      return;
    }
  } catch (error) {
    why = `No rule can be added here: ${(error as Error).message}.`;
  }
  heading.after(h("p.answer", why));
}

const VALUES = /(<(?:time|id|tmp|size|duration)>|#)/;

/** A template. What stands in it for values stands out. */
function shownTemplate(template: string): HTMLElement {
  const parts = template.split(VALUES);
  return h("code.line", ...parts.map((part, i) => (i % 2 === 1 ? h("b", part) : part)));
}
