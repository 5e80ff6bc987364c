import { parse } from "yaml";
import type { LineTemplate, TemplateElement } from "./line-template.ts";

/** An element as a rules file holds it. */
interface WrittenElement {
  readonly text?: string;
  readonly field?: string;
  readonly parser?: string;
  readonly values?: readonly string[];
  readonly transform?: string | readonly string[];
  readonly alternatives?: readonly (readonly WrittenElement[])[];
  readonly optional?: readonly WrittenElement[];
}

interface WrittenRules {
  readonly rules: readonly {
    readonly name: string;
    readonly pattern: readonly WrittenElement[];
    readonly output: string;
  }[];
}

type Expressions = Readonly<Record<string, string>>;

/**
 * The rules of a file in the form that converters take. `expressions` are regular expressions for fields, by name. Only
 * the features that files in written/ use are supported.
 */
export function templatesOf(rulesText: string, expressions: Expressions): LineTemplate[] {
  // All plain values are texts, as they are for the command.
  const { rules } = parse(rulesText, { schema: "failsafe" }) as WrittenRules;
  return rules.map(({ name, pattern, output }) => ({ name, elements: elementsOf(pattern, expressions), output }));
}

function elementsOf(written: readonly WrittenElement[], expressions: Expressions): TemplateElement[] {
  return written.flatMap(({ text, field, parser, values, transform, alternatives, optional }): TemplateElement[] => {
    if (text !== undefined) return [text];
    if (field !== undefined) {
      const expression = expressions[field];
      const transforms = transform && [transform].flat();
      return [
        {
          field,
          ...(parser && { parser }),
          ...(values && { values }),
          ...(transforms && { transforms }),
          ...(expression && { expression }),
        },
      ];
    }
    const branches = (alternatives ?? [optional!, []]).map((branch) => elementsOf(branch, expressions));
    // A single alternative is not a choice, only a name for its elements.
    return branches.length === 1 ? [...branches[0]!] : [{ alternatives: branches }];
  });
}
