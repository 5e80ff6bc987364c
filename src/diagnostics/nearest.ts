import leven from "leven";

/** Longer words get no suggestion, because the time to compare two words is the product of their lengths. */
const MAX_WORD_LENGTH = 100;

/** Shorter words are the start of too many names. */
const MIN_PREFIX_LENGTH = 3;

/**
 * Returns the candidate that the word most likely misspells: the one with the fewest edits, ignoring case. At most a
 * third of the word may differ. In short words two characters may differ, because they may be swapped, and in words of
 * up to 3 letters one. If no candidate is near, returns the only one that begins with the word.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_WORD_LENGTH) return undefined;
  const wanted = word.toLowerCase();
  let bound = Math.min(word.length - 1, Math.max(word.length < 4 ? 1 : 2, Math.floor(word.length / 3)));
  let found: string | undefined;
  for (const candidate of candidates) {
    // leven returns `maxDistance` for every greater distance, so the limit is one more than the distance that is
    // allowed.
    const distance = leven(wanted, candidate.toLowerCase(), { maxDistance: bound + 1 });
    if (distance > bound) continue;
    found = candidate;
    bound = distance - 1;
  }
  return found ?? completion(wanted, candidates);
}

/** The only candidate that begins with the word, unless the word is very short. */
function completion(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length < MIN_PREFIX_LENGTH) return undefined;
  const completed = [...candidates].filter((candidate) => candidate.toLowerCase().startsWith(word));
  return completed.length === 1 ? completed[0] : undefined;
}
