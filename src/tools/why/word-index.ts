import type { Element } from "../../matcher/pattern.ts";
import { addToGroup } from "../../text/collections/polyfills.ts";

/** How much is read at each end of a long line. Most of the words of rules are there. */
const END_BYTES = 32 * 1024;

/**
 * Letters are separate from digits, because units follow numbers. Characters of other scripts are single words, because
 * some scripts have no blanks between words.
 */
const WORDS = /[a-z]+|[0-9]+|[\xc0-\xff][\x80-\xbf]*/g;

/**
 * Looks up patterns by the words of their literals, ignoring case. Tells how much a line has in common with each
 * pattern, anywhere in the line. If all lines begin alike and one has a slip there, no pattern matches beyond it, and
 * only the words show which pattern is meant. The time depends on how many words the line and the patterns share.
 */
export class WordIndex {
  /** What an empty line has in common with each pattern. */
  private readonly nothing: number[] = [];
  /** For each word, the patterns that have it, and how much more a line with that word has in common with each. */
  private readonly gains = new Map<string, { readonly pattern: number; readonly gain: number }[]>();

  constructor(patterns: readonly (readonly Element[])[]) {
    for (const [pattern, elements] of patterns.entries()) {
      let nothing = 0;
      for (const [word, isRequired] of wordsOf(elements)) {
        // A word that the line has counts for the pattern. One that it lacks counts against it.
        if (isRequired) nothing -= word.length;
        addToGroup(this.gains, word, { pattern, gain: isRequired ? 2 * word.length : word.length });
      }
      this.nothing.push(nothing);
    }
  }

  /** What the line has in common with each pattern: the bytes of the words that it has, minus those that it lacks. */
  inCommon(line: Buffer): number[] {
    const common = [...this.nothing];
    for (const word of wordsIn(line))
      for (const { pattern, gain } of this.gains.get(word) ?? []) common[pattern]! += gain;
    return common;
  }
}

/** The words of a pattern, and whether every line of it contains them, or only those of some of its alternatives. */
function wordsOf(
  elements: readonly Element[],
  isRequired = true,
  words = new Map<string, boolean>(),
): ReadonlyMap<string, boolean> {
  for (const element of elements) {
    if ("alternatives" in element) for (const branch of element.alternatives) wordsOf(branch, false, words);
    if (!("text" in element)) continue;
    for (const word of wordsIn(Buffer.from(element.text))) words.set(word, isRequired || words.get(word) === true);
  }
  return words;
}

function wordsIn(bytes: Buffer): Set<string> {
  const { length } = bytes;
  const text =
    length > 2 * END_BYTES
      ? `${bytes.toString("latin1", 0, END_BYTES)} ${bytes.toString("latin1", length - END_BYTES)}`
      : bytes.toString("latin1");
  // Changes only ASCII, because other bytes are not characters of Latin-1.
  return new Set(text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()).match(WORDS));
}
