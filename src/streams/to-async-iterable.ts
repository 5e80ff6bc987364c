/**
 * What a piece of work gives, as an iteration. The work waits with each item until the next is asked for, and is waited for
 * at the end. If nobody asks any more, what it waits for rejects, so that it ends and lets go of its inputs. Throws what the
 * work rejects with, after all that it gave.
 */
export async function* toAsyncIterable<T>(
  work: (give: (item: T) => Promise<void>) => Promise<void>,
): AsyncGenerator<T> {
  const given: { readonly item: T; taken(): void; left(error: Error): void }[] = [];
  let isDone = false;
  let wake = (): void => {};
  const working = work(
    (item) =>
      new Promise((taken, left) => {
        given.push({ item, taken, left });
        wake();
      }),
  ).finally(() => {
    isDone = true;
    wake();
  });
  // Heard where it is waited for; until then it is nobody's unhandled rejection.
  working.catch(() => {});
  try {
    for (;;) {
      for (let next = given[0]; next !== undefined; next = given[0]) {
        yield next.item;
        given.shift();
        next.taken();
      }
      if (isDone) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    await working;
  } finally {
    for (const { left } of given) left(new Error("nobody reads on"));
    await working.catch(() => {});
  }
}
