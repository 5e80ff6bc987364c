import leven from "leven";

/** No name that a person mistypes is longer, and the distance of two long words costs the product of their lengths. */
const MAX_WORD_LENGTH = 100;

/** Fewer letters than these begin too many names. */
const MIN_PREFIX_LENGTH = 3;

/**
 * The candidate that the word most probably means: the one with the fewest edits, upper and lower case being one. At
 * most a third of the word may differ; in short words two characters (they may be swapped), in very short ones one. Where
 * none is near it is the only one that begins with the word.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_WORD_LENGTH) return undefined;
  const wanted = word.toLowerCase();
  let bound = Math.min(word.length - 1, Math.max(word.length < 4 ? 1 : 2, Math.floor(word.length / 3)));
  let found: string | undefined;
  for (const candidate of candidates) {
    // leven answers with `maxDistance` itself for all that is farther, so it is asked for one more than may be.
    const distance = leven(wanted, candidate.toLowerCase(), { maxDistance: bound + 1 });
    if (distance > bound) continue;
    found = candidate;
    bound = distance - 1;
  }
  return found ?? completion(wanted, candidates);
}

/** The one candidate that begins with a word of some letters. */
function completion(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length < MIN_PREFIX_LENGTH) return undefined;
  const completed = [...candidates].filter((candidate) => candidate.toLowerCase().startsWith(word));
  return completed.length === 1 ? completed[0] : undefined;
}
