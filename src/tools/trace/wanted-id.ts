import type { Interner } from "../../text/collections/interner.ts";

/** The result of looking for an id. */
export interface IdChoice {
  /** The number of the id; undefined if there is none, or if there are several. */
  readonly number: number | undefined;
  /** The id, if it only begins with the wanted text. */
  readonly taken?: Buffer | undefined;
  /** The ids that begin with it, if there are several. Sorted by their bytes. */
  readonly candidates: readonly Buffer[];
}

/** Finds an id or, with `takesPrefix`, the only one that begins with the wanted text. An empty text finds none. */
export function chosenId(ids: Interner, wanted: Uint8Array, takesPrefix: boolean): IdChoice {
  const begun: number[] = [];
  for (let id = 0; id < ids.size; id++) {
    const bytes = ids.bytes(id);
    if (bytes.length < wanted.length || bytes.compare(wanted, 0, wanted.length, 0, wanted.length) !== 0) continue;
    if (bytes.length === wanted.length) return { number: id, candidates: [] };
    begun.push(id);
  }
  if (!takesPrefix || wanted.length === 0) return { number: undefined, candidates: [] };
  if (begun.length === 1) return { number: begun[0], taken: ids.bytes(begun[0]!), candidates: [] };
  return { number: undefined, candidates: begun.map((id) => ids.bytes(id)).sort(Buffer.compare) };
}

/**
 * Finds the id that was probably meant by a text that is no id: the longest one that the text contains or, if there is
 * none, the shortest that contains the text. Ids are often copied with their surroundings: as `req-7f3a` where the
 * rules have `req-{id}`, or the other way round. Other programs may write them in capitals, so case does not count.
 */
export class NearId {
  private readonly wanted: string;
  private part: Buffer | undefined;
  private whole: Buffer | undefined;

  constructor(wanted: Uint8Array) {
    this.wanted = textOf(Buffer.from(wanted));
  }

  get found(): Buffer | undefined {
    return this.part ?? this.whole;
  }

  /** Looks at the id from `from` up to but not including `to`. */
  note(bytes: Buffer, from: number, to: number): void {
    const { wanted, part, whole } = this;
    const length = to - from;
    const isPart = length < wanted.length;
    if (wanted === "" || (isPart ? length <= (part?.length ?? 0) : length >= (whole?.length ?? Infinity))) return;
    const id = bytes.subarray(from, to);
    if (isPart && hasPart(wanted, textOf(id))) this.part = Buffer.from(id);
    if (!isPart && hasPart(textOf(id), wanted)) this.whole = Buffer.from(id);
  }
}

function textOf(id: Buffer): string {
  return id.toString("latin1").toLowerCase();
}

/** A letter or a digit. All bytes of characters beyond ASCII count as letters. */
const WORD = /[a-z0-9\x80-\xff]/;

/** Whether a text has another one in it, with neither a letter nor a digit beside it. */
function hasPart(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const beside = (text[at - 1] ?? "") + (text[at + part.length] ?? "");
    if (!WORD.test(beside)) return true;
  }
  return false;
}
