import type { Pattern, PatternPart } from "../../src/matcher/pattern.ts";

/**
 * Whether the captures and the texts of the pattern add up to the whole line, with one branch of each alternatives.
 * Which places the captures should have is not checked.
 */
export function tiles(pattern: Pattern, captures: readonly Uint8Array[], line: Buffer): boolean {
  return ends(pattern.parts, captures, line, new Set([0])).has(line.length);
}

/** Where parts may end that begin at one of these places. */
function ends(
  parts: readonly PatternPart[],
  captures: readonly Uint8Array[],
  line: Buffer,
  starts: ReadonlySet<number>,
): ReadonlySet<number> {
  let places = starts;
  for (const part of parts) {
    if ("branches" in part) {
      places = new Set(part.branches.flatMap((branch) => [...ends(branch, captures, line, places)]));
    } else {
      const text = "literal" in part ? part.literal : captures[part.field]!;
      const standing = [...places].filter((at) => line.subarray(at, at + text.length).equals(text));
      places = new Set(standing.map((at) => at + text.length));
    }
  }
  return places;
}
