import { eastAsianWidth } from "get-east-asian-width";
import { SPACE } from "../bytes/ascii.ts";

/** Characters that are combined with the one before them. */
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\u200c\u200d]$/u;

/** Nearly all texts match this. Each of their characters takes one column. */
const ASCII = /^[ -~]*$/;

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

/** Shortens a printable text to a width of at least 3 columns: `…` replaces its middle. */
export function withoutMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const characters = Array.from(text);
  const end = fitting(characters.toReversed(), (width - 1) >> 1).reverse();
  const start = fitting(characters, width - 1 - displayWidth(end.join("")));
  return [...start, "…", ...end].join("");
}

/** The first characters, as many as fit into the width. */
function fitting(characters: readonly string[], width: number): string[] {
  let room = width;
  const tooMany = characters.findIndex((character) => {
    room -= characterWidth(character);
    return room < 0;
  });
  return characters.slice(0, tooMany === -1 ? characters.length : tooMany);
}

/** A shared start must have this size to be shown once instead of in each line. */
const MIN_LINES = 3;
const MIN_BYTES = 16;

/**
 * The length in bytes of the common start of all lines, which ends with a space; 0 if it is too short to be shown once
 * instead of in each line.
 */
export function commonStart<Item>(
  items: Iterable<Item> & { readonly length: number },
  lineOf: (item: Item) => Buffer,
): number {
  if (items.length < MIN_LINES) return 0;
  let first: Buffer | undefined;
  let length = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const line = lineOf(item);
    first ??= line;
    const limit = Math.min(length, line.length);
    for (length = 0; length < limit && line[length] === first[length]; ) length++;
    if (length < MIN_BYTES) return 0;
  }
  while (first !== undefined && length > 0 && first[length - 1] !== SPACE) length--;
  return length < MIN_BYTES ? 0 : length;
}

/** The folder of all paths, with a slash at its end, or an empty text. A single path is returned itself. */
export function commonFolder(paths: readonly string[]): string {
  const [first = "", ...others] = new Set(paths);
  if (others.length === 0) return first;
  let end = first.lastIndexOf("/");
  while (end > 0 && !others.every((path) => path.startsWith(first.slice(0, end + 1)))) {
    end = first.lastIndexOf("/", end - 1);
  }
  return end > 0 ? first.slice(0, end + 1) : "";
}

/** A boxed table, with its last `\n`. The first row is the heading. All columns but the first hold numbers. */
export function table(rows: readonly (readonly string[])[]): string {
  const [heading = [], ...body] = rows;
  const widths = heading.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const rule = (begin: string, middle: string, end: string): string =>
    begin + widths.map((width) => "─".repeat(width + 2)).join(middle) + end;
  const line = (row: readonly string[], isHeading: boolean): string => {
    const cells = row.map((cell, column) =>
      isHeading || column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    );
    return `│ ${cells.join(" │ ")} │`;
  };
  return [
    rule("┌", "┬", "┐"),
    line(heading, true),
    rule("├", "┼", "┤"),
    ...body.map((row) => line(row, false)),
    rule("└", "┴", "┘"),
    "",
  ].join("\n");
}
