// Shapes that differ in a few words, such as the names of users, are one event: each may be too rare to tell, and all
// together not. This is the parse tree of Drain (He et al., 2017) with one level, the number of words.

/** At least this share of the words of similar shapes is the same. */
const MIN_ALIKE = 0.8;
/** Shapes with as many words are compared with at most so many templates. */
const MAX_TEMPLATES = 100;
const VARYING = "<*>";

/** Similar shapes, and what they have in common. */
export interface SimilarShapes<Item> {
  readonly template: string;
  readonly items: readonly Item[];
}

/** Groups items by their shapes. Groups of one are left out. */
export function similarShapes<Item>(items: readonly Item[], shapeOf: (item: Item) => string): SimilarShapes<Item>[] {
  const groups = new Map<number, { words: string[]; items: Item[] }[]>();
  for (const item of items) {
    const words = shapeOf(item).split(" ");
    const known = groups.get(words.length) ?? [];
    groups.set(words.length, known);
    const group = known.find((other) => isAlike(other.words, words));
    if (group === undefined) {
      if (known.length < MAX_TEMPLATES) known.push({ words, items: [item] });
      continue;
    }
    group.words = group.words.map((word, i) => (word === words[i] ? word : VARYING));
    group.items.push(item);
  }
  return [...groups.values()].flat().flatMap(({ words, items }) => {
    return items.length === 1 ? [] : [{ template: words.join(" "), items }];
  });
}

function isAlike(template: readonly string[], words: readonly string[]): boolean {
  const same = template.filter((word, i) => word === words[i]).length;
  return same < words.length && same >= MIN_ALIKE * words.length;
}
