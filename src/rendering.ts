import type { Template } from "./rules/template.ts";
import type { OutputBuffer } from "./streams/output-buffer.ts";

/** A template made ready to be written, with a line end after it. */
export class Rendering {
  /** The template's literals, one after the other. */
  private readonly text: Buffer;
  /** Where each literal ends. */
  private readonly ends: readonly number[];
  /** The field that comes after each literal but the last. */
  private readonly slots: readonly number[];

  constructor({ literals, slots }: Template) {
    this.text = Buffer.concat([...literals, Buffer.from("\n")]);
    let end = 0;
    this.ends = literals.map(({ length }) => {
      end += length;
      return end;
    });
    this.slots = slots;
  }

  /**
   * Writes the template all at once; false, and nothing is written, when there is no room for it. Field i of the line, which
   * has so many bytes, lies at `bounds[2 * i]` to `bounds[2 * i + 1]`.
   */
  write(output: OutputBuffer, bytes: Uint8Array, bounds: readonly number[], length: number): boolean {
    if (!output.hasRoom(this.text.length + this.slots.length * length)) return false;
    output.interleave(this.text, this.ends, this.slots, bytes, bounds);
    return true;
  }

  /**
   * Writes the template's pieces from the given one on, a piece being a literal and the capture after it. Gives the piece
   * to go on with when the output is full before the end, else -1.
   */
  writeFrom(piece: number, output: OutputBuffer, bytes: Uint8Array, bounds: readonly number[]): number {
    const { text, ends, slots } = this;
    for (let i = piece; i < slots.length; i++) {
      if (output.full) return i;
      output.append(text, ends[i - 1] ?? 0, ends[i]!);
      output.append(bytes, bounds[2 * slots[i]!]!, bounds[2 * slots[i]! + 1]!);
    }
    if (output.full) return slots.length;
    output.append(text, ends[slots.length - 1] ?? 0, text.length);
    return -1;
  }
}
