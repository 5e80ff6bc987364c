import { Readable } from "node:stream";

/** What is read until it ends, or until nobody wants any more of it. */
export interface Stopping {
  /** Leaves a stream that ended as it is: it may be one that is still written to. */
  readonly keepsEnded?: boolean;
}

/**
 * What a source gives, until the signal is aborted: then it ends at once, without an error, even while the source is silent.
 * At the end a stream is destroyed, and any other source told to end.
 */
export async function* untilStopped<T>(
  source: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal,
  { keepsEnded = false }: Stopping = {},
): AsyncGenerator<T> {
  const iterator = iteratorOf(source);
  let stop = (): void => {};
  const onAbort = (): void => stop();
  signal.addEventListener("abort", onAbort);
  let isEnded = false;
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
        stop = () => resolve(undefined);
        Promise.resolve(iterator.next()).then(resolve, reject);
      });
      isEnded = next?.done === true;
      if (next === undefined || next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    if (source instanceof Readable && !(isEnded && keepsEnded)) source.destroy();
    // Not waited for: a silent source would answer only after its next chunk. Nobody is left to hear of an error.
    if (!isEnded) Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

function iteratorOf<T>(source: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  if (source instanceof Readable) return source.iterator({ destroyOnReturn: false });
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
}
