import { isAlphanumeric, isSmall } from "../../text/bytes/ascii.ts";

/**
 * Finds the id that was probably meant by a text that is none. Ids are often copied with what stands beside them: as
 * `req-7f3a` where the rules have `req-{id}`, or the other way round. Other programs may write them in capitals: the
 * case of ASCII letters does not count.
 */
export class NearId {
  private readonly wanted: Buffer;
  /** The longest id that is a part of the text. */
  private part: Buffer | undefined;
  /** The shortest id of which the text is a part. */
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
