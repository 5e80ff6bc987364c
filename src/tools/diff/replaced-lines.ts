import type { Range } from "../../text/messages/text-rows.ts";
import { type ChangedWords, changedWords } from "./changed-words.ts";
import type { Added, ComparisonLine, GroupIds, Removed } from "./difference.ts";

/** Longer runs are unlikely to be the same lines in the same order. */
const MAX_LINES = 32;

/** Words are marked only if this share of both lines is equal. */
const MIN_EQUAL_SHARE = 1 / 2;

const NO_WORDS: ChangedWords = { old: [], new: [] };

/** A line of one side, and the words in it that its counterpart lacks. */
interface MarkedLine {
  readonly kind: "removed" | "added";
  readonly line: ComparisonLine<Buffer>;
  readonly words: readonly Range[];
}

/**
 * Collects removed lines and the added lines after them. If they are equally many, the i-th added line is taken to
 * replace the i-th removed one, and the words that differ are found. This is for lines without fields, which no rule
 * matched.
 */
export class ReplacedLines {
  group: GroupIds<Buffer> | undefined;
  private removed: ComparisonLine<Buffer>[] = [];
  private added: ComparisonLine<Buffer>[] = [];

  /** Takes a line. Returns false if it cannot belong to the lines that were collected, or if there are too many. */
  take(item: Removed<Buffer> | Added<Buffer>): boolean {
    const { removed, added } = this;
    const isFirst = removed.length === 0;
    if (!isFirst && item.group !== this.group) return false;
    if (item.kind === "removed") {
      if (added.length > 0 || removed.length === MAX_LINES) return false;
      removed.push(item.old);
    } else {
      if (added.length === removed.length) return false;
      added.push(item.new);
    }
    this.group = item.group;
    return true;
  }

  /** Returns the collected lines in their order, and begins anew. */
  end(): MarkedLine[] {
    const { removed, added } = this;
    this.removed = [];
    this.added = [];
    const words = removed.map((old, i) =>
      removed.length === added.length ? wordsOfAlike(old.output, added[i]!.output) : NO_WORDS,
    );
    return [
      ...removed.map((line, i) => ({ kind: "removed", line, words: words[i]!.old }) as const),
      ...added.map((line, i) => ({ kind: "added", line, words: words[i]!.new }) as const),
    ];
  }
}

/** The words that differ; none if the lines have too little in common. */
function wordsOfAlike(old: Buffer, next: Buffer): ChangedWords {
  const words = changedWords(old, next);
  return isMostlyEqual(old, words.old) && isMostlyEqual(next, words.new) ? words : NO_WORDS;
}

function isMostlyEqual({ length }: Buffer, words: readonly Range[]): boolean {
  const differing = words.reduce((sum, { from, to }) => sum + to - from, 0);
  return length - differing >= MIN_EQUAL_SHARE * length;
}
