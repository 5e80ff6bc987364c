import { characterWidth, displayWidth } from "./display-width.ts";

/** Shortens a printable text to a width of at least 3 columns: `…` replaces its middle. */
export function withoutMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const end = endOf(text, (width - 1) >> 1);
  return `${startOf(text, width - 1 - displayWidth(end))}…${end}`;
}

/** The start of a printable text, in at most `width` columns. */
function startOf(text: string, width: number): string {
  let start = "";
  let room = width;
  for (const character of text) {
    room -= characterWidth(character);
    if (room < 0) break;
    start += character;
  }
  return start;
}

/** The end of a printable text, in at most `width` columns. */
export function endOf(text: string, width: number): string {
  const characters = Array.from(text);
  let [from, room] = [characters.length, width];
  for (; from > 0 && characterWidth(characters[from - 1]!) <= room; from--)
    room -= characterWidth(characters[from - 1]!);
  return characters.slice(from).join("");
}
