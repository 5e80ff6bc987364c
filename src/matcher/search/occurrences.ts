/**
 * Calls `add` with each place of a literal in a text that ends at or before `end`, in ascending order and overlapping ones
 * too, in time linear in the text however the two repeat (Knuth, Morris and Pratt, 1977).
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

/** For each count of matched bytes: how many of them still match when the literal moves on. */
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
