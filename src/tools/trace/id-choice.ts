import type { Interner } from "../../text/collections/interner.ts";

/** The id that the user asked for. */
interface IdChoice {
  /** The number of the id; undefined if there is none, or if there are several. */
  readonly number: number | undefined;
  /** Whether the id only begins with what was asked for. */
  readonly isPrefix: boolean;
  /** The ids that begin with it, if there are several. Sorted by their bytes. */
  readonly candidates: readonly Buffer[];
}

/**
 * Finds an id or, with `takesPrefix`, the only one that begins with what was asked for. An empty text is not a prefix
 * of any id.
 */
export function chosenId(ids: Interner, wanted: Uint8Array, takesPrefix: boolean): IdChoice {
  const begun: number[] = [];
  for (let id = 0; id < ids.size; id++) {
    const bytes = ids.bytes(id);
    if (bytes.length < wanted.length || bytes.compare(wanted, 0, wanted.length, 0, wanted.length) !== 0) continue;
    if (bytes.length === wanted.length) return { number: id, isPrefix: false, candidates: [] };
    begun.push(id);
  }
  if (!takesPrefix || wanted.length === 0 || begun.length === 0)
    return { number: undefined, isPrefix: false, candidates: [] };
  if (begun.length === 1) return { number: begun[0], isPrefix: true, candidates: [] };
  return { number: undefined, isPrefix: true, candidates: begun.map((id) => ids.bytes(id)).sort(Buffer.compare) };
}
