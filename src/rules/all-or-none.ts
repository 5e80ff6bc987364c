/** The items, if all of them could be read: what is left of others would be another thing than what is written. */
export function allOrNone<T>(items: readonly (T | undefined)[]): T[] | undefined {
  const known = items.filter((item) => item !== undefined);
  return known.length === items.length ? known : undefined;
}
