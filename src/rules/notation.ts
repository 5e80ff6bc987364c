// The notation for patterns: `{time} {level:INFO|WARN} took {ms:number} ms`. It is a short form of the list of
// elements, and has no escapes. What it cannot say, such as a literal `{id}`, is an element.
import { bracedTexts, isIdentifier } from "./braces.ts";

/** `{name}`, `{name:type}` or `{name:a|b}` in a text. */
export interface Placeholder {
  readonly field: string;
  /** The name after the colon, which may be no type. */
  readonly type?: string;
  /** Two or more, as written. */
  readonly values?: readonly string[];
  /** The placeholder as written, and where it begins in the text, in code units. */
  readonly source: string;
  readonly offset: number;
}

/** Takes a text in notation apart. Texts are not empty and never next to each other. */
export function parseNotation(text: string): ({ readonly text: string } | Placeholder)[] {
  const parts: ({ readonly text: string } | Placeholder)[] = [];
  let copied = 0;
  for (const { content, start, end } of bracedTexts(text)) {
    const asked = placeholderIn(content);
    if (asked === undefined) continue;
    if (start > copied) parts.push({ text: text.slice(copied, start) });
    parts.push({ ...asked, source: text.slice(start, end), offset: start });
    copied = end;
  }
  if (copied < text.length) parts.push({ text: text.slice(copied) });
  return parts;
}

/** What a text between braces asks for; undefined if it is an ordinary text. */
export function placeholderIn(content: string): Pick<Placeholder, "field" | "type" | "values"> | undefined {
  const colon = content.indexOf(":");
  const field = colon === -1 ? content : content.slice(0, colon);
  if (!isIdentifier(field)) return undefined;
  if (colon === -1) return { field };
  const asked = content.slice(colon + 1);
  if (asked.includes("|")) return { field, values: asked.split("|") };
  return isIdentifier(asked) ? { field, type: asked } : undefined;
}
