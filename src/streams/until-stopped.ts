import { Readable } from "node:stream";

/**
 * What a source gives, until the signal is aborted: then it ends at once, without an error, even while the source is silent.
 * At the end a stream is destroyed, and any other source told to end.
 */
export async function* untilStopped<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let stop = (): void => {};
  const onAbort = (): void => stop();
  signal.addEventListener("abort", onAbort);
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
        stop = () => resolve(undefined);
        iterator.next().then(resolve, reject);
      });
      if (next === undefined || next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    if (source instanceof Readable) source.destroy();
    // Not waited for: a silent source would answer only after its next chunk. Nobody is left to hear of an error.
    iterator.return?.().catch(() => {});
  }
}
