/** Fewer lines, or less text, take no less room when what they share is told apart. */
const MIN_LINES = 3;
const MIN_BYTES = 16;

const BLANK = 0x20;

/**
 * How many bytes all lines begin with, up to and with a blank, so that what is left of each begins with a word. 0 where it is
 * not worth telling once instead of in each. `lineOf` gives the line of one of the `items`.
 */
export function commonStart<Item>(
  items: Iterable<Item> & { readonly length: number },
  lineOf: (item: Item) => Buffer,
): number {
  if (items.length < MIN_LINES) return 0;
  let first: Buffer | undefined;
  let length = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const line = lineOf(item);
    first ??= line;
    const most = Math.min(length, line.length);
    for (length = 0; length < most && line[length] === first[length]; ) length++;
    if (length < MIN_BYTES) return 0;
  }
  while (first !== undefined && length > 0 && first[length - 1] !== BLANK) length--;
  return length < MIN_BYTES ? 0 : length;
}

/** The folder that all these paths are in, with its last slash; of a single path, all of it. Empty if there is none. */
export function commonFolder(paths: readonly string[]): string {
  const [first = "", ...others] = new Set(paths);
  if (others.length === 0) return first;
  let end = first.lastIndexOf("/");
  while (end > 0 && !others.every((path) => path.startsWith(first.slice(0, end + 1)))) {
    end = first.lastIndexOf("/", end - 1);
  }
  return end > 0 ? first.slice(0, end + 1) : "";
}
