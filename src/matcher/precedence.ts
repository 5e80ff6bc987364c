// The one law of precedence. It is static: it looks at the patterns alone, never at a line. If every line of A is a
// line of B, and not the reverse, then A comes before B, because B's literals are all found among A's: a rule never
// hides a more specific one. Order of writing and "longest last literal" were tried on real logs and chose wrongly.
import { isAny, type Part, type Pattern } from "./pattern.ts";

/** Bytes of literal text in a pattern, so that no line of it is shorter. Of alternatives the shortest counts. */
export function literalBytes({ parts }: Pattern): number {
  return bytesOf(parts);
}

function bytesOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => {
    if ("literal" in part) return sum + part.literal.length;
    return "branches" in part ? sum + shortest(part.branches) : sum;
  }, 0);
}

function shortest(branches: readonly (readonly Part[])[]): number {
  return branches.reduce((least, branch) => Math.min(least, bytesOf(branch)), Number.POSITIVE_INFINITY);
}

/**
 * Fields of any text in a pattern, where adjacent ones count once: nothing tells where one of them ends. Of alternatives
 * those with the most count.
 */
export function fieldGroups({ parts }: Pattern): number {
  return groupsOf(parts);
}

function groupsOf(parts: readonly Part[]): number {
  return parts.reduce((count, part, i) => {
    if ("branches" in part) return count + part.branches.reduce((most, branch) => Math.max(most, groupsOf(branch)), 0);
    return isAny(part) && !isAny(parts[i - 1]) ? count + 1 : count;
  }, 0);
}

/** The indexes of the patterns, the one that wins over all others first. */
export function precedenceOrder(patterns: readonly Pattern[]): number[] {
  const sizes = patterns.map((pattern) => ({ bytes: literalBytes(pattern), groups: fieldGroups(pattern) }));
  return patterns
    .map((_, i) => i)
    .sort((i, j) => sizes[j]!.bytes - sizes[i]!.bytes || sizes[i]!.groups - sizes[j]!.groups || i - j);
}
