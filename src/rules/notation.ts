// The notation for patterns: `{time} {level:INFO|WARN} took {ms:number} ms`. It is a short form of the list of elements,
// and has no escapes. What it cannot say, such as a literal `{id}`, is an element.
import type { Element, FieldElement } from "../matcher/pattern.ts";

/** A name that a placeholder can have, here and in templates. */
export const NAME = "[A-Za-z_][A-Za-z0-9_]*";

const PLACEHOLDER = new RegExp(`\\{(${NAME})(?::([^{}]*))?\\}`, "g");
export const IDENTIFIER = new RegExp(`^${NAME}$`);

/** Braces around one name that is not an identifier, such as `{request-id}`: text, but perhaps meant as a placeholder. */
const BRACED_NAME = /\{([^{}\s:,"'|]+)\}/g;

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
  let end = 0;
  PLACEHOLDER.lastIndex = 0;
  for (let found = PLACEHOLDER.exec(text); found !== null; found = PLACEHOLDER.exec(text)) {
    const { 0: source, 1: field, 2: asked, index: offset } = found;
    const kind = placeholderKind(asked);
    if (kind === undefined) continue;
    if (offset > end) parts.push({ text: text.slice(end, offset) });
    parts.push({ field: field!, ...kind, source, offset });
    end = offset + source.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** What a placeholder asks for after its colon; undefined if that makes it an ordinary text in braces. */
function placeholderKind(asked: string | undefined): Pick<Placeholder, "type" | "values"> | undefined {
  if (asked === undefined) return {};
  if (asked.includes("|")) return { values: asked.split("|") };
  return IDENTIFIER.test(asked) ? { type: asked } : undefined;
}

/** The names in braces that are text only because they are not identifiers, such as `request-id`. */
export function bracedNames(text: string): string[] {
  if (!text.includes("{")) return [];
  return Array.from(text.matchAll(BRACED_NAME), ([, name]) => name!).filter((name) => !IDENTIFIER.test(name));
}

type PlainElement = Exclude<Element, { alternatives: unknown }>;

/** The elements as one text, or undefined if the notation cannot say them. */
export function notationOf(elements: readonly PlainElement[]): string | undefined {
  const text = elements.map((element) => ("text" in element ? element.text : placeholderOf(element))).join("");
  // Texts may look like placeholders, also together with their neighbours; and names and values may hold anything.
  return isSame(parseNotation(text), elements) ? text : undefined;
}

/** The elements with texts in notation, as few as possible, in place of those that it can say. */
export function withNotation(elements: readonly Element[]): (string | Element)[] {
  const items: (string | Element)[] = [];
  let run: PlainElement[] = [];
  const endRun = (): void => {
    if (run.length > 0) items.push(notationOf(run)!);
    run = [];
  };
  for (const element of elements) {
    const isPlain = !("alternatives" in element);
    if (isPlain && notationOf([...run, element]) !== undefined) {
      run.push(element);
      continue;
    }
    endRun();
    if (isPlain && notationOf([element]) !== undefined) run.push(element);
    else items.push(element);
  }
  endRun();
  return items;
}

/** Whether alternatives are what `optional` stands for. */
export function isOptional({ alternatives }: Extract<Element, { alternatives: unknown }>): boolean {
  return alternatives.length === 2 && alternatives[1]!.length === 0;
}

function placeholderOf({ field, kind }: FieldElement): string {
  if (kind === undefined) return `{${field}}`;
  return `{${field}:${"values" in kind ? kind.values.join("|") : kind.parser}}`;
}

function isSame(parsed: ReturnType<typeof parseNotation>, elements: readonly PlainElement[]): boolean {
  const joined: (string | FieldElement)[] = [];
  for (const element of elements) {
    if (!("text" in element)) joined.push(element);
    else if (typeof joined.at(-1) === "string") joined.push(`${joined.pop()}${element.text}`);
    else joined.push(element.text);
  }
  const meant = joined.map((one) =>
    typeof one === "string" ? ["text", one] : ["field", one.field, kindKey(one.kind)],
  );
  const read = parsed.map((one) => {
    if ("text" in one) return ["text", one.text];
    const { field, type, values } = one;
    return ["field", field, kindKey(values ? { values } : type === undefined ? undefined : { parser: type })];
  });
  return JSON.stringify(meant) === JSON.stringify(read);
}

function kindKey(kind: FieldElement["kind"]): unknown {
  return kind === undefined ? null : "values" in kind ? [...kind.values] : kind.parser;
}
