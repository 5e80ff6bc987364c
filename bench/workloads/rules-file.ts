import type { Field, LineTemplate } from "./line-template.ts";

/** The text of a rules file, written as people write one. */
export function rulesFile(templates: readonly LineTemplate[]): string {
  return `rules:\n${templates.map(ruleOf).join("\n")}`;
}

function ruleOf({ name, elements, output }: LineTemplate): string {
  const pattern = elements.map((element) =>
    typeof element === "string" ? `      - text: ${JSON.stringify(element)}\n` : fieldOf(element),
  );
  return `  - name: ${name}\n    pattern:\n${pattern.join("")}    output: ${JSON.stringify(output)}\n`;
}

function fieldOf({ field, parser }: Field): string {
  const line = `      - field: ${field}\n`;
  return parser === undefined ? line : `${line}        parser: ${parser}\n`;
}
