import { printable } from "../../../text/messages/printable.ts";
import { checkRules } from "../../../tools/check/check-rules.ts";
import { type CheckFinding, referencesOf } from "../../../tools/check/finding.ts";
import { h, quantity } from "../dom.ts";
import type { Evaluation } from "../evaluation.ts";
import { card, type ViewContext } from "./view.ts";

/** What `check` finds in the rules, and the rules that won no line. */
export function problemsView(context: ViewContext): Node[] {
  const { model, evaluation } = context;
  const { findings, comparedAll } = findingsOf(evaluation);
  const { run } = model.data;
  const isRun = run !== undefined && !model.isEdited;
  const idle = evaluation.source.rules.filter((_, rule) => {
    const figures = run?.rules[rule];
    return isRun ? figures!.won + figures!.followed === 0 : evaluation.linesOfRules[rule] === 0;
  });
  return [
    h("h1", {}, "Problems of the rules"),
    h(
      "p",
      { class: "sub" },
      findings.length === 0 ? "check finds none." : quantity(findings.length, "finding"),
      comparedAll ? "" : " Not all rules could be compared in time.",
    ),
    ...(findings.length === 0
      ? []
      : [h("ul", { class: "card findings" }, ...findings.map((finding) => findingRow(finding, context)))]),
    ...(idle.length === 0 || model.lines.length === 0
      ? []
      : [
          card(
            "Rules that won no line",
            h(
              "ul",
              {},
              ...idle.map((rule) =>
                h("li", {}, h("a", { href: `#rule/${evaluation.source.rules.indexOf(rule)}` }, printable(rule.name))),
              ),
            ),
          ),
        ]),
  ];
}

function findingRow(
  { level, message, help, line, place }: CheckFinding,
  { evaluation, showRange }: ViewContext,
): HTMLElement {
  const show = (): void => showRange(...lineSpan(evaluation.source.text, line));
  return h(
    "li",
    { class: level },
    h("strong", { class: "level" }, level),
    h(
      "div",
      {},
      h("p", {}, printable(message)),
      help === undefined ? undefined : h("p", { class: "sub" }, printable(help)),
    ),
    h("button", { type: "button", title: printable(place), click: show }, `Line ${line}`),
  );
}

const found = new WeakMap<Evaluation, ReturnType<typeof checkRules>>();

function findingsOf(evaluation: Evaluation): ReturnType<typeof checkRules> {
  const known = found.get(evaluation) ?? checkRules(evaluation.source, referencesOf(evaluation.source));
  found.set(evaluation, known);
  return known;
}

/** Where a line of a text begins and ends. `line` counts from 1. */
export function lineSpan(text: string, line: number): [number, number] {
  let from = 0;
  for (let i = 1; i < line; i++) from = text.indexOf("\n", from) + 1;
  const end = text.indexOf("\n", from);
  return [from, end === -1 ? text.length : end];
}
