import { eastAsianWidth } from "get-east-asian-width";

/** Characters that are combined with the one before them. */
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\u200c\u200d]$/u;

/** Nearly all texts match this. Each of their characters takes one column. */
const ASCII = /^[ -~]*$/;

/** The width of a printable text in columns of a terminal. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** The width of one printable character: 0, 1 or 2 columns. */
export function characterWidth(character: string): number {
  return ZERO_WIDTH.test(character) ? 0 : eastAsianWidth(character.codePointAt(0)!);
}
