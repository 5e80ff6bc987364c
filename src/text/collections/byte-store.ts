import { copyBytes, equalBytes } from "../bytes/copy.ts";

const INITIAL_BLOCK_BYTES = 64 * 1024;
const MAX_BLOCK_BYTES = 8 * 1024 * 1024;

/** A block of a store, by its index, and an offset in it. */
interface Place {
  block: number;
  at: number;
}

/**
 * Stores byte strings one after the other in blocks. A full block stays where it is and a new one is added, so growing
 * copies nothing, and only memory limits the total size.
 */
export class ByteStore {
  /** The current block, and where the next byte string begins in it. */
  block: Buffer;
  at = 0;

  private readonly blocks: Buffer[];
  /** Whether the current block holds a byte string, possibly an empty one. */
  private isUsed = false;
  /** Where the bytes in the block before the current one end. */
  private previousEnd = 0;
  /** An unused block that `giveBack` removed. */
  private spare: Buffer | undefined;

  /** The first block has `initialBytes` bytes. */
  constructor(initialBytes = INITIAL_BLOCK_BYTES) {
    this.block = Buffer.allocUnsafeSlow(initialBytes);
    this.blocks = [this.block];
  }

  /** The index of the current block. */
  get current(): number {
    return this.blocks.length - 1;
  }

  /** Makes room for `count` bytes at `block[at]`, in a new block if necessary. */
  reserve(count: number): void {
    if (this.at + count <= this.block.length) return;
    this.giveBack();
    const size = Math.max(Math.min(2 * this.block.length, MAX_BLOCK_BYTES), count);
    this.block = this.spare !== undefined && this.spare.length >= size ? this.spare : Buffer.allocUnsafeSlow(size);
    this.spare = undefined;
    this.blocks.push(this.block);
    this.previousEnd = this.at;
    this.at = 0;
    this.isUsed = false;
  }

  /** Writes the bytes from `from` up to `to` at `block[at]`, where there must be room. Does not keep them. */
  write(bytes: Uint8Array, from: number, to: number): void {
    copyBytes(bytes, from, to, this.block, this.at);
  }

  /** Undoes a `reserve` whose bytes are not kept, so that looking up a long stored string takes no memory. */
  giveBack(): void {
    if (this.isUsed || this.blocks.length === 1) return;
    this.spare = this.blocks.pop();
    this.block = this.blocks.at(-1)!;
    this.at = this.previousEnd;
    this.isUsed = true;
  }

  /** Keeps the `count` bytes written at `block[at]`. */
  keep(count: number): void {
    this.at += count;
    this.isUsed = true;
  }

  /**
   * Moves a byte string to a place, or to the next block that has room for it, and the place behind it. Byte strings
   * that are moved in their order, the first to the very beginning, are not overwritten before their turn.
   */
  move(block: number, start: number, length: number, place: Place): void {
    const { blocks } = this;
    while (place.at + length > blocks[place.block]!.length) {
      place.block++;
      place.at = 0;
    }
    copyBytes(blocks[block]!, start, start + length, blocks[place.block]!, place.at);
    place.at += length;
  }

  /** Forgets what stands behind a place, but keeps a block to be filled again. */
  truncate({ block, at }: Place): void {
    while (this.current > block) {
      this.spare = this.blocks.pop();
    }
    this.block = this.blocks[block]!;
    this.at = at;
    this.isUsed = true;
  }

  blockAt(index: number): Buffer {
    return this.blocks[index]!;
  }

  /** Stored bytes, by block and offset, without copying. */
  bytes(block: number, start: number, length: number): Buffer {
    return this.blocks[block]!.subarray(start, start + length);
  }

  /** Whether the stored bytes at this block and offset equal the `length` bytes at `bytes[from]`. */
  equals(block: number, start: number, length: number, bytes: Uint8Array, from: number): boolean {
    return equalBytes(this.blocks[block]!, start, bytes, from, length);
  }
}
