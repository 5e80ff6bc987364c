/** Reads chunks as one run of bytes, in whatever amounts are asked for. Its methods reject with the source's error. */
export class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  /** Bytes that were read and not yet taken. */
  private rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.source = chunks[Symbol.asyncIterator]();
  }

  /** The next bytes without taking them: as many as asked for, or all that are left; never waits for more than that. */
  async peek(count: number): Promise<Buffer> {
    while (this.rest.length < count) {
      // A source may use the memory of a chunk again for the next one.
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

  /** Takes bytes that `peek` gave. */
  skip(count: number): void {
    this.rest = this.rest.subarray(count);
  }

  /** Takes what is left of the current chunk, or the next; empty at the end. It stays as it is until more is asked for. */
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

  /** Ends the reading of the source. */
  async close(): Promise<void> {
    await this.source.return?.();
  }
}
