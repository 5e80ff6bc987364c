import type { Element, FieldType } from "../../src/matcher/pattern.ts";

const TOKEN = /<([^>]*)>|(\w+)(?::(\w+)|\{([^}]*)\})?|[()[\]|]/g;

/**
 * A pattern from a line of text: `<text>`, `name` for a field of any text, `name:type`, `name{A,B}` for values, `(a|b)`
 * for alternatives and `[a]` for an optional part. Blanks between them are ignored.
 */
export function parsePattern(line: string): Element[] {
  const tokens = [...line.matchAll(TOKEN)];
  let next = 0;

  const sequence = (): Element[] => {
    const elements: Element[] = [];
    for (; next < tokens.length; next++) {
      const [token, text, field, typeName, values] = tokens[next]!;
      if (text !== undefined) elements.push({ text });
      else if (field !== undefined) elements.push(fieldElement(field, kindOf(typeName, values)));
      else if (token === "(" || token === "[") elements.push({ alternatives: branches(token === "[") });
      else break;
    }
    return elements;
  };

  const branches = (isOptional: boolean): Element[][] => {
    const all: Element[][] = [];
    do {
      next++;
      all.push(sequence());
    } while (tokens[next]![0] === "|");
    return isOptional ? [...all, []] : all;
  };

  return sequence();
}

function fieldElement(field: string, type: FieldType | undefined): Element {
  return type === undefined ? { field } : { field, type };
}

function kindOf(typeName: string | undefined, values: string | undefined): FieldType | undefined {
  if (values !== undefined) return { values: values.split(",") };
  return typeName === undefined ? undefined : { typeName };
}
