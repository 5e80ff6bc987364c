import type { Part, Pattern } from "../../src/matcher/pattern.ts";

/**
 * Whether what the fields captured and the texts of the pattern make up the whole line, with one branch taken of each
 * alternatives. It says nothing of which places the captures should have.
 */
export function tiles(pattern: Pattern, captures: readonly Uint8Array[], line: Buffer): boolean {
  return ends(pattern.parts, captures, line, new Set([0])).has(line.length);
}

/** Where the parts may end that begin at one of these places. */
function ends(
  parts: readonly Part[],
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
