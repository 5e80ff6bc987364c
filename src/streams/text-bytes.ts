/**
 * Converts the chunks of a stream, each of which may be text or bytes, to bytes. Text is encoded as UTF-8, and a
 * surrogate pair that is split between two chunks is joined. Throws the error of the stream, or a TypeError for any
 * other chunk.
 */
export async function* toBytes(input: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  let highSurrogate = "";
  for await (const chunk of input) {
    if (typeof chunk === "string") {
      const text = highSurrogate + chunk;
      highSurrogate = /[\ud800-\udbff]$/.exec(text)?.[0] ?? "";
      yield Buffer.from(highSurrogate === "" ? text : text.slice(0, -1));
    } else if (chunk instanceof Uint8Array) {
      if (highSurrogate !== "") yield Buffer.from(highSurrogate);
      highSurrogate = "";
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    } else {
      throw new TypeError(`a chunk of the input has the type ${typeof chunk}; expected text or bytes`);
    }
  }
  if (highSurrogate !== "") yield Buffer.from(highSurrogate);
}
