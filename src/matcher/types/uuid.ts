import { DASH } from "../timestamp/bytes.ts";
import { isHexDigit } from "./hex-digit.ts";

const LENGTH = 36;

/** As `Ends`, for UUIDs: groups of 8, 4, 4, 4 and 12 hexadecimal digits with dashes between. A start has one end at most. */
export function uuidEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  if (at + LENGTH > end) return 0;
  for (let i = 0; i < LENGTH; i++) {
    const byte = bytes[at + i]!;
    const isRight = i === 8 || i === 13 || i === 18 || i === 23 ? byte === DASH : isHexDigit(byte);
    if (!isRight) return 0;
  }
  ends[0] = at + LENGTH;
  return 1;
}
