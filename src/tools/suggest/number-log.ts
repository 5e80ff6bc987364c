import { closeSync, readSync } from "node:fs";
import { temporaryFile } from "../../io/rereadable.ts";
import { writeAll } from "../../io/sink.ts";
import type { ShapeNumbers } from "./shape-collector.ts";

/** How many numbers are written or read at a time. */
const BLOCK = 16 * 1024;
const BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** Numbers of up to 32 bits in a temporary file, which `close` deletes. Throws a CopyError or the system's error. */
export class NumberLog implements ShapeNumbers {
  private readonly fd = temporaryFile();
  private readonly block = new Uint32Array(BLOCK);
  /** How many numbers the block holds, and which of them `next` returns next. */
  private used = 0;
  private at = 0;
  private position = 0;

  push(value: number): void {
    if (this.used === BLOCK) this.flush();
    this.block[this.used++] = value;
  }

  rewind(): void {
    // Nothing has been read yet: the last numbers are not in the file.
    if (this.position === 0) this.flush();
    this.used = 0;
    this.at = 0;
    this.position = 0;
  }

  next(): number {
    if (this.at === this.used) {
      const bytes = Buffer.from(this.block.buffer);
      const count = readSync(this.fd, bytes, 0, bytes.length, this.position);
      this.position += count;
      this.used = count / BYTES;
      this.at = 0;
    }
    return this.block[this.at++]!;
  }

  close(): void {
    closeSync(this.fd);
  }

  private flush(): void {
    writeAll(this.fd, Buffer.from(this.block.buffer, 0, this.used * BYTES));
    this.used = 0;
  }
}
