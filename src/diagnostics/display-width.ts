import { eastAsianWidth } from "get-east-asian-width";

/** Characters that are drawn upon the one before them. */
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\u200c\u200d]$/u;

/** How many columns of a terminal a printable text takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** How many columns one printable character takes: 0, 1 or 2. */
export function characterWidth(character: string): number {
  return ZERO_WIDTH.test(character) ? 0 : eastAsianWidth(character.codePointAt(0)!);
}
