import type { Element } from "../matcher/pattern.ts";

/** How much is read at each end of a long line. Most of the words of rules are there. */
const END_BYTES = 32 * 1024;

/**
 * Letters are separate from digits, because units follow numbers. Characters of other scripts are single words, because
 * some scripts have no blanks between words.
 */
const WORDS = /[a-z]+|[0-9]+|[\xc0-\xff][\x80-\xbf]*/g;

interface Words {
  /** The words that every line of the pattern contains, and those that only some of its alternatives contain. */
  readonly required: ReadonlySet<string>;
  readonly possible: ReadonlySet<string>;
}

/**
 * Looks up patterns by the words of their literals, ignoring case. Returns how much a line has in common with each
 * pattern, anywhere in the line. If all lines begin alike and one has a slip there, no pattern matches beyond it, and
 * only the words show which pattern is meant. The time depends on how many words the line and the patterns share.
 */
export class WordIndex {
  /** For each pattern, the total length of the words that its lines must contain. */
  private readonly required: number[] = [];
  /** For each word, the patterns that have it, and how much a line with that word has in common with each. */
  private readonly gains = new Map<string, { readonly pattern: number; readonly gain: number }[]>();

  constructor(patterns: readonly (readonly Element[])[]) {
    for (const [pattern, elements] of patterns.entries()) {
      const { required, possible } = wordsOf(elements);
      this.required.push([...required].reduce((sum, { length }) => sum + length, 0));
      // A word that the line has counts for the pattern. One that it lacks counts against it.
      for (const word of required) this.add(word, pattern, 2 * word.length);
      for (const word of possible) if (!required.has(word)) this.add(word, pattern, word.length);
    }
  }

  private add(word: string, pattern: number, gain: number): void {
    const known = this.gains.get(word);
    if (known === undefined) this.gains.set(word, [{ pattern, gain }]);
    else known.push({ pattern, gain });
  }

  /** For each pattern, the bytes of its words that the line has, minus those that it lacks. */
  inCommon(line: Buffer): number[] {
    const common = this.required.map((required) => -required);
    for (const word of wordsIn(line)) {
      for (const { pattern, gain } of this.gains.get(word) ?? []) common[pattern]! += gain;
    }
    return common;
  }
}

function wordsOf(elements: readonly Element[]): Words {
  const required = new Set<string>();
  const possible = new Set<string>();
  for (const element of elements) {
    if ("text" in element) for (const word of wordsIn(Buffer.from(element.text))) required.add(word);
    if (!("alternatives" in element)) continue;
    for (const branch of element.alternatives) {
      const words = wordsOf(branch);
      for (const word of [...words.required, ...words.possible]) possible.add(word);
    }
  }
  return { required, possible };
}

function wordsIn(bytes: Buffer): Set<string> {
  const { length } = bytes;
  const text =
    length > 2 * END_BYTES
      ? `${bytes.toString("latin1", 0, END_BYTES)} ${bytes.toString("latin1", length - END_BYTES)}`
      : bytes.toString("latin1");
  return new Set(lowerCase(text).match(WORDS));
}

/** Changes only ASCII, because other bytes are not characters of Latin-1. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}
