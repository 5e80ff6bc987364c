import type { LineTemplate, TemplateElement } from "./line-template.ts";

/** The text of a rules file as people write it. */
export function rulesFile(templates: readonly LineTemplate[]): string {
  return `rules:\n${templates.map(ruleOf).join("\n")}`;
}

function ruleOf({ name, elements, output }: LineTemplate): string {
  return `  - name: ${name}\n    pattern:\n${elements.map(itemOf).join("")}    output: ${JSON.stringify(output)}\n`;
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
