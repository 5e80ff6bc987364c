import { notationOf } from "../../src/rules/write-rule.ts";
import type { LineTemplate, TemplateElement } from "./line-template.ts";

/** The text of a rules file, with patterns as lists of elements. */
export function rulesFile(templates: readonly LineTemplate[]): string {
  return fileOf(templates, ({ elements }) => `\n${elements.map(itemOf).join("")}`);
}

/**
 * The text of a rules file, with each pattern in one line. Throws an Error for a pattern that the notation cannot say.
 */
export function shortRulesFile(templates: readonly LineTemplate[]): string {
  return fileOf(templates, ({ name, elements }) => {
    const notation = notationOf(elements.map(shortElement));
    if (notation === undefined) throw new Error(`the pattern of ${name} cannot be written in one line`);
    return ` ${JSON.stringify(notation)}\n`;
  });
}

function fileOf(templates: readonly LineTemplate[], patternOf: (template: LineTemplate) => string): string {
  const rules = templates.map(
    (template) =>
      `  - name: ${template.name}\n    pattern:${patternOf(template)}    output: ${JSON.stringify(template.output)}\n`,
  );
  return `rules:\n${rules.join("\n")}`;
}

function shortElement(element: TemplateElement): Parameters<typeof notationOf>[0][number] {
  if (typeof element === "string") return { text: element };
  if ("alternatives" in element || element.transforms !== undefined) {
    throw new Error("alternatives and transforms cannot be written in one line");
  }
  const { field, parser, values } = element;
  if (values !== undefined) return { field, type: { values } };
  return parser === undefined ? { field } : { field, type: { typeName: parser } };
}

function itemOf(element: TemplateElement): string {
  if (typeof element === "string") return `      - text: ${JSON.stringify(element)}\n`;
  if ("alternatives" in element || element.values !== undefined || element.transforms !== undefined) {
    return `      - ${JSON.stringify(written(element))}\n`;
  }
  const line = `      - field: ${element.field}\n`;
  return element.parser === undefined ? line : `${line}        parser: ${element.parser}\n`;
}

/** An element in a rules file, as a line of JSON, which is YAML too. */
function written(element: TemplateElement): unknown {
  if (typeof element === "string") return { text: element };
  if ("alternatives" in element) return { alternatives: element.alternatives.map((branch) => branch.map(written)) };
  const { field, parser, values, transforms } = element;
  return { field, parser, values, transform: transforms };
}
