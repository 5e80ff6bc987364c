import type { Element } from "../matcher/pattern.ts";

/** Of a longer line the two ends are looked at: rules say most of what they are about there. */
const END_BYTES = 32 * 1024;

/**
 * Letters and digits apart, as units follow numbers; and single characters of other scripts, which may have no blanks
 * between words.
 */
const WORDS = /[a-z]+|[0-9]+|[\xc0-\xff][\x80-\xbf]*/g;

interface Words {
  /** The words without which there is no line of the pattern, and those of its alternatives. */
  readonly asked: ReadonlySet<string>;
  readonly possible: ReadonlySet<string>;
}

/**
 * Patterns by the words of their texts, in any case. It finds those that a line has most in common with, wherever in the
 * line that is, in time that depends on what they have in common rather than on their number: where all lines begin alike
 * and one has a slip there, no pattern gets beyond it, and only the words tell which one is meant.
 */
export class WordIndex {
  /** The sum of what is asked of each pattern. */
  private readonly asked: number[] = [];
  /** For each word the patterns that have it, and how much more each has in common with a line that has it too. */
  private readonly gains = new Map<string, { readonly pattern: number; readonly gain: number }[]>();

  constructor(patterns: readonly (readonly Element[])[]) {
    for (const [pattern, elements] of patterns.entries()) {
      const { asked, possible } = wordsOf(elements);
      this.asked.push([...asked].reduce((sum, { length }) => sum + length, 0));
      // What is there counts, and what is missing counts against it.
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

/** Of ASCII alone, byte for byte. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}
