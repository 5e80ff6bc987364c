import type { LineTemplate } from "../../workloads/line-template.ts";
import { atEnd, atStart, type Landmark, quoted, upTo, variable } from "./awk-statements.ts";
import { type Capture, isOpen, type PlainRule, plainRules } from "./convertible-rule.ts";

/**
 * The rules as an awk script that cuts lines with `index` and `substr`, and uses `match` only for date-times. A rule is
 * a function that is called if its longest literal is in the line, which is the cheapest way to rule it out.
 */
export function awkScript(templates: readonly LineTemplate[]): string {
  const rules = plainRules(templates);
  const calls = rules.map((rule, i) => `    if (${likely(rule)}rule${i}($0)) next\n`);
  return `{\n    sub(/\\r$/, "")\n${calls.join("")}    print\n}\n${rules.map(functionOf).join("")}`;
}

function likely({ elements }: PlainRule): string {
  const literals = elements.filter((element) => typeof element === "string");
  const [longest] = literals.sort((a, b) => b.length - a.length);
  return longest === undefined ? "" : `index($0, ${quoted(longest)}) && `;
}

function functionOf(rule: PlainRule, index: number): string {
  const values = rule.elements.filter((element) => typeof element === "object").filter(({ number }) => number);
  const output = rule.output.map((piece) => (typeof piece === "string" ? quoted(piece) : variable(piece)));
  const locals = ["at", ...values.map(variable)];
  return `
function rule${index}(rest,   ${locals.join(", ")}) {
${statementsOf(rule)
  .map((statement) => `    ${statement}\n`)
  .join("")}    print ${output.join(" ") || '""'}
    return 1
}
`;
}

/** Cuts the landmarks off the rest of the line, one after the other. */
function statementsOf({ elements }: PlainRule): string[] {
  const landmarks: (string | Capture)[][] = [[]];
  const fields: Capture[] = [];
  for (const element of elements) {
    if (isOpen(element)) {
      fields.push(element);
      landmarks.push([]);
    } else {
      landmarks.at(-1)!.push(element);
    }
  }
  const [first, ...others] = landmarks as readonly Landmark[];
  return [
    ...atStart(first!, fields.length === 0),
    ...others.flatMap((landmark, i) => (i < others.length - 1 ? upTo : atEnd)(landmark, fields[i]!)),
  ];
}
