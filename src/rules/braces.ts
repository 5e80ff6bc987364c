// Where braces stand in a text: a pattern in notation, or an output. What they mean is decided elsewhere.

/** Whether a text is a name that a placeholder can have, in patterns and outputs. */
export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}

/** A text between two braces, in which there is no brace. */
interface BracedText {
  /** Without the braces. */
  readonly content: string;
  /** From its `{`, in code units, to the offset after its `}`. */
  readonly start: number;
  readonly end: number;
  /** Whether it has a second brace on each side: `{{content}}`. */
  readonly isDoubled: boolean;
}

/** The texts between braces, from left to right, in time linear in the text. */
export function* bracedTexts(text: string): Generator<BracedText> {
  for (const { 0: braced, 1: content, index: start } of text.matchAll(/\{([^{}]*)\}/g)) {
    const end = start + braced.length;
    yield { content: content!, start, end, isDoubled: text[start - 1] === "{" && text[end] === "}" };
  }
}

/** The identifiers between braces. */
export function bracedIdentifiers(text: string): string[] {
  return Array.from(bracedTexts(text), ({ content }) => content).filter(isIdentifier);
}

/** A `{` that no `}` closes, with the text between it and the next brace. */
interface UnclosedBrace {
  readonly content: string;
  /** Where the brace is, in code units. */
  readonly start: number;
}

/** The braces that are never closed, from right to left, in time linear in the text. */
export function* unclosedBraces(text: string): Generator<UnclosedBrace> {
  let closing = 0;
  let next = text.length;
  for (let i = text.length - 1; i >= 0; i--) {
    const sign = text[i];
    if (sign === "{" && closing === 0) yield { content: text.slice(i + 1, next), start: i };
    if (sign === "{" && closing > 0) closing--;
    if (sign === "}") closing++;
    if (sign === "{" || sign === "}") next = i;
  }
}
