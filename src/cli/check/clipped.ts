import { characterWidth } from "../../diagnostics/display-width.ts";
import { printableBytes } from "../../diagnostics/printable.ts";

/** Bytes of a log as printable text in one line of so many columns, with `…` for what is left out at its end. */
export function clipped(bytes: Buffer, columns: number): string {
  // No more is needed, as a column takes some dozen bytes at most.
  const text = [...printableBytes(bytes.subarray(0, 16 * columns))].join("").replaceAll("\t", "    ");
  let shown = "";
  let room = columns - 1;
  const characters = Array.from(text);
  for (const [i, character] of characters.entries()) {
    const width = characterWidth(character);
    const isLast = i === characters.length - 1;
    if (width > room + (isLast ? 1 : 0)) return `${shown}…`;
    shown += character;
    room -= width;
  }
  return shown;
}
