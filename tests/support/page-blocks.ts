/** A fenced block of a page of the documentation. */
export interface Block {
  readonly language: string;
  /** The second word of the fence, if any: the file that the text is, or what a session needs. */
  readonly name: string | undefined;
  readonly text: string;
  /** Where the text begins in the page, and where it ends. */
  readonly from: number;
  readonly to: number;
  /** The line number of the fence, from 1. */
  readonly line: number;
}

const FENCE = "```";

/** The fenced blocks of a page, in their order. */
export function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
    ({ 0: whole, 1: language, 2: name, 3: text, index }) => {
      const to = index + whole.length - FENCE.length;
      const line = page.slice(0, index).split("\n").length;
      return { language: language!, name, text: text!, from: to - text!.length, to, line };
    },
  );
}

/** The page with other texts in some of its blocks. */
export function withTexts(page: string, texts: ReadonlyMap<Block, string>): string {
  let end = 0;
  const pieces = Array.from(texts, ([{ from, to }, text]) => {
    const before = page.slice(end, from);
    end = to;
    return before + text;
  });
  return pieces.join("") + page.slice(end);
}
