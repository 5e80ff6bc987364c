/** Bytes that count how many of them were read. */
export interface Counted {
  readonly bytes: Uint8Array;
  readonly reads: number;
}

const INDEX = /^\d+$/;

/**
 * Wraps bytes so that reads are counted. A method costs as many bytes as it may look at: `indexOf` the bytes up to what
 * it finds, `subarray` none, because its result counts too, and any other all bytes.
 */
export function counted(bytes: Buffer): Counted {
  let reads = 0;
  const wrap = (part: Buffer): Buffer =>
    new Proxy(part, {
      get(target, key) {
        if (typeof key === "string" && INDEX.test(key)) {
          reads++;
          return target[Number(key)];
        }
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          const result: unknown = value.apply(target, args);
          if (key === "subarray") return wrap(result as Buffer);
          const from = typeof args[1] === "number" ? args[1] : 0;
          const found = key === "indexOf" && typeof result === "number";
          reads += found ? (result === -1 ? target.length : result + 1) - from : target.length;
          return result;
        };
      },
    });
  return {
    bytes: wrap(bytes),
    get reads() {
      return reads;
    },
  };
}
