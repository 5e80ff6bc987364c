// What some runtime that we support lacks: Node 20 has no `Map.groupBy`, and browsers have no `isDeepStrictEqual`.

/**
 * Whether two values hold the same: arrays, byte arrays and maps with equal items in the same order, objects of one
 * class with the same properties, and all else by `Object.is`. Values must not contain themselves.
 */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (a instanceof Map || a instanceof Set) return isDeepEqual([...a], [...(b as typeof a)]);
  if (a instanceof Uint8Array) {
    const other = b as typeof a;
    return a.length === other.length && a.every((byte, i) => byte === other[i]);
  }
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  if (keys.length !== others.length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isDeepEqual(a[key as keyof typeof a], b[key as keyof typeof b]));
}

/** The items in groups by key. The groups are in the order of their first items. */
export function groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) addToGroup(groups, keyOf(item), item);
  return groups;
}

/** Adds an item to the group of a key, which may be its first. */
export function addToGroup<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}
