import { isAlphanumeric, isSmall } from "../../text/bytes/ascii.ts";
import type { Interner } from "../../text/collections/interner.ts";

/** The result of looking for an id. */
export interface IdChoice {
  /** The number of the id; undefined if there is none, or if there are several. */
  readonly number: number | undefined;
  /** The id, if it only begins with the wanted text. */
  readonly taken?: Buffer;
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
 * Finds the id that was probably meant by a text that is no id. Ids are often copied with their surroundings: as
 * `req-7f3a` where the rules have `req-{id}`, or the other way round. Other programs may write them in capitals: the
 * case of ASCII letters does not count.
 */
export class NearId {
  private readonly wanted: Buffer;
  /** The longest id that is a part of the text. */
  private part: Buffer | undefined;
  /** The shortest id that contains the text. */
  private whole: Buffer | undefined;

  constructor(wanted: Uint8Array) {
    this.wanted = Buffer.from(wanted);
  }

  /** The id that the text contains or, if there is none, one that contains the text. */
  get found(): Buffer | undefined {
    return this.part ?? this.whole;
  }

  /** Looks at the id from `from` up to but not including `to`. */
  note(bytes: Buffer, from: number, to: number): void {
    const { wanted, part, whole } = this;
    const length = to - from;
    if (length < wanted.length) {
      if (length > (part?.length ?? 0) && isPart(bytes, from, to, wanted, 0, wanted.length))
        this.part = Buffer.from(bytes.subarray(from, to));
    } else if (length < (whole?.length ?? Number.POSITIVE_INFINITY) && wanted.length > 0) {
      if (isPart(wanted, 0, wanted.length, bytes, from, to)) this.whole = Buffer.from(bytes.subarray(from, to));
    }
  }
}

/** Whether the text of one range is in the other one, with neither a letter nor a digit beside them. */
function isPart(part: Buffer, partFrom: number, partTo: number, whole: Buffer, from: number, to: number): boolean {
  const length = partTo - partFrom;
  for (let at = from; at + length <= to; at++) {
    if (at > from && isWordByte(whole[at - 1]!)) continue;
    if (at + length < to && isWordByte(whole[at + length]!)) continue;
    if (isSameText(whole, at, part, partFrom, length)) return true;
  }
  return false;
}

function isSameText(a: Buffer, aFrom: number, b: Buffer, bFrom: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (toCapital(a[aFrom + i]!) !== toCapital(b[bFrom + i]!)) return false;
  return true;
}

function toCapital(byte: number): number {
  return isSmall(byte) ? byte - 0x20 : byte;
}

/** Whether a byte belongs to a letter or a digit. All characters beyond ASCII count as letters. */
function isWordByte(byte: number): boolean {
  return isAlphanumeric(byte) || byte >= 0x80;
}
