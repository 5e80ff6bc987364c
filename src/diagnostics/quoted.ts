import { printable } from "./printable.ts";

/** Enough to recognise a text by. */
const MAX_LENGTH = 60;

/** A text of the user's inside a message: in single quotes, printable, cut after 60 characters. */
export function quoted(text: string): string {
  // A character takes at most two code units, so twice as many units hold enough of them whatever the text's length.
  const characters = Array.from(text.slice(0, 2 * MAX_LENGTH + 2));
  const shown = characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join("")}…` : text;
  return `'${printable(shown)}'`;
}

/** A count and its noun: `1 line`, `2 lines`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
