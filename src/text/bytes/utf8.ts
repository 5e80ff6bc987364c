/** Whether the bytes are UTF-8 as defined by Unicode (table 3-7): without surrogates and overlong characters. */
export function isUtf8(bytes: Uint8Array): boolean {
  for (let at = 0, length: number; at < bytes.length; at += length) {
    length = characterLength(bytes, at);
    if (length === 0) return false;
  }
  return true;
}

export function areUtf8(pieces: Iterable<Buffer>): boolean {
  for (const piece of pieces) if (!isUtf8(piece)) return false;
  return true;
}

/** The length in bytes of the UTF-8 character that begins at an offset, or 0 if none does. */
export function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  const length = lengthBy(lead);
  if (length === 0 || at + length > bytes.length || !maySucceed(lead, bytes[at + 1]!)) return 0;
  for (let i = at + 2; i < at + length; i++) if (!isContinuation(bytes[i]!)) return 0;
  return length;
}

/** The length that the first byte of a character of several bytes announces, or 0 if no character begins with it. */
export function lengthBy(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** Whether a byte may come second. The bounds exclude overlong characters, surrogates and what is beyond Unicode. */
function maySucceed(lead: number, byte: number): boolean {
  switch (lead) {
    case 0xe0:
      return byte >= 0xa0 && byte <= 0xbf;
    case 0xed:
      return byte >= 0x80 && byte <= 0x9f;
    case 0xf0:
      return byte >= 0x90 && byte <= 0xbf;
    case 0xf4:
      return byte >= 0x80 && byte <= 0x8f;
    default:
      return isContinuation(byte);
  }
}

/** Whether a byte continues a UTF-8 character. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
