import assert from "node:assert/strict";

/** Runs `work`, and fails if it took more CPU time than this. CPU time does not depend on how busy the machine is. */
export async function within<T>(seconds: number, what: string, work: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  const taken = (user + system) / 1e6;
  assert.ok(taken <= seconds, `${what} took ${taken.toFixed(1)} s of CPU time, ${seconds} s are allowed`);
  return result;
}

const PROTOTYPES: readonly object[] = [
  ...[Object.prototype, Array.prototype, Function.prototype, String.prototype, Number.prototype, Boolean.prototype],
  ...[Map.prototype, Set.prototype, RegExp.prototype, Error.prototype, Promise.prototype, Buffer.prototype],
  ...[Object, Array],
];
const keyCounts = PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).length);
const descriptors = PROTOTYPES.map((prototype) => Object.getOwnPropertyDescriptors(prototype));

/** Fails if a built-in prototype or constructor has new or replaced properties. */
export function checkPrototypes(): void {
  for (const [i, prototype] of PROTOTYPES.entries()) {
    assert.equal(Reflect.ownKeys(prototype).length, keyCounts[i], "a prototype was polluted");
    for (const [key, { value }] of Object.entries(descriptors[i]!)) {
      if (value === undefined) continue;
      assert.equal(Object.getOwnPropertyDescriptor(prototype, key)?.value, value, `${key} of a prototype was replaced`);
    }
  }
}

/** What a terminal would obey or hide. Written from the documentation, not from src/text/messages/printable.ts. */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}]/u;

/** Fails if a text for people is empty, or holds anything that a terminal would obey. */
export function checkPrintable(what: string, text: string): void {
  assert.ok(text.trim() !== "", `${what} is empty`);
  const found = UNPRINTABLE.exec(text);
  assert.ok(found === null, `${what} holds ${JSON.stringify(found?.[0])}: ${JSON.stringify(text.slice(0, 300))}`);
}
