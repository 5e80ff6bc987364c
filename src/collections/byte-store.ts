import { equalBytes } from "./equal-bytes.ts";

const FIRST_BLOCK_BYTES = 64 * 1024;
const LARGEST_BLOCK_BYTES = 8 * 1024 * 1024;

/**
 * Keeps stretches of bytes one after the other, in blocks that neither move nor change: no limit but that of memory, and
 * nothing is ever copied to grow.
 */
export class ByteStore {
  /** The block that is being filled, and where the next stretch begins in it. */
  block: Buffer = Buffer.allocUnsafeSlow(FIRST_BLOCK_BYTES);
  at = 0;
  /** The index of that block. */
  get current(): number {
    return this.blocks.length - 1;
  }

  private readonly blocks: Buffer[] = [this.block];

  /** Makes room for so many bytes at `block[at]`. */
  reserve(count: number): void {
    if (this.at + count <= this.block.length) return;
    const size = Math.min(2 * this.block.length, LARGEST_BLOCK_BYTES);
    this.block = Buffer.allocUnsafeSlow(Math.max(size, count));
    this.blocks.push(this.block);
    this.at = 0;
  }

  /** Keeps the bytes that were written at `block[at]`. */
  keep(count: number): void {
    this.at += count;
  }

  /** A block by its index. */
  blockAt(index: number): Buffer {
    return this.blocks[index]!;
  }

  /** The bytes kept in a block at an offset, without a copy. */
  bytes(block: number, start: number, length: number): Buffer {
    return this.blocks[block]!.subarray(start, start + length);
  }

  /** Whether the bytes kept in a block at an offset are those that lie at `block[at]`. */
  equalsReserved(block: number, start: number, length: number): boolean {
    return equalBytes(this.blocks[block]!, start, this.block, this.at, length);
  }
}
