import { Readable } from "node:stream";

interface StopOptions {
  /** Whether a stream that has ended is not destroyed, because it may be a duplex that is still written to. */
  readonly keepsEnded?: boolean;
}

/**
 * Passes on the items of a source until the signal is aborted. Then it ends at once, without an error, even while the
 * source is idle. At the end it destroys a stream. Any other source that has not ended is told to, by `return`.
 */
export async function* readUntilAborted<T>(
  source: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal,
  { keepsEnded = false }: StopOptions = {},
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
    // Not awaited: an idle source would answer only after its next chunk. An error is of no interest any more.
    if (!isEnded) Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

function iteratorOf<T>(source: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  if (source instanceof Readable) return source.iterator({ destroyOnReturn: false });
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
}
