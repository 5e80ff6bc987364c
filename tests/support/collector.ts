import { Writable } from "node:stream";

/** A writable stream that keeps all it is given, as it was given. */
export class Collector extends Writable {
  readonly chunks: Uint8Array[] = [];

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  /** What the chunks hold now, one after the other. */
  get bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }

  get text(): string {
    return this.bytes.toString();
  }
}
