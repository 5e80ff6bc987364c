import type { Element } from "../matcher/pattern.ts";

/** Where people would see the end of a value that stands at a place: before the next element's text, or before a blank. */
export function valueEnd(next: Element | undefined, line: Buffer, from: number): number {
  if (next === undefined) return line.length;
  // What begins the text ends the value, even if the rest of the text has a slip in it.
  const signs = "text" in next ? [next.text, next.text.slice(0, 1), " "] : [" "];
  const ends = signs.map((sign) => line.indexOf(sign, from));
  return ends.find((end) => end > from) ?? line.length;
}
