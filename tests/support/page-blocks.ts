/** A fenced block of a page of the documentation. */
export interface Block {
  readonly language: string;
  /** The second word of the fence, if any: the file that the text is, or what a session needs. */
  readonly name: string | undefined;
  readonly text: string;
  /** The line number of the fence, from 1. */
  readonly line: number;
}

/** The fenced blocks of a page, in their order. */
export function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(({ 1: language, 2: name, 3: text, index }) => ({
    language: language!,
    name,
    text: text!,
    line: page.slice(0, index).split("\n").length,
  }));
}
