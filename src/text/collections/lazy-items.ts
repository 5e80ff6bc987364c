// How `console.log`, the messages of tests and `JSON.stringify` show objects of the library.

/** The key of the method with which Node shows an object. What it returns is shown in its place. */
export const INSPECT: unique symbol = Symbol.for("nodejs.util.inspect.custom");

interface InspectOptions {
  readonly maxArrayLength?: number | null | undefined;
}

/** How many items Node shows by default. */
const USUAL_LENGTH = 100;

/** Items that are made anew by each iteration, because they may be too many for an array. Shown as an array of them. */
export class LazyItems<Item> implements Iterable<Item> {
  readonly #count: number;
  readonly #items: () => Iterator<Item>;

  constructor(count: number, items: () => Iterator<Item>) {
    this.#count = count;
    this.#items = items;
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#items();
  }

  toJSON(): Item[] {
    return Array.from(this);
  }

  /** An array with the length of all items that makes only those that are shown; or why they cannot be made. */
  [INSPECT](depth: number, { maxArrayLength }: InspectOptions): Item[] | string {
    const shown: Item[] = [];
    const most = depth < 0 ? 0 : (maxArrayLength ?? USUAL_LENGTH);
    try {
      for (const item of this) {
        if (shown.length >= most) break;
        shown.push(item);
      }
    } catch (error) {
      return `[${error instanceof Error ? error.message : error}]`;
    }
    shown.length = this.#count;
    return shown;
  }
}
