import { printableBytes } from "../../diagnostics/printable.ts";
import type { Sink } from "../../streams/sink.ts";

const NEWLINE = 0x0a;

/** Bytes that need no look at those beside them: printable ASCII, tabs and ends of lines. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number((byte >= 0x20 && byte <= 0x7e) || byte === 0x09 || byte === NEWLINE),
);

/**
 * Lines of logs on their way to a terminal: what it would obey or not show is written as an escape. Bytes come whole lines at
 * a time or not; a character that the next bytes complete waits for them.
 */
export function terminalSink(sink: Sink): Sink {
  let begun: Buffer = Buffer.alloc(0);
  return {
    write: async (bytes) => {
      if (begun.length === 0 && bytes.every((byte) => PLAIN[byte] === 1)) return sink.write(bytes);
      const all = Buffer.concat([begun, bytes]);
      const end = all.length - beginningOfCharacter(all);
      begun = all.subarray(end);
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

/** How many bytes at the end are a character of UTF-8 that is not complete: 3 at most. */
function beginningOfCharacter(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count++) {
    const byte = bytes[bytes.length - count]!;
    if ((byte & 0xc0) === 0x80) continue;
    const length =
      byte >= 0xf0 && byte <= 0xf4 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 1;
    return length > count ? count : 0;
  }
  return 0;
}
