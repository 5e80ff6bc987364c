import { Stops } from "./stops.ts";

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where a string closes that opened right before: at the next quote that no backslash escapes. */
export function closingQuotes(): Stops {
  return new Stops((byte) => byte === QUOTE, BACKSLASH);
}
