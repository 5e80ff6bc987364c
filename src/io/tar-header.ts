// The header with which a tar archive begins: POSIX.1-2017, pax, "ustar Interchange Format". GNU tar's is alike.

/** The size of the header. */
export const TAR_HEADER_BYTES = 512;

const MAGIC = { from: 257, text: Buffer.from("ustar") };
const CHECKSUM = { from: 148, to: 156 };

const BLANK = 0x20;

/**
 * Whether data that begins with these bytes is a tar archive. A text may have the magic in the same place, but hardly
 * the checksum of its own bytes in octal digits.
 */
export function isTarHeader(head: Buffer): boolean {
  const { from, text } = MAGIC;
  if (head.length < TAR_HEADER_BYTES || !head.subarray(from, from + text.length).equals(text)) return false;
  const digits = /^ *([0-7]+)[ \0]*$/.exec(head.toString("latin1", CHECKSUM.from, CHECKSUM.to))?.[1];
  return digits !== undefined && Number.parseInt(digits, 8) === checksum(head);
}

/** The sum of all bytes of the header. Those of the checksum count as blanks. */
function checksum(head: Buffer): number {
  let sum = 0;
  for (let i = 0; i < TAR_HEADER_BYTES; i++) sum += i >= CHECKSUM.from && i < CHECKSUM.to ? BLANK : head[i]!;
  return sum;
}
