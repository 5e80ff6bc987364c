import { isDigit } from "../timestamp/bytes.ts";

/** Whether `byte` is a hexadecimal digit of either case. */
export function isHexDigit(byte: number): boolean {
  return isDigit(byte) || ((byte | 0x20) - 0x61) >>> 0 < 6;
}
