/**
 * What a terminal would obey or hide instead of showing it: control characters, lone surrogates, line and paragraph
 * separators, and the marks that turn the direction of text or have no width.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060\ufeff]/gu;

const SHORT: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** The text with every such character written as an escape (`\n`, `\x1b`, `\u202e`): safe to write to a terminal. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const code = character.charCodeAt(0);
    return SHORT.get(character) ?? (code < 0x100 ? `\\x${hex(code, 2)}` : unicodeEscape(character));
  });
}

/** The same for a text of JSON: every such character in the one form that JSON has for all, so that it reads the same. */
export function escaped(json: string): string {
  return json.replace(UNPRINTABLE, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${hex(character.charCodeAt(0), 4)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
