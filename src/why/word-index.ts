import type { Element } from "../matcher/pattern.ts";

/** Only so much at each end of a line is looked at: there rules say most of what they are about. */
const END_BYTES = 32 * 1024;

/**
 * Letters apart from digits, as units follow numbers; and single characters of other scripts, which may not have blanks between
 * words.
 */
const WORDS = /[a-z]+|[0-9]+|[\xc0-\xff][\x80-\xbf]*/g;

interface Words {
  /** The words that every line of the pattern has, and those that its alternatives may have. */
  readonly asked: ReadonlySet<string>;
  readonly possible: ReadonlySet<string>;
}

/**
 * Patterns by the words of their texts, in any case. It tells how much a line has in common with each, wherever in the line
 * that is: where all lines begin alike and one has a slip there, no pattern gets beyond it, and only the words tell which one
 * is meant. The time depends on how much they have in common rather than on the number of patterns.
 */
export class WordIndex {
  /** For each pattern how long the words are that it asks for, together. */
  private readonly asked: number[] = [];
  /** For each word the patterns that have it, and how much more each has in common with a line that has it, too. */
  private readonly gains = new Map<string, { readonly pattern: number; readonly gain: number }[]>();

  constructor(patterns: readonly (readonly Element[])[]) {
    for (const [pattern, elements] of patterns.entries()) {
      const { asked, possible } = wordsOf(elements);
      this.asked.push([...asked].reduce((sum, { length }) => sum + length, 0));
      // A word that is there counts for the pattern, and one that is missing against it.
      for (const word of asked) this.add(word, pattern, 2 * word.length);
      for (const word of possible) if (!asked.has(word)) this.add(word, pattern, word.length);
    }
  }

  private add(word: string, pattern: number, gain: number): void {
    const known = this.gains.get(word);
    if (known === undefined) this.gains.set(word, [{ pattern, gain }]);
    else known.push({ pattern, gain });
  }

  /** For each pattern the bytes of its words that the line has, less those that it has not. */
  inCommon(line: Buffer): number[] {
    const common = this.asked.map((asked) => -asked);
    for (const word of wordsIn(line)) {
      for (const { pattern, gain } of this.gains.get(word) ?? []) common[pattern]! += gain;
    }
    return common;
  }
}

function wordsOf(elements: readonly Element[]): Words {
  const asked = new Set<string>();
  const possible = new Set<string>();
  for (const element of elements) {
    if ("text" in element) for (const word of wordsIn(Buffer.from(element.text))) asked.add(word);
    if (!("alternatives" in element)) continue;
    for (const branch of element.alternatives) {
      const words = wordsOf(branch);
      for (const word of [...words.asked, ...words.possible]) possible.add(word);
    }
  }
  return { asked, possible };
}

function wordsIn(bytes: Buffer): Set<string> {
  const { length } = bytes;
  const text =
    length > 2 * END_BYTES
      ? `${bytes.toString("latin1", 0, END_BYTES)} ${bytes.toString("latin1", length - END_BYTES)}`
      : bytes.toString("latin1");
  return new Set(lowerCase(text).match(WORDS));
}

/** Changes ASCII alone: other bytes are not characters of Latin-1. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}
