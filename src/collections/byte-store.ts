import { equalBytes } from "./byte-ranges.ts";

const FIRST_BLOCK_BYTES = 64 * 1024;
const MAX_BLOCK_BYTES = 8 * 1024 * 1024;

/**
 * Keeps stretches of bytes one after the other, in blocks that neither move nor change: no limit but that of memory, and
 * nothing is ever copied to grow.
 */
export class ByteStore {
  /** The block that is being filled, and where the next stretch begins in it. */
  block: Buffer = Buffer.allocUnsafeSlow(FIRST_BLOCK_BYTES);
  at = 0;

  private readonly blocks: Buffer[] = [this.block];
  /** Whether something is kept in the block that is being filled, be it of no length. */
  private isUsed = false;
  /** Where the block before the one that is being filled ends, and a block that was given back. */
  private before = 0;
  private spare: Buffer | undefined;

  /** The index of the block that is being filled. */
  get current(): number {
    return this.blocks.length - 1;
  }

  /** Makes room for so many bytes at `block[at]`. */
  reserve(count: number): void {
    if (this.at + count <= this.block.length) return;
    this.giveBack();
    const size = Math.max(Math.min(2 * this.block.length, MAX_BLOCK_BYTES), count);
    this.block = this.spare !== undefined && this.spare.length >= size ? this.spare : Buffer.allocUnsafeSlow(size);
    this.spare = undefined;
    this.blocks.push(this.block);
    this.before = this.at;
    this.at = 0;
    this.isUsed = false;
  }

  /** Takes back the room that was made for bytes that are not kept, so that a long stretch that is known takes none. */
  giveBack(): void {
    if (this.isUsed || this.blocks.length === 1) return;
    this.spare = this.blocks.pop();
    this.block = this.blocks.at(-1)!;
    this.at = this.before;
    this.isUsed = true;
  }

  /** Keeps the bytes that were written at `block[at]`. */
  keep(count: number): void {
    this.at += count;
    this.isUsed = true;
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
