import type { Template } from "./rules/template.ts";
import type { OutputBuffer } from "./streams/output-buffer.ts";

/** A template made ready to be written, with a line end after it. */
export class Rendering {
  private readonly literals: readonly Uint8Array[];
  private readonly slots: readonly number[];
  private readonly literalBytes: number;

  constructor({ literals, slots }: Template) {
    const final = literals.length - 1;
    this.literals = literals.map((literal, i) => (i === final ? Buffer.concat([literal, Buffer.from("\n")]) : literal));
    this.slots = slots;
    this.literalBytes = this.literals.reduce((sum, { length }) => sum + length, 0);
  }

  /**
   * Writes the template's pieces from the given one on, a piece being a literal and the capture after it. Gives the piece
   * to go on with when the output is full before the end, else -1. Field i of the line, which has so many bytes, lies at
   * `bounds[2 * i]` to `bounds[2 * i + 1]`.
   */
  write(output: OutputBuffer, bytes: Uint8Array, bounds: readonly number[], length: number, from: number): number {
    const { literals, slots } = this;
    if (from === 0 && output.hasRoom(this.literalBytes + slots.length * length)) {
      output.interleave(literals, slots, bytes, bounds);
      return -1;
    }
    for (let piece = from; piece < literals.length; piece++) {
      if (output.full) return piece;
      const literal = literals[piece]!;
      output.append(literal, 0, literal.length);
      const slot = slots[piece];
      if (slot !== undefined) output.append(bytes, bounds[2 * slot]!, bounds[2 * slot + 1]!);
    }
    return -1;
  }
}
