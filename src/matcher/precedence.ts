// The one law of precedence. It is static: it looks at the patterns alone, never at a line. If every line of A is a
// line of B, and not the reverse, then A comes before B, because B's literals are all found among A's: a rule never
// hides a more specific one. Order of writing and "longest last literal" were tried on real logs and choose wrongly.
import type { Pattern } from "./pattern.ts";

/** Bytes of literal text in a pattern: at least so long is each of its lines. */
export function literalBytes({ literals }: Pattern): number {
  return literals.reduce((sum, literal) => sum + literal.length, 0);
}

/** Fields of a pattern, where adjacent ones count once: nothing tells where one of them ends. */
function fieldGroups({ literals, fields }: Pattern): number {
  return fields.filter((_, i) => i === 0 || literals[i]!.length > 0).length;
}

/** Negative when `a` wins over `b`, positive when `b` does, 0 when the one written first does. */
function comparePrecedence(a: Pattern, b: Pattern): number {
  return literalBytes(b) - literalBytes(a) || fieldGroups(a) - fieldGroups(b);
}

/** The indexes of the patterns, the one that wins over all others first. */
export function precedenceOrder(patterns: readonly Pattern[]): number[] {
  return patterns.map((_, i) => i).sort((i, j) => comparePrecedence(patterns[i]!, patterns[j]!) || i - j);
}
