import leven from "leven";
import { quoted } from "./phrases.ts";

/** Longer words get no suggestion, because the time to compare two words is the product of their lengths. */
const MAX_WORD_LENGTH = 100;

/** Shorter words are the start of too many names. */
const MIN_PREFIX_LENGTH = 3;

/**
 * The candidate with the fewest edits, ignoring case: at most a third of the word, or one character of a shorter one.
 * With two edits, any word of four letters is half another one, as `size` is `time`. Else the only one that begins with
 * the word.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_WORD_LENGTH) return undefined;
  const wanted = word.toLowerCase();
  let bound = Math.min(word.length - 1, Math.max(1, Math.floor(word.length / 3)));
  let found: string | undefined;
  for (const candidate of candidates) {
    const distance = edits(wanted, candidate.toLowerCase(), bound);
    if (distance > bound) continue;
    found = candidate;
    bound = distance - 1;
  }
  return found ?? completion(wanted, candidates);
}

/** The number of edits between two words, or any greater number than `bound` if there are more. */
function edits(word: string, candidate: string, bound: number): number {
  if (bound > 0 && isSwapped(word, candidate)) return 1;
  // leven returns `maxDistance` for every greater distance.
  return leven(word, candidate, { maxDistance: bound + 1 });
}

/** Whether the candidate has two neighbours of the word in the other order: a single slip, which leven counts twice. */
function isSwapped(word: string, candidate: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === candidate[at]) at++;
  const swapped = word.slice(0, at) + word.slice(at + 1, at + 2) + word.slice(at, at + 1) + word.slice(at + 2);
  return swapped === candidate && word !== candidate;
}

/** The only candidate that begins with the word, unless the word is very short. */
function completion(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length < MIN_PREFIX_LENGTH) return undefined;
  const completed = [...candidates].filter((candidate) => candidate.toLowerCase().startsWith(word));
  return completed.length === 1 ? completed[0] : undefined;
}

/** `did you mean 'path'?` with the known name that is near one of the names, or `otherwise`. */
export function nearestOr(names: readonly string[], known: Iterable<string>, otherwise: string): string {
  const near = names.map((name) => nearest(name, known)).find((one) => one !== undefined);
  return near === undefined ? otherwise : `did you mean ${quoted(near)}?`;
}

/** The end of a message that suggests a name. Empty if there is none to suggest. */
export function didYouMean(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean ${quoted(near)}?`;
}
