// How the official files of Logstash define the names that are well known here. A file that defines such a name in the
// same words means the same, for which well-known.ts has a field type or an expression that rules can say.

import { FNV_OFFSET, FNV_PRIME } from "../../../text/collections/value-key.ts";

/** The hashes of `NAME definition`, of both sets of files. Definitions with fields are not among them. */
const OFFICIAL = new Set(
  `
e249b248 45aaa68d 1b69a202 44656eca ae261748 15023356 6587e57d 0788ba11 da918859 3611b4c5 caea6909 1fe8fd32 afedef57
af610b16 f11258fc 1e122a7c 4ed848af 9ffb3ab0 f43cbc5e 431bb7d9 587c5987 435b4ebb 43afd021 022e17e0 117a7ee3 38160a96
644d5258 4101a93e 36a15605 fcc14ca5 247db17a e3f889dd ae564646 305a02c9 7bb9fbec 58a373d4 a4b5bb07 c8894e4c d2c9ab40
aad171e8 374e81c2 760b47dc b8353797 c25c27ad 9f1d4c1e 506a880a dfc57819 356f0a41 207e01dd 5e74c927 ea3ec950 8a71391d
7fc821fe a87389be 88a91eea ee0c7061 8a2c7fcb 4404a198 3b17be63 e4235a4c 5e7b2b78 7edfc5aa 777b169c dcd832ad 664c04a2
fbcbb527 a4f6ee3f 12b47e83 c14d2e05 acc50a85 31b5b743 99a76499 0df1aa55 30975de5 5db605ed 0e68aa97 f0ce499c f33c69e7
ff85a067 1ace715b 514b4b58 ed1434ce 7cc7122d 2a033067 641d884c cd0882e9 dba5884f 97750da5 ce46db2b
`.split(/\s+/),
);

/** Whether an official file defines a name so. */
export function isOfficial({ name, text }: { readonly name: string; readonly text: string }): boolean {
  let hash = FNV_OFFSET;
  for (const byte of Buffer.from(`${name} ${text}`)) hash = Math.imul(hash ^ byte, FNV_PRIME);
  return OFFICIAL.has((hash >>> 0).toString(16).padStart(8, "0"));
}
