import type { Template } from "../rules/template.ts";
import { interleave } from "../streams/interleave.ts";
import type { OutputBuffer } from "../streams/output-buffer.ts";

/** A template made ready to be written, with an ending after it. */
export class Rendering {
  /** The template's literals, one after the other. */
  private readonly text: Buffer;
  /** Where each literal ends. */
  private readonly ends: readonly number[];
  /** The field that comes after each literal but the last. */
  private readonly slots: readonly number[];

  constructor({ literals, slots }: Template, ending = "\n") {
    this.text = Buffer.concat([...literals, Buffer.from(ending)]);
    let end = 0;
    this.ends = literals.map(({ length }) => {
      end += length;
      return end;
    });
    this.slots = slots;
  }

  /** How many bytes the template takes. Field i of the line lies at `bounds[2 * i]` to `bounds[2 * i + 1]`. */
  length(bounds: readonly number[]): number {
    let { length } = this.text;
    for (const slot of this.slots) length += bounds[2 * slot + 1]! - bounds[2 * slot]!;
    return length;
  }

  /** Writes the template at `target[at]`, where there is room for it. */
  writeInto(target: Uint8Array, at: number, bytes: Uint8Array, bounds: readonly number[]): void {
    interleave(this.text, this.ends, this.slots, bytes, bounds, target, at);
  }

  /** Writes the template all at once; false, and nothing is written, when there may be no room for a line of that length. */
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
