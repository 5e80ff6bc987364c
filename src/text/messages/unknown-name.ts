// What messages say of an unknown name.
import { nearest } from "./nearest.ts";
import { quoted } from "./phrases.ts";

/**
 * Returns `did you mean 'path'?` with the known name that is near the first of the names that has such a one, or
 * `otherwise` if none has.
 */
export function nearestOr(names: readonly string[], known: Iterable<string>, otherwise: string): string {
  const near = names.map((name) => nearest(name, known)).find((one) => one !== undefined);
  return near === undefined ? otherwise : `did you mean ${quoted(near)}?`;
}

/** How many names a message lists. */
const MAX_LISTED = 10;

/** Lists names in quotes, at most ten of them, and counts the others: `'a', 'b' and 5 more`. */
export function namesInWords(names: readonly string[]): string {
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : "";
  return `${names.slice(0, MAX_LISTED).map(quoted).join(", ")}${more}`;
}
