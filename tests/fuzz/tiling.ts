import type { Pattern, PatternElement } from "../../src/matcher/pattern.ts";

/**
 * Whether the captures and the texts of the pattern add up to the whole line, with one branch of each alternatives.
 * Which places the captures should have is not checked.
 */
export function tiles(pattern: Pattern, captures: readonly Uint8Array[], line: Buffer): boolean {
  return ends(pattern.elements, captures, line, new Set([0])).has(line.length);
}

/** Where elements may end that begin at one of these places. */
function ends(
  elements: readonly PatternElement[],
  captures: readonly Uint8Array[],
  line: Buffer,
  starts: ReadonlySet<number>,
): ReadonlySet<number> {
  let places = starts;
  for (const element of elements) {
    if ("branches" in element) {
      places = new Set(element.branches.flatMap((branch) => [...ends(branch, captures, line, places)]));
    } else {
      const text = "literal" in element ? element.literal : captures[element.field]!;
      const standing = [...places].filter((at) => line.subarray(at, at + text.length).equals(text));
      places = new Set(standing.map((at) => at + text.length));
    }
  }
  return places;
}
