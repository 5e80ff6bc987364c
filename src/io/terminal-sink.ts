import { NEWLINE } from "../text/bytes/ascii.ts";
import { isContinuation, lengthBy } from "../text/bytes/utf8.ts";
import { printableBytes } from "../text/messages/printable.ts";
import type { Sink } from "./sink.ts";

/** 1 for each byte that can go to the terminal as it is: printable ASCII, tabs and line feeds. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number((byte >= 0x20 && byte <= 0x7e) || byte === 0x09 || byte === NEWLINE),
);

/**
 * Writes what a terminal would interpret or could not show as an escape. Writes need not end with a line or a
 * character: an incomplete character waits for the next one.
 */
export function terminalSink(sink: Sink): Sink {
  let partial: Buffer = Buffer.alloc(0);
  return {
    write: async (bytes) => {
      if (partial.length === 0 && bytes.every((byte) => PLAIN[byte] === 1)) return sink.write(bytes);
      const all = Buffer.concat([partial, bytes]);
      const end = all.length - incompleteLength(all);
      partial = all.subarray(end);
      const pieces: Buffer[] = [];
      for (let from = 0; from < end; ) {
        const newline = all.indexOf(NEWLINE, from);
        const to = newline === -1 ? end : newline;
        for (const piece of printableBytes(all.subarray(from, to))) pieces.push(Buffer.from(piece));
        if (newline !== -1) pieces.push(all.subarray(newline, newline + 1));
        from = to + 1;
      }
      await sink.write(Buffer.concat(pieces));
    },
  };
}

/** The number of bytes at the end that are the start of a UTF-8 character, from 0 to 3. */
function incompleteLength(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count++) {
    const byte = bytes[bytes.length - count]!;
    if (isContinuation(byte)) continue;
    return lengthBy(byte) > count ? count : 0;
  }
  return 0;
}
