/** A shared start must have this size to be shown once instead of in each line. */
const MIN_LINES = 3;
const MIN_BYTES = 16;

const BLANK = 0x20;

/**
 * Returns the length of the common start of all lines, in bytes. It ends with a space, so that the rest of each line
 * begins with a word. Returns 0 if the start is too short to be shown once instead of in each line. `lineOf` returns
 * the line of an item.
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
    const limit = Math.min(length, line.length);
    for (length = 0; length < limit && line[length] === first[length]; ) length++;
    if (length < MIN_BYTES) return 0;
  }
  while (first !== undefined && length > 0 && first[length - 1] !== BLANK) length--;
  return length < MIN_BYTES ? 0 : length;
}

/**
 * Returns the folder that contains all paths, with a slash at its end, or an empty text. For a single path, returns
 * that path.
 */
export function commonFolder(paths: readonly string[]): string {
  const [first = "", ...others] = new Set(paths);
  if (others.length === 0) return first;
  let end = first.lastIndexOf("/");
  while (end > 0 && !others.every((path) => path.startsWith(first.slice(0, end + 1)))) {
    end = first.lastIndexOf("/", end - 1);
  }
  return end > 0 ? first.slice(0, end + 1) : "";
}
