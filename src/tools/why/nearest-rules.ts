import type { Element } from "../../matcher/pattern.ts";
import type { BudgetedLine, Mismatch } from "./attempts.ts";
import { type Fix, SLIP_COST } from "./suggest-fix.ts";

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

/** A line pattern that a line may nearly match. */
export interface SimilarPattern {
  /** Its index in the rulebook. */
  readonly linePattern: number;
  readonly elements: readonly Element[];
  /** How much text the line has in common with it, anywhere in the line. */
  readonly common: number;
  /** Whether the line lacks most of its words, and more than one. */
  readonly isForeign: boolean;
}

/** A candidate that does not match, and where. */
interface Near {
  readonly candidate: SimilarPattern;
  readonly mismatch: Mismatch;
  /** The offset up to which it matches, including the part of its next text that is there. */
  readonly upTo: number;
}

/** The share of a line's budget for finding out how far rules match. The rest is for edits. */
const FOR_PROGRESS = 1 / 3;

/**
 * The candidates that do not match a line. Those with the most matching elements come first; among these, those that
 * got furthest, then those that the line has most in common with, then the first given. If the budget is too small to
 * walk all of them, those that the line has least in common with are left out.
 */
export function byProgress(candidates: readonly SimilarPattern[], line: BudgetedLine): Near[] {
  return candidates
    .toSorted((a, b) => b.common - a.common)
    .flatMap((candidate): Near[] => {
      if (line.hasSpent(FOR_PROGRESS)) return [];
      const mismatch = line.tryRule(candidate.elements);
      return mismatch === undefined ? [] : [{ candidate, mismatch, upTo: upTo(candidate, mismatch, line.bytes) }];
    })
    .sort((a, b) => b.mismatch.matched - a.mismatch.matched || b.upTo - a.upTo);
}

function upTo({ elements }: SimilarPattern, { element: index, at, isOpen }: Mismatch, line: Buffer): number {
  const element = elements[index];
  if (isOpen || element === undefined || !("text" in element)) return at;
  const text = Buffer.from(element.text);
  let agreed = 0;
  while (agreed < text.length && line[at + agreed] === text[agreed]) agreed++;
  return at + agreed;
}

/** How many of those that got furthest are examined, and how many of those that the line has most in common with. */
const MAX_OF_EACH = 3;

/**
 * The ones that may be the nearest, of what `byProgress` returns. The likeliest come first, because the budget may run
 * out.
 */
export function shortlist(near: readonly Near[]): Near[] {
  const familiar = near.toSorted((a, b) => b.candidate.common - a.candidate.common);
  return [...new Set([...familiar.slice(0, MAX_OF_EACH), ...near.slice(0, MAX_OF_EACH)])];
}

/**
 * The fix, unless the line is of another event than the rule: it lacks most of the rule's words, and not because of a
 * slip. Edits would only bend the rule until it matches both.
 */
export function unlessForeign({ isForeign }: SimilarPattern, fix: Fix | undefined): Fix | undefined {
  return isForeign && fix !== undefined && fix.cost > SLIP_COST ? undefined : fix;
}

/** How many common bytes outweigh one unit of an edit's cost, and how many one matching element is worth. */
const BYTES_FOR_COST = 2;
const BYTES_FOR_ELEMENT = 4;
/** A rule without a suggested fix counts as if its fix cost this much. */
const COST_WITHOUT_FIX = 20;

/**
 * Orders rules, the nearest first. People look for the rule that was written for such lines, and know it by its words.
 * How far a rule matches says little if all lines begin alike and the slip is in that beginning. For 20 lines of real
 * logs with a slip in them, this order puts the right rule first 19 times, and the order by matching elements 14 times.
 * Equally near rules keep their order.
 */
export function ranked<T extends Omit<Near, "upTo"> & { readonly fix: Fix | undefined }>(all: readonly T[]): T[] {
  const nearness = ({ candidate, mismatch, fix }: T): number =>
    candidate.common +
    BYTES_FOR_ELEMENT * mismatch.matched -
    BYTES_FOR_COST * Math.min(fix?.cost ?? COST_WITHOUT_FIX, COST_WITHOUT_FIX);
  return all.toSorted((a, b) => nearness(b) - nearness(a));
}
