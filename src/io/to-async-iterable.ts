/**
 * Turns some work that calls `give` for each item into an async iterable. `give` resolves when the next item is asked
 * for. The iteration ends when the work is done. If the work rejects, the iteration throws its error after all items.
 * If the iteration ends early, pending calls of `give` reject, so that the work can end and close its inputs.
 */
export async function* toAsyncIterable<T>(
  work: (give: (item: T) => Promise<void>) => Promise<void>,
): AsyncGenerator<T> {
  const given: { readonly item: T; resolve(): void; reject(error: Error): void }[] = [];
  let isDone = false;
  let wake = (): void => {};
  const working = work(
    (item) =>
      new Promise((resolve, reject) => {
        given.push({ item, resolve, reject });
        wake();
      }),
  ).finally(() => {
    isDone = true;
    wake();
  });
  // The error is handled where `working` is awaited. Until then it must not count as unhandled.
  working.catch(() => {});
  try {
    for (;;) {
      for (let next = given[0]; next !== undefined; next = given[0]) {
        yield next.item;
        given.shift();
        next.resolve();
      }
      if (isDone) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    await working;
  } finally {
    for (const { reject } of given) reject(new Error("nobody reads on"));
    await working.catch(() => {});
  }
}
