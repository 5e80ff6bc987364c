/** Reads chunks as a single sequence of bytes, in amounts of any size. Methods reject with the error of the source. */
export class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  /** Bytes that were read but not taken. */
  private rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.source = chunks[Symbol.asyncIterator]();
  }

  /** The next `count` bytes, or all that are left, without taking them. Never reads more chunks than necessary. */
  async peek(count: number): Promise<Buffer> {
    while (this.rest.length < count) {
      // Copied, because a source may reuse the memory of a chunk for the next one.
      const kept = Buffer.from(this.rest);
      const { done, value } = await this.source.next();
      if (done) {
        this.rest = kept;
        break;
      }
      this.rest = kept.length === 0 ? value : Buffer.concat([kept, value]);
    }
    return this.rest.subarray(0, count);
  }

  /** All bytes that were read but not taken. */
  get held(): Buffer {
    return this.rest;
  }

  /** Takes `count` bytes that `peek` returned. */
  skip(count: number): void {
    this.rest = this.rest.subarray(count);
  }

  /** Takes the rest of the current chunk, or the next chunk; empty at the end. Valid until more bytes are read. */
  async chunk(): Promise<Buffer> {
    await this.peek(1);
    const chunk = this.rest;
    this.rest = chunk.subarray(chunk.length);
    return chunk;
  }

  /** Puts back the last bytes of a chunk that was taken. */
  putBack(bytes: Buffer): void {
    this.rest = bytes;
  }

  /** Stops reading the source. */
  async close(): Promise<void> {
    await this.source.return?.();
  }
}
