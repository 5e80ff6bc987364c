// Fractions of a second as they are written, a whole number and how many decimals it is of, and as nanoseconds.

/** The nanoseconds of a unit of the last decimal, by the number of decimals, 0 to 9. */
const UNITS = [1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1];

/** The nanoseconds of a fraction of so many decimals. */
export function nanosecondsOf(fraction: number, decimals: number): number {
  return fraction * UNITS[decimals]!;
}

/** The fraction with so many decimals; those beyond are cut off. */
export function fractionOf(nanoseconds: number, decimals: number): number {
  return Math.floor(nanoseconds / UNITS[decimals]!);
}
