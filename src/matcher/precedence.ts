// The law of precedence. It depends on the patterns alone, never on a line. Among patterns of literals and fields of
// any text no pattern hides a more specific one: if every line of A is a line of B but not the reverse, A comes before
// B, because A's literals contain all of B's. Types do not count: of patterns that differ only in these, the one
// written first wins. File order and "longest last literal" were tried on real logs and chose wrongly. Catch-alls come
// after all other patterns; the law holds within each part.
import { isAny, type Pattern } from "./pattern.ts";

/** What the law compares, in order. Each criterion measures a pattern. Its words are for messages. */
const CRITERIA = [
  // Messages speak of catch-alls by themselves.
  { by: "catch-all", measure: ({ isCatchAll }: Pattern) => Number(isCatchAll ?? false), prefersMore: false },
  {
    by: "literal bytes",
    measure: literalBytes,
    prefersMore: true,
    words: { better: "more literal text", equal: "as much literal text" },
  },
  {
    by: "fields of any text",
    measure: fieldGroups,
    prefersMore: false,
    words: { better: "fewer fields of any text", equal: "as many fields of any text" },
  },
] as const;

const WORDS = CRITERIA.flatMap((criterion) => ("words" in criterion ? [criterion.words] : []));

const [FIRST, ...OTHERS] = WORDS.map(({ better }) => better);

/** The law in words. */
export const LAW = [
  `the rule with ${FIRST} wins`,
  ...OTHERS.map((better) => `the one with ${better}`),
  "the one written first",
].join(", then ");

/** Why a rule lost only by the order of the file. */
export const LATER = `${WORDS.map(({ equal }) => equal).join(" and ")}, but written later`;

/** What decides between two patterns. With "order" nothing else does, so the first one wins. */
export type Criterion = (typeof CRITERIA)[number]["by"] | "order";

/** Bytes of literal text that every line of the pattern has at least. Of alternatives the shortest branch counts. */
export function literalBytes({ elements }: Pick<Pattern, "elements">): number {
  return elements.reduce((sum, element) => {
    if ("literal" in element) return sum + element.literal.length;
    if (!("branches" in element)) return sum;
    const branches = element.branches.map((branch) => literalBytes({ elements: branch }));
    return sum + branches.reduce((least, bytes) => Math.min(least, bytes), Number.POSITIVE_INFINITY);
  }, 0);
}

/**
 * The number of fields of any text. Adjacent ones count once, as nothing marks where one ends. Of alternatives the
 * branch with the most counts.
 */
function fieldGroups({ elements }: Pick<Pattern, "elements">): number {
  return elements.reduce((count, element, i) => {
    if ("branches" in element)
      return count + element.branches.reduce((most, branch) => Math.max(most, fieldGroups({ elements: branch })), 0);
    return isAny(element) && !isAny(elements[i - 1]) ? count + 1 : count;
  }, 0);
}

/** The indexes of the patterns in order of precedence, the strongest first. */
export function precedenceOrder(patterns: readonly Pattern[]): number[] {
  const sortKeys = patterns.map((pattern) =>
    CRITERIA.map(({ measure, prefersMore }) => (prefersMore ? -measure(pattern) : measure(pattern))),
  );
  return patterns
    .map((_, i) => i)
    .sort((i, j) => {
      const first = sortKeys[i]!.findIndex((key, k) => key !== sortKeys[j]![k]);
      return first === -1 ? i - j : sortKeys[i]![first]! - sortKeys[j]![first]!;
    });
}

/** What decides between two patterns, and the measures that it compares; with "order" there are none. */
export function decisionBetween(
  a: Pattern,
  b: Pattern,
): { readonly by: Criterion; readonly measures?: readonly [number, number] } {
  for (const { by, measure } of CRITERIA) {
    const measures = [measure(a), measure(b)] as const;
    if (measures[0] !== measures[1]) return { by, measures };
  }
  return { by: "order" };
}
