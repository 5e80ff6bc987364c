/** How many digits a whole number has that is not negative. */
export function digitsOf(number: number): number {
  let digits = 1;
  for (let next = 10; next <= number; next *= 10) digits++;
  return digits;
}
