/**
 * Calls `add` with each place of a literal between `from` and `end`, in ascending order, including overlapping ones.
 * Takes time linear in the text, however repetitive it is (Knuth, Morris and Pratt, 1977).
 */
export function forEachOccurrence(
  literal: Uint8Array,
  bytes: Uint8Array,
  from: number,
  end: number,
  add: (place: number) => void,
): void {
  const borders = bordersOf(literal);
  let matched = 0;
  for (let i = from; i < end; i++) {
    const byte = bytes[i];
    while (matched > 0 && (matched === literal.length || byte !== literal[matched])) matched = borders[matched]!;
    if (byte === literal[matched]) matched++;
    if (matched === literal.length) add(i + 1 - matched);
  }
}

/** For each number of matched bytes: how many still match after the literal moves on. */
function bordersOf(literal: Uint8Array): number[] {
  const borders = [0, 0];
  let border = 0;
  for (let i = 1; i < literal.length; i++) {
    while (border > 0 && literal[i] !== literal[border]) border = borders[border]!;
    if (literal[i] === literal[border]) border++;
    borders.push(border);
  }
  return borders;
}
