import type { Element } from "../../matcher/pattern.ts";

/** How much is read at each end of a long line. Most of the words of rules are there. */
const END_BYTES = 32 * 1024;

/**
 * Letters are separate from digits, because units follow numbers. Characters of other scripts are single words, because
 * some scripts have no blanks between words.
 */
const WORDS = /[a-z]+|[0-9]+|[\xc0-\xff][\x80-\xbf]*/g;

/** Shorter words are units and the like, and say little about what a line is about. */
const MIN_TELLING_LENGTH = 3;

/** What a line has in common with a pattern. */
interface Common {
  /** The bytes of the pattern's words that the line has, minus those that it lacks. */
  readonly bytes: number;
  /** How many words the line lacks, units and the like not counted. */
  readonly lacking: number;
}

interface Words {
  /** The words that every line of the pattern contains, and those that only some of its alternatives contain. */
  readonly required: ReadonlySet<string>;
  readonly possible: ReadonlySet<string>;
}

/**
 * Looks up patterns by the words of their literals, ignoring case. Tells how much a line has in common with each
 * pattern, anywhere in the line. If all lines begin alike and one has a slip there, no pattern matches beyond it, and
 * only the words show which pattern is meant. The time depends on how many words the line and the patterns share.
 */
export class WordIndex {
  /** What an empty line has in common with each pattern. */
  private readonly nothing: Common[] = [];
  /** For each word, the patterns that have it, and how much a line with that word has in common with each. */
  private readonly gains = new Map<string, { readonly pattern: number; readonly gain: Common }[]>();

  constructor(patterns: readonly (readonly Element[])[]) {
    for (const [pattern, elements] of patterns.entries()) {
      const { required, possible } = wordsOf(elements);
      const bytes = [...required].reduce((sum, { length }) => sum + length, 0);
      this.nothing.push({ bytes: -bytes, lacking: [...required].filter(isTelling).length });
      // A word that the line has counts for the pattern. One that it lacks counts against it.
      for (const word of required)
        this.add(word, pattern, { bytes: 2 * word.length, lacking: isTelling(word) ? -1 : 0 });
      for (const word of possible) if (!required.has(word)) this.add(word, pattern, { bytes: word.length, lacking: 0 });
    }
  }

  private add(word: string, pattern: number, gain: Common): void {
    const known = this.gains.get(word);
    if (known === undefined) this.gains.set(word, [{ pattern, gain }]);
    else known.push({ pattern, gain });
  }

  /** What the line has in common with each pattern. */
  inCommon(line: Buffer): Common[] {
    const common = this.nothing.map((nothing) => ({ ...nothing }));
    for (const word of wordsIn(line)) {
      for (const { pattern, gain } of this.gains.get(word) ?? []) {
        common[pattern]!.bytes += gain.bytes;
        common[pattern]!.lacking += gain.lacking;
      }
    }
    return common;
  }
}

function isTelling({ length }: string): boolean {
  return length >= MIN_TELLING_LENGTH;
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
