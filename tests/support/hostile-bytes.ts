import fc from "fast-check";

/** Bytes of lines: no `\n`, but everything that a file of known lines must escape. */
export const hostileBytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom("\\", "\\x", "\\x41", "#", "<<<<<<<", "=======", "|||||||", ">>>>>>>", " ", "\t", "\r", "\u0085")
        .map((text) => Buffer.from(text)),
      fc
        .constantFrom("\u202e", "\ufeff", "\x1b[31m", "é", "漢", "🎉", "\u2028", "\u00a0")
        .map((text) => Buffer.from(text)),
    ),
    { maxLength: 6 },
  )
  .map((parts) => Buffer.concat(parts).filter((byte) => byte !== 0x0a));
