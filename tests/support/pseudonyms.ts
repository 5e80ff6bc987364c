import { createHmac } from "node:crypto";

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** The name of a value by a key, without its field: the oracle of `pseudonym`. */
export function nameOf(key: string | Uint8Array, value: string | Uint8Array): string {
  const hash = createHmac("sha256", key).update(value).digest().subarray(0, 8);
  // 64 bits, and one to fill the last of thirteen characters.
  const bits = `${Array.from(hash, (byte) => byte.toString(2).padStart(8, "0")).join("")}0`;
  return bits
    .match(/.{5}/g)!
    .map((five) => BASE32[Number.parseInt(five, 2)])
    .join("");
}
