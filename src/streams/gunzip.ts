import { createGunzip } from "node:zlib";

/** The two bytes that begin every gzip file. */
const MAGIC = [0x1f, 0x8b] as const;

/**
 * How much is decompressed at a time. It can grow a thousandfold, and all that it gave is held until it is taken, so that
 * what a damaged file still told is not lost with the error.
 */
const PORTION = 16 * 1024;

/** Compressed input is damaged or cut short; what could be read of it was read. */
export class DamagedGzipError extends Error {
  override readonly name = "DamagedGzipError";
}

/** The chunks as they are, or decompressed if they begin as gzip does. No chunk is held back longer than to tell. */
export async function* decompressed(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = input[Symbol.asyncIterator]();
  try {
    let head: Buffer = Buffer.alloc(0);
    while (head.length < MAGIC.length && agrees(head)) {
      const { done, value } = await source.next();
      if (done) break;
      head = Buffer.concat([head, value]);
    }
    const chunks = startingWith(head, source);
    yield* head.length >= MAGIC.length && agrees(head) ? gunzip(chunks) : chunks;
  } finally {
    await source.return?.();
  }
}

/** Whether a beginning is that of gzip, as far as it goes. */
function agrees(head: Buffer): boolean {
  return MAGIC.every((byte, i) => i >= head.length || head[i] === byte);
}

async function* startingWith(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}

async function* gunzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const stream = createGunzip();
  let given: Buffer[] = [];
  // A stream that fails drops what it has not handed out; a listener gets each piece at once.
  stream.on("data", (piece: Buffer) => given.push(piece));
  let failed: Error | undefined;
  const ended = new Promise<void>((resolve) => {
    stream.on("end", resolve);
    stream.on("error", (error) => {
      failed = error;
      resolve();
    });
  });
  const settled = (begin: (done: () => void) => void): Promise<void> =>
    Promise.race([new Promise<void>((resolve) => begin(resolve)), ended]);

  try {
    for await (const chunk of chunks) {
      for (let from = 0; from < chunk.length && failed === undefined; from += PORTION) {
        const portion = chunk.subarray(from, from + PORTION);
        await settled((done) => stream.write(portion, () => done()));
        yield* given;
        given = [];
      }
      if (failed !== undefined) break;
    }
    stream.end();
    await ended;
    yield* given;
    if (failed !== undefined) throw new DamagedGzipError(`damaged gzip: ${failed.message}`);
  } finally {
    stream.destroy();
  }
}
