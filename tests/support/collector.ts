import { Writable } from "node:stream";

/** A writable stream that keeps the chunks it is given, without copying them. */
export class Collector extends Writable {
  readonly chunks: Uint8Array[] = [];

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  /** The current content of all chunks. */
  get bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }

  get text(): string {
    return this.bytes.toString();
  }
}
