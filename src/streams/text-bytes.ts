/**
 * The bytes of a stream that may give text: as UTF-8, wherever the text is cut; a pair of surrogates that two chunks share
 * is put together. Throws the error of the stream, or a TypeError for a chunk that is neither text nor bytes.
 */
export async function* bytesOf(input: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  let half = "";
  for await (const chunk of input) {
    if (typeof chunk === "string") {
      const text = half + chunk;
      half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? "";
      yield Buffer.from(half === "" ? text : text.slice(0, -1));
    } else if (chunk instanceof Uint8Array) {
      if (half !== "") yield Buffer.from(half);
      half = "";
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    } else {
      throw new TypeError(`the input gives ${typeof chunk}, not text or bytes`);
    }
  }
  if (half !== "") yield Buffer.from(half);
}
