// Numbers as the page shows them.

/** A number with separators between thousands, as in `12 345`. */
export function count(number: number): string {
  return number.toLocaleString("en").replaceAll(",", "\u202f");
}

/** `1 line`, `2 lines`. */
export function quantity(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** A share in percent, rounded down, so that 100% means all. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.floor((1000 * part) / whole) / 10}%`;
}
