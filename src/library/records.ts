import { toAsyncIterable } from "../io/to-async-iterable.ts";
import type { LineRecord } from "../run/read-records.ts";

/** Yields the records of batches, each read when it is asked for. Throws the reason of an aborted signal. */
export async function* recordsOf<Line extends string | Uint8Array>(
  read: (give: (records: LineRecord<Line>[]) => Promise<void>) => Promise<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<LineRecord<Line>, void, undefined> {
  for await (const batch of toAsyncIterable(read)) {
    for (const record of batch) {
      signal?.throwIfAborted();
      yield record;
    }
  }
  signal?.throwIfAborted();
}
