import fc from "fast-check";

/** A change to bytes. Positions are taken modulo the length. */
interface Edit {
  readonly kind: "cut" | "insert" | "repeat" | "overwrite" | "swap" | "end";
  readonly at: number;
  readonly length: number;
  readonly times: number;
  readonly piece: Buffer;
}

const MAX_BYTES = 900_000;

/** Bytes with up to `most` edits, which insert some of these pieces or any bytes. */
export function damagedBytes(bytes: fc.Arbitrary<Buffer>, pieces: readonly string[], most = 6): fc.Arbitrary<Buffer> {
  const piece = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...pieces).map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 4 }).map((some) => Buffer.from(some)) },
  );
  const edit: fc.Arbitrary<Edit> = fc.record({
    kind: fc.constantFrom("cut", "insert", "insert", "repeat", "overwrite", "swap", "end"),
    at: fc.nat(99_999),
    length: fc.oneof(fc.nat(8), fc.nat(200)),
    times: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 3 }) }, { weight: 1, arbitrary: fc.nat(2_000) }),
    piece,
  });
  return fc.tuple(bytes, fc.array(edit, { maxLength: most })).map(([whole, edits]) => edits.reduce(edited, whole));
}

function edited(bytes: Buffer, { kind, at, length, times, piece }: Edit): Buffer {
  const from = at % (bytes.length + 1);
  const [before, part, after] = [
    bytes.subarray(0, from),
    bytes.subarray(from, from + length),
    bytes.subarray(from + length),
  ];
  switch (kind) {
    case "cut":
      return Buffer.concat([before, after]);
    case "insert":
      return Buffer.concat([before, piece, part, after]);
    case "overwrite":
      return Buffer.concat([before, piece, bytes.subarray(from + piece.length)]);
    case "repeat":
      return Buffer.concat([before, ...Array<Buffer>(Math.min(times, maxRepetitions(part))).fill(part), after]);
    case "swap":
      return withLinesSwapped(bytes, at, length);
    case "end":
      return Buffer.concat([before, piece]);
  }
}

/** How often a part may be repeated, so that several edits do not grow the bytes without bound. */
function maxRepetitions(part: Buffer): number {
  return Math.ceil(MAX_BYTES / 8 / Math.max(part.length, 1));
}

function withLinesSwapped(bytes: Buffer, at: number, distance: number): Buffer {
  const lines = bytes.toString("latin1").split("\n");
  const [i, j] = [at % lines.length, (at + distance) % lines.length];
  [lines[i], lines[j]] = [lines[j]!, lines[i]!];
  return Buffer.from(lines.join("\n"), "latin1");
}
